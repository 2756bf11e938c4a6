// A grid with objects, as a question sees it.
#pragma once

#include "spatial/boxes/hash_grid.hpp"
#include "spatial/points.hpp"

namespace spatial {

struct GridView {
    const HashGrid* grid;
    Range slots;
    std::size_t first_cell;  // of its occupied cells, among those of all grids
    bool is_unfolded;        // nobody shares a cell with somebody far away
};

}  // namespace spatial
