// Density by summation where sizes are mixed: as density_pass.hpp, with the support of each pair and the weights of
// grains.hpp,
//
//   crowding_i = sum_j w_ij V_j W(r, h_ij) / N + share behind walls
#pragma once

#include <span>

#include "sim/active_slots.hpp"
#include "sim/density_pass.hpp"
#include "sim/grains.hpp"
#include "sim/mixed_columns.hpp"

namespace sim {

class MixedDensityPass {
public:
    /// Fills density, pressure and the pair terms of the queries. `supports` of all particles, by slot.
    void run(const spatial::BlockSource& search, const Grains& grains, std::span<const float> supports,
             Particles& particles, PairTerms& terms, spatial::Queries queries = {},
             const SolidSights* solids = nullptr);
    /// The same, and counts.
    [[nodiscard]] PairCount run_and_count(const spatial::BlockSource& search, const Grains& grains,
                                          std::span<const float> supports, Particles& particles, PairTerms& terms,
                                          spatial::Queries queries = {}, const SolidSights* solids = nullptr);

    [[nodiscard]] std::size_t bytes();

private:
    struct Scratch {
        spatial::Candidates<4> candidates;  // x y z support
        MixedColumns<3> columns;
        ActiveSlots queries;
        Crowding crowding;
        PairCount count;
    };
    template <bool Count>
    PairCount walk(const spatial::BlockSource& search, const Grains& grains, std::span<const float> supports,
                   Particles& particles, PairTerms& terms, spatial::Queries queries, const SolidSights* solids);

    spatial::PerThread<Scratch> scratch_;
};

}  // namespace sim
