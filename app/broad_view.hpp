// A broad phase seen from inside, for drawing: its cells, and the boxes that it holds. Made in the simulation's thread
// between two steps, and only while somebody looks.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/world.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace app {

struct BroadViewRequest {
    bool slice = false;       // only what a plane through the middle of the tank cuts
    int axis = 1;             // across this one: x, y, z
    std::size_t most = 3000;  // cells, and as many boxes; of more, those with the most boxes in them
    bool operator==(const BroadViewRequest&) const = default;
};

struct BroadView {
    std::vector<spatial::BoxCellView> cells;  // those chosen
    std::size_t all_cells = 0;                // that hold a box, or say that there is one below
    std::size_t fitting = 0;                  // of them as was asked for; more than `cells` where they were too many
    int levels = 1;                           // of all cells
    std::vector<spatial::Box> boxes;          // of solids, those that end somewhere
    std::size_t all_boxes = 0, unbounded = 0;
};

/// Buffers of `view` are used again. Asking a broad phase for its cells may let it finish its work, hence a world that
/// is not const.
void look_into(sim::World& world, const BroadViewRequest& request, BroadView& view);

}  // namespace app
