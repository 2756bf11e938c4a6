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
[[nodiscard]] BroadCounters touching_in_grids(const GridQuestion& question, std::span<const Box> queries,
                                              PerThread<std::vector<Index>>& scratch, TouchVisitor visit);

}  // namespace spatial
