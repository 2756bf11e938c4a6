#include "app/broad_view.hpp"

#include <algorithm>

namespace app {

void look_into(sim::World& world, const BroadViewRequest& request, BroadView& view) {
    const sim::Domain& tank = world.scene().domain;
    const float at = 0.5f * (tank.min[request.axis] + tank.max[request.axis]);
    const auto fits = [&](const spatial::Box& box) {
        if (!request.slice) return true;
        const float low = request.axis == 0 ? box.min_x : request.axis == 1 ? box.min_y : box.min_z;
        const float high = request.axis == 0 ? box.max_x : request.axis == 1 ? box.max_y : box.max_z;
        return low <= at && at <= high;
    };

    view.cells.clear();
    view.all_cells = 0;
    view.levels = 1;
    spatial::BroadPhase& broad = world.broad_phase();
    broad.for_each_cell([&](const spatial::BoxCellView& cell) {
        ++view.all_cells;
        view.levels = std::max(view.levels, cell.level + 1);
        if (fits(cell.box)) view.cells.push_back(cell);
    });
    view.fitting = view.cells.size();
    if (view.cells.size() > request.most) {
        std::ranges::stable_sort(view.cells, std::ranges::greater{}, &spatial::BoxCellView::boxes);
        view.cells.resize(request.most);
    }

    const spatial::BoxStore& store = broad.boxes();
    view.boxes.clear();
    view.all_boxes = store.finite() + store.unbounded().size();
    view.unbounded = store.unbounded().size();
    for (spatial::Index number = 0; number < store.end() && view.boxes.size() < request.most; ++number)
        if (store.is_finite(number) && fits(store[number])) view.boxes.push_back(store[number]);
}

}  // namespace app
