#include "spatial/hierarchy_subdivision.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "spatial/hierarchy_window.hpp"
#include "spatial/neighbour_rule.hpp"

namespace spatial {

namespace {

// A subtree with no more points than that is taken whole: testing them costs less than looking up its cells.
constexpr Index nearly_empty = 16;

/// Finest cells, both ends included.
struct CellBox {
    Cell low, high;
};

/// The finest cells that the reach of a block touches.
CellBox box_of_reach(const HierarchyClasses& classes, const HierarchyOrder& order, const Points& points,
                     Range queries) {
    float low[3] = {}, high[3] = {}, reach = 0.0f;
    for (Index slot = queries.begin; slot < queries.end; ++slot) {
        const Index i = order.order()[slot];
        const float at[3] = {points.x[i], points.y[i], points.z[i]};
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = slot == queries.begin ? at[axis] : std::min(low[axis], at[axis]);
            high[axis] = slot == queries.begin ? at[axis] : std::max(high[axis], at[axis]);
        }
        reach = std::max(reach, points.reach_of(i));
    }
    const double margin = classes.margin(reach);
    return {classes.finest_cell(low[0] - margin, low[1] - margin, low[2] - margin),
            classes.finest_cell(high[0] + margin, high[1] + margin, high[2] + margin)};
}

}  // namespace

void HierarchySubtrees::close(const HierarchyTable& table) noexcept {
    if (subtrees_.empty()) return;
    std::array<std::uint32_t, HierarchyClasses::most> open;
    open.fill(HierarchyTable::none);
    const auto close_up_to = [&](int c, Index at) {
        for (int level = 0; level <= c; ++level)
            if (const auto cell = std::exchange(open[level], HierarchyTable::none); cell != HierarchyTable::none)
                subtrees_[cell].end = at;
    };
    for (std::uint32_t cell = 0; cell < table.size(); ++cell) {
        const int level = subtrees_[cell].level;
        close_up_to(level, table[cell].first);
        open[level] = cell;
    }
    close_up_to(HierarchyClasses::most - 1, table[static_cast<std::uint32_t>(table.size())].first);
}

std::uint32_t HierarchySubtrees::exactly(std::uint32_t cell, int c, Cell at, const HierarchyTable& table,
                                         const HierarchyOrder& order, const HierarchyClasses& classes) const noexcept {
    for (; cell != HierarchyTable::none; cell = table.following(cell))
        if (subtrees_[cell].level == c && classes.up(order.cell(table[cell].first), c) == at) break;
    return cell;
}

void HierarchySubdivision::collect(HierarchyDescent& descent, const HierarchySubtrees& subtrees, const Points& points,
                                   Range queries, std::vector<Range>& runs) {
    const HierarchyClasses& classes = descent.classes();
    const HierarchyOrder& order = descent.order();
    const HierarchyTable& table = descent.table();
    const CellBox box = box_of_reach(classes, order, points, queries);

    entered_.clear();
    const HierarchyDescent::Level& around = descent.around();
    for (std::uint32_t left = around.there; left != 0; left &= left - 1) {
        const int n = std::countr_zero(left);
        entered_.push_back({neighbour(around.at, n), descent.block_class(), around.key[n], around.children[n]});
    }
    while (!entered_.empty()) {
        const Entered parent = entered_.back();
        entered_.pop_back();
        const int c = parent.level - 1, step = classes.step(c), last = (1 << step) - 1;
        const Cell corner{parent.at.x << step, parent.at.y << step, parent.at.z << step};
        // What of the box is in the parent, as places of its children.
        const Cell low = classes.up(box.low, c), high = classes.up(box.high, c);
        const std::uint64_t touched = parent.children &
                                      axis_children.x[places(low.x - corner.x, std::min(high.x - corner.x, last))] &
                                      axis_children.y[places(low.y - corner.y, std::min(high.y - corner.y, last))] &
                                      axis_children.z[places(low.z - corner.z, std::min(high.z - corner.z, last))];
        for (std::uint64_t left = touched; left != 0; left &= left - 1) {
            const Cell at = child_of(parent.at, std::countr_zero(left), step);
            const std::uint64_t key = additive_key(parent.key, at);
            const std::uint32_t cell = subtrees.exactly(descent.look_up(key), c, at, table, order, classes);
            if (cell == HierarchyTable::none) continue;  // another cell's child
            const Range whole{table[cell].first, subtrees.end(cell)};
            const bool inside =
                low.x < at.x && at.x < high.x && low.y < at.y && at.y < high.y && low.z < at.z && at.z < high.z;
            if (inside || whole.size() <= nearly_empty || table[cell].children == 0) {
                runs.push_back(whole);
                continue;
            }
            if (const Range living = table.points_of(cell); living.size() > 0) runs.push_back(living);
            entered_.push_back({at, c, key, table[cell].children});
        }
    }
}

}  // namespace spatial
