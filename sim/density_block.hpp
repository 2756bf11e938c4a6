// What both density passes sum over, a block of queries at a time.
#pragma once

#include <cstdint>
#include <span>

#include "spatial/neighbour_search.hpp"

namespace sim {

/// The queries of a block and the columns they are summed over.
struct DensityBlock {
    const float *x, *y, *z;                   // particle arrays
    std::span<const spatial::Index> queries;  // slots
    const float *xs, *ys, *zs;                // columns of Candidates, padded
    std::size_t padded;
    // What a sum over neighbours is multiplied with.
    float poly6_factor, spiky_factor, viscous_factor;
    float *poly6_sum, *spiky_sum, *viscous_sum;  // by query; the last may be null
};

/// What went through a pass.
struct PairCount {
    std::uint64_t candidates = 0;  // pairs that the search proposed
    std::uint64_t pairs = 0;       // in reach, a particle with itself not counted, each pair seen from both sides

    PairCount& operator+=(const PairCount& other) {
        candidates += other.candidates;
        pairs += other.pairs;
        return *this;
    }
};

}  // namespace sim
