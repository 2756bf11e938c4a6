// Who touches whom in hash grids whose objects lie cell by cell, as digests.
//
// Within a grid every cell asks 13 of its 26 neighbours (3.6 of the paper): the next one along x, which with the cell
// itself is one run of slots, and three cells each of four rows, a run again unless the grid ends in between:
//
//      z      y+1 [ x-1  x  x+1 ]        z+1    y+1 [ x-1  x  x+1 ]
//             y         [x  x+1 ]               y   [ x-1  x  x+1 ]
//                                               y-1 [ x-1  x  x+1 ]
//
// Across grids an object asks those cells of every grid of larger cells where somebody who reaches it can be keyed:
// from one cell below its lowest corner to the cell of its highest. That is at most the paper's 27.
#pragma once

#include <vector>

#include "spatial/boxes/box_digest.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/hash_grid_view.hpp"

namespace spatial {

struct GridPairs {
    std::span<const Box> boxes;  // by number
    DigestView slots;
    Index count;                      // of slots
    std::span<const GridView> grids;  // ascending by the size of their cells
    const Index* cell_begins;         // slots, of the occupied cells of all grids in their order, and the end
};

/// None of the grids folds.
[[nodiscard]] BroadCounters pairs_in_grids(const GridPairs& question, std::vector<std::vector<BoxPair>>& scratch,
                                           std::vector<BoxPair>& found);

}  // namespace spatial
