// Pressure that presses alike in all directions, however the particles are packed.
//
// Around a particle the pair forces of pressure (force_pass.hpp) hand on momentum in proportion to its S times
//
//   B_i = V0 k / virial * sum_j (h - r)² / r  d d^T         d = x_i - x_j
//
// In the lattice at the start that is the unit matrix. A packing that was sheared has another, and so resists shear
// like a weak solid: by some per cent of the pressure, at any resolution, as long as a support is as many spacings.
// Waves then run too fast, vortices die away too soon and ripples of two fluids hardly grow. Therefore what of B is not
// the same in all directions, D_i = B_i - trace(B_i) / 3, is taken off the forces to first order:
//
//   m_i a_i -= k V0²/virial * sum_j (S_i D_i + S_j D_j) (h - r)² / r  d
//
// (as solvers with corrected gradients do; Bonet and Lok 1999, made symmetric.) What i gets from j, j gets from i with
// the other sign: momentum stays. The forces are no longer central, nor the slope of an energy: angular momentum and
// energy stay as well as the packing is even. What keeps particles apart is left, since it has no direction: sums of d.
//
// At a free surface it does more than that. Particles there find half of the neighbours of others, along the surface
// more than across it, and their two topmost rows sink into one sheet that hardly lets itself be stretched or squeezed,
// like a film of oil. Pressed less along the surface and more across it, they do not.
//
// That is as if it had more tension; where there is tension, its strength makes up for it (cohesion.hpp).
//
// Who has a wall or a solid in sight goes without: the share of those is calibrated, and says nothing of directions.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "sim/active_slots.hpp"
#include "sim/density_pass.hpp"
#include "sim/images.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/solid_sights.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

/// One step in so many has all of it, so many times as strong: packings change as slowly as the fluid is deformed, over
/// tens of steps. With every step, every fourth and every eighth, vortices at Re 100 die away alike; with every sixteenth
/// a pool's fastest particle moves twice as fast.
inline constexpr std::uint32_t steps_an_isotropy = 8;

class IsotropyPass {
public:
    /// Adds to the accelerations of everybody, after the densities. `solids`: where there are some, what is seen of
    /// them.
    void run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank, const Images& images,
             const PairTerms& terms, const SolidSights* solids, Particles& particles);

    [[nodiscard]] std::size_t bytes();

private:
    static constexpr std::size_t columns = 8;  // x y z, and S D: xx yy xy yz zx
    struct Scratch {
        spatial::Candidates<columns> candidates;
        ActiveSlots active;
        std::vector<glm::vec3> sums;  // by query
    };
    spatial::PerThread<Scratch> scratch_;
    std::array<std::vector<float>, 5> uneven_;  // S D by slot; it has no trace
};

}  // namespace sim
