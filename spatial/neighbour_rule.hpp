// The one rule of who is a neighbour of whom, in the one order of operations that every module, thread
// and instruction set follows. With it they agree to the last pair; hence -ffp-contract=off for the whole
// project (CMakeLists.txt): a compiler that fuses one of these multiplications decides differently at the edge.
#pragma once

#include <algorithm>

namespace spatial {

/// Squared distance, summed as ((dx² + dy²) + dz²) without fused operations.
[[nodiscard]] inline float squared_distance(float dx, float dy, float dz) noexcept {
    return (dx * dx + dy * dy) + dz * dz;
}

/// Closed: two points exactly at the reach are neighbours.
[[nodiscard]] inline bool in_reach(float squared, float reach_i, float reach_j) noexcept {
    const float reach = std::max(reach_i, reach_j);
    return squared <= reach * reach;
}

/// Cells must be a hair wider than the reach. The rule above works on rounded numbers, so two points that
/// count as neighbours may be further apart than the reach by a few ulps, and cells exactly as wide lose them.
inline constexpr double cell_margin = 1.0001;

}  // namespace spatial
