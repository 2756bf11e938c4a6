// Pressure and viscosity where sizes are mixed: as force_pass.hpp, with the support of each pair and the weights of
// grains.hpp. Compression stores the energy E = N / virial * sum_i V_i e(compression_i), de = P / compression² dc, and
// its derivative by a distance has a part from each end of the pair:
//
//   m_i a_i = sum_j k_ij [ V_i V_j / virial (w_ij S_i + w_ji S_j + w Q_ij) (h_ij - r)² / r  d
//                          - V_i' V_j' w (mu_i + mu_j)/2 / virial' (h_ij - r) (v_i - v_j) ]
//
// with k_ij = 45 / (pi h_ij^6), V of the lattice, V' = m / rho, and w = (w_ij + w_ji) / 2 for what rubs. Every bracket
// is the same from both sides, so that momentum stays.
#pragma once

#include <optional>
#include <span>

#include "sim/active_slots.hpp"
#include "sim/brush.hpp"
#include "sim/crowding.hpp"
#include "sim/grains.hpp"
#include "sim/mixed_columns.hpp"
#include "sim/particles.hpp"
#include "sim/phase_columns.hpp"
#include "sim/pull.hpp"
#include "sim/step_clues.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class MixedForcePass {
public:
    /// As ForcePass::run. `supports` of all particles, by slot.
    void run(const spatial::BlockSource& search, const Grains& grains, std::span<const float> supports,
             const Pull::Now& pull, const std::optional<Brush>& brush, const PairTerms& terms, Particles& particles,
             spatial::Queries queries = {}, StepClues* clues = nullptr, const SolidSights* solids = nullptr);

    [[nodiscard]] std::size_t bytes();

private:
    static constexpr std::size_t columns = 12;  // x y z support vx vy vz volume push, [viscosity damping], [level]
    struct Scratch {
        spatial::Candidates<columns> candidates;
        MixedColumns<7> made;
        ActiveSlots queries;
    };
    spatial::PerThread<Scratch> scratch_;
    PhaseColumns phases_;
};

}  // namespace sim
