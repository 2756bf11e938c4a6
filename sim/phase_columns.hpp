// What each particle brings into a pair where particles differ in viscosity: by phase, or by their packing.
#pragma once

#include <span>
#include <vector>

#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "spatial/blocks.hpp"

namespace sim {

/// By slot; a pair has the sum of both.
struct PhaseColumns {
    std::vector<float> viscosity;  // half of mu / virial'
    std::vector<float> damping;    // half of D

    /// `medium_of(slot)`: what the particle is of. `thickening` as of PairTerms; may be empty.
    template <class MediumOf>
    void fill(const Particles& p, std::span<const float> thickening, MediumOf medium_of) {
        viscosity.resize(p.size());
        damping.resize(p.size());
#pragma omp parallel for schedule(static) if (p.size() > spatial::worth_a_team_for_little)
        for (std::size_t slot = 0; slot < p.size(); ++slot) {
            const Medium& medium = medium_of(slot);
            const Medium::Phase& phase = medium.phases[p.fluid[slot]];
            const float virial = medium.lattice.viscous_virial * (thickening.empty() ? 1.0f : thickening[slot]);
            viscosity[slot] = 0.5f * phase.viscosity / virial;
            damping[slot] = 0.5f * phase.damping;
        }
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return (viscosity.capacity() + damping.capacity()) * sizeof(float);
    }
};

}  // namespace sim
