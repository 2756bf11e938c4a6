// What the starting lattice says to the kernels: facts of spacing and support alone, which calibrate densities,
// forces and walls, so that a fluid starts at rest, beside its walls too. A lattice that starts under-dense falls
// freely at first; one that starts over-dense explodes.
#pragma once

#include "sim/walls.hpp"

namespace sim {

struct Calibration {
    float cell_volume;  // spacing³: the volume that belongs to a particle, m³
    float poly6_sum;    // of W over an endless lattice, the particle itself included, 1/m³
    float spiky_sum;    // likewise

    /// What a pressure of 1 Pa in such a lattice really presses with, by the virial of the pair forces:
    /// V/3 sum r |dW/dr|, over an evenly spread fluid 1. Forces are divided by it, so that pressures are true.
    float spiky_virial;

    /// Likewise of viscosity: V/6 sum r² lap W, over an evenly spread fluid 1. Other packings have more (PairTerms).
    float viscous_virial;

    float stiffness;  // sum of (1 - r/h)^4 over the neighbours

    float poly6_slope;  // of W's share of its sum, on the outermost layer of a plane surface, 1/m

    WallSights walls;

    /// What the push of walls and solids (1/m) times P / compression² of a particle is multiplied with, m³: the
    /// lattice's sum of pair forces has that factor, too (force_pass.cpp).
    [[nodiscard]] double wall_factor() const noexcept {
        return double{cell_volume} * double{cell_volume} / double{spiky_virial} * double{spiky_sum};
    }
};

/// Spacing and support in metres.
[[nodiscard]] Calibration calibrate(float spacing, float support);

}  // namespace sim
