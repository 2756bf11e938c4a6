// Whom queries touch in hash grids whose objects lie cell by cell in columns; and everybody against everybody, where
// there are too few for grids.
#pragma once

#include <vector>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/hash_grid_view.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

struct GridQuestion {
    BoxColumnsView boxes;
    Index slots;
    std::span<const GridView> grids;  // ascending by the size of their cells
    const Index* cell_begins;         // slots, of the occupied cells of all grids in their order, and the end
};

[[nodiscard]] BroadCounters pairs_of_all(const GridQuestion& question, std::vector<BoxPair>& found);
/// In grids of which some fold (hash_grid_pairs.hpp says how the others are asked).
[[nodiscard]] BroadCounters pairs_in_folded_grids(const GridQuestion& question,
                                                  std::vector<std::vector<BoxPair>>& scratch,
                                                  std::vector<BoxPair>& found);
[[nodiscard]] BroadCounters touching_in_grids(const GridQuestion& question, std::span<const Box> queries,
                                              PerThread<std::vector<Index>>& scratch, TouchVisitor visit);

}  // namespace spatial
