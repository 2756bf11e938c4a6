// The energy that keeps a fluid together at its surface, and the kernel that it is measured with. With u = r²/h²:
//
//   W = (1 - u)³ (4/3 (1 - u0) - (1 - u))        -dW/du = 4 (1 - u)² (u - u0)
//
// It pulls beyond r0 = h sqrt(u0) and pushes within, so that two particles alone keep a distance. Its sum over a
// particle's own fluid, against that over the starting lattice, says how full the particle's neighbourhood is, c, and
// what it lacks:
//
//   E = strength V0 sum_i ( sqrt(l_i² + e²) - e ),   l_i = max(0, full - c_i)
//
// That is nothing inside of a fluid (there it neither presses nor pulls), proportional to the area at a surface, and
// most for a particle alone. Forces are its exact derivative (cohesion_pass.hpp), so that Laplace's law follows from
// virtual work. The strength is such that a plane surface of the lattice has the energy sigma an area, less what
// `isotropy` adds to it.
// Nearly linear, for two reasons: in a quadratic energy the outermost layer counts for more the more a surface is
// curved, and a surface stretched faster than particles come up from below pulls with several times its tension.
//
// Other fluids count as nothing: what surrounds a fluid does not matter, and two that meet do so with the sum of
// both tensions.
//
// It reaches further than pressure. Over 2 spacings a surface takes away 15 % of a neighbourhood, hardly more than the
// disorder of a liquid does: surfaces then freeze, a drop's period is up to twice what it should be, its pressure
// three times. Over 3.5 it is 35 %.
//
// A wall cuts off a share w of the neighbourhood; the rest counts for all of it, c = sum / (1 - w): as if the fluid had
// its mirror image behind the wall, and surfaces meet walls at about a right angle. (A wall that pulled back as
// strongly as the lattice behind it would, twice as hard, were no derivative of this energy, and fed drops between
// walls.)
#pragma once

#include "sim/walls.hpp"

namespace sim {

struct Cohesion {
    static constexpr float least_reach = 3.5f;  // spacings

    float reach;             // h, m
    float closest;           // u0
    float sum;               // of W over an endless lattice, the particle itself included
    WallSight wall;          // as in Calibration
    float surface_strength;  // strength for sigma = 1 N/m, 1/m

    /// With all of `isotropy` (isotropy_pass.hpp) the layer that this energy squeezes together presses less along the
    /// surface and more across it: that is so much tension more. Measured over two spacings of support: pressures and
    /// periods of discs and balls of 8 to 18 spacings in a radius, in the void, and pressures within another liquid,
    /// are right with it (sim/README.md).
    static constexpr float more_by_isotropy = 0.27f;

    /// Spacing and support in metres.
    Cohesion(float spacing, float support);

    /// W for v = 1 - u.
    [[nodiscard]] float kernel(float v) const noexcept {
        return v > 0.0f ? v * v * v * (4.0f / 3.0f * (1.0f - closest) - v) : 0.0f;
    }
    /// Share of the kernel's weight behind a plane at the distance q in reaches, and minus its derivative.
    [[nodiscard]] float behind(float q) const noexcept;
    [[nodiscard]] float push(float q) const noexcept;

    /// The energy of a particle that is this full, in strength V0, and minus its derivative.
    [[nodiscard]] static float energy(float c) noexcept;
    [[nodiscard]] static float lack(float c) noexcept;
};

}  // namespace sim
