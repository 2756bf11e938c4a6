// Pairs in hash grids, by several threads: portions of slots one after the other, so that pairs come in the same order
// however many there are.
#pragma once

#include <omp.h>

#include <algorithm>

#include "spatial/blocks.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/hash_grid_view.hpp"
#include "spatial/boxes/in_portions.hpp"

namespace spatial {

/// Calls within(grid, its slots, list to append to), then across() where there are several grids.
template <class Within, class Across>
BroadCounters in_grids(std::span<const GridView> grids, std::uint64_t slots, std::vector<std::vector<BoxPair>>& scratch,
                       std::vector<BoxPair>& found, Within within, Across across) {
    const std::size_t portions = slots < worth_a_team ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const auto part = [&](std::size_t p) { return static_cast<Index>(slots * p / portions); };
    const auto in_every_grid = [&](auto find) {
        return in_portions<BroadCounters>(portions, scratch, found, [&](std::size_t p, std::vector<BoxPair>& to) {
            BroadCounters counters;
            for (std::size_t g = 0; g < grids.size(); ++g) {
                const Range all = grids[g].slots;
                const Range some{std::max(all.begin, part(p)), std::min(all.end, part(p + 1))};
                if (some.begin < some.end) counters += find(g, some, to);
            }
            return counters;
        });
    };
    BroadCounters counters = in_every_grid(within);
    if (grids.size() > 1) counters += in_every_grid(across);
    return counters;
}

}  // namespace spatial
