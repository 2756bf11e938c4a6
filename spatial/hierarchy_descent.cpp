#include "spatial/hierarchy_descent.hpp"

#include <algorithm>
#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/hierarchy_key.hpp"

namespace spatial {

namespace {

constexpr int number_of(int dx, int dy, int dz) noexcept { return 13 + dx + 3 * dy + 9 * dz; }

/// -1, 0, 1: the parent's side on which a place among its children is, that may be one beyond its ends.
constexpr int side_of(int place, int side) noexcept { return place < 0 ? -1 : place >= side ? 1 : 0; }

}  // namespace

bool HierarchyDescent::Window::contains(const Window& w) const noexcept {
    return low.x <= w.low.x && low.y <= w.low.y && low.z <= w.low.z && high.x >= w.high.x && high.y >= w.high.y &&
           high.z >= w.high.z;
}

void HierarchyDescent::Window::join(const Window& w) noexcept {
    low = {std::min(low.x, w.low.x), std::min(low.y, w.low.y), std::min(low.z, w.low.z)};
    high = {std::max(high.x, w.high.x), std::max(high.y, w.high.y), std::max(high.z, w.high.z)};
}

void HierarchyDescent::start(const HierarchyClasses& classes, const HierarchyTable& table) {
    classes_ = &classes;
    table_ = &table;
    if (levels_.size() < static_cast<std::size_t>(classes.count)) levels_.resize(classes.count);
    for (PathLevel& level : levels_) level.on_path = false;
}

SearchCounters HierarchyDescent::take_counters() noexcept {
    const SearchCounters counters{.lookups = lookups_, .empty = empty_};
    lookups_ = empty_ = 0;
    return counters;
}

std::uint32_t HierarchyDescent::look_up(std::uint64_t key) noexcept {
    const std::uint32_t cell = table_->find(key);
    ++lookups_;
    empty_ += cell == HierarchyTable::none;
    return cell;
}

std::uint64_t HierarchyDescent::key(std::uint64_t parent, Cell cell, int c) const noexcept {
    return additive_key(parent, classes_->absolute(cell, c));
}

void HierarchyDescent::append_points(std::uint32_t cell, std::vector<Range>& runs) const {
    for (; cell != HierarchyTable::none; cell = table_->following(cell)) {
        const Range points = table_->points_of(cell);
        if (points.size() > 0) runs.push_back(points);
    }
}

void HierarchyDescent::collect(Cell finest, int block_class, std::vector<Range>& runs) {
    for (int c = classes_->largest(); c > block_class; --c) {
        if (!classes_->holds(c)) continue;
        PathLevel& level = levels_[c];
        go_to(finest, c, all_27);
        if (!level.has_runs) {
            level.runs.clear();
            for (std::uint32_t left = level.there; left != 0; left &= left - 1)
                append_points(level.cell[std::countr_zero(left)], level.runs);
            join_runs(level.runs, 0);
            level.has_runs = true;
        }
        runs.insert(runs.end(), level.runs.begin(), level.runs.end());
    }
    if (block_class == classes_->largest()) {
        const Level& level = around(finest, block_class);
        for (std::uint32_t left = level.there; left != 0; left &= left - 1)
            append_points(level.cell[std::countr_zero(left)], runs);
        return;
    }
    // The block's own class needs no level: nothing descends from here.
    const Cell at = classes_->up(finest, block_class);
    go_to(finest, block_class + 1, window_above(at, block_class, all_27));
    for_each_child(at, block_class, all_27, [&](int, int, std::uint32_t cell) { append_points(cell, runs); });
}

const HierarchyDescent::Level& HierarchyDescent::around(Cell finest, int block_class) {
    go_to(finest, block_class, all_27);
    return levels_[block_class];
}

HierarchyDescent::Window HierarchyDescent::window_above(Cell at, int c, const Window& w) const noexcept {
    const int step = classes_->step(c);
    const auto offset = [&](int place, int d) { return ((place + d) >> step) - (place >> step); };
    return {{offset(at.x, w.low.x), offset(at.y, w.low.y), offset(at.z, w.low.z)},
            {offset(at.x, w.high.x), offset(at.y, w.high.y), offset(at.z, w.high.z)}};
}

void HierarchyDescent::go_to(Cell finest, int c, const Window& window) {
    PathLevel& level = levels_[c];
    const Cell at = classes_->up(finest, c);
    if (level.on_path && level.at == at) {
        if (level.known.contains(window)) return;
        level.known.join(window);
    } else {
        level.at = at;
        level.on_path = true;
        level.has_runs = false;
        level.there = level.asked = 0;
        level.known = window;
        level.found.fill(0);
    }
    if (c == classes_->largest()) {
        know_largest(level);
    } else {
        go_to(finest, c + 1, window_above(at, c, level.known));
        know_from_above(level, c);
    }
}

void HierarchyDescent::know_largest(PathLevel& level) {
    const int c = classes_->largest();
    for (int dz = level.known.low.z; dz <= level.known.high.z; ++dz)
        for (int dy = level.known.low.y; dy <= level.known.high.y; ++dy)
            for (int dx = level.known.low.x; dx <= level.known.high.x; ++dx) {
                const int n = number_of(dx, dy, dz);
                if ((level.asked >> n & 1) != 0) continue;
                level.asked |= 1u << n;
                const std::uint64_t k = key(0, {level.at.x + dx, level.at.y + dy, level.at.z + dz}, c);
                const std::uint32_t cell = look_up(k);
                if (cell != HierarchyTable::none) know(level, n, k, cell);
            }
}

void HierarchyDescent::know_from_above(PathLevel& level, int c) {
    const Level& above = levels_[c + 1];
    const int step = classes_->step(c);
    for_each_child(level.at, c, level.known, [&](int parent, int child, std::uint32_t cell) {
        const Cell place = child_place(child);
        const Cell at{((above.at.x + parent % 3 - 1) << step) + place.x,
                      ((above.at.y + parent / 3 % 3 - 1) << step) + place.y,
                      ((above.at.z + parent / 9 - 1) << step) + place.z};
        const int n = number_of(at.x - level.at.x, at.y - level.at.y, at.z - level.at.z);
        know(level, n, key(above.key[parent], at, c), cell);
    });
}

void HierarchyDescent::know(Level& level, int n, std::uint64_t k, std::uint32_t cell) const noexcept {
    level.there |= 1u << n;
    level.cell[n] = cell;
    level.key[n] = k;
    level.children[n] = 0;
    for (; cell != HierarchyTable::none; cell = table_->following(cell)) level.children[n] |= (*table_)[cell].children;
}

template <class F>
void HierarchyDescent::for_each_child(Cell at, int c, const Window& window, F f) {
    PathLevel& above = levels_[c + 1];
    const int step = classes_->step(c), side = 1 << step;
    // Places of the window's ends among the children of the path's cell above; from -1 to one beyond the last.
    const Cell low{(at.x & (side - 1)) + window.low.x, (at.y & (side - 1)) + window.low.y,
                   (at.z & (side - 1)) + window.low.z};
    const Cell high{(at.x & (side - 1)) + window.high.x, (at.y & (side - 1)) + window.high.y,
                    (at.z & (side - 1)) + window.high.z};
    for (int dz = side_of(low.z, side); dz <= side_of(high.z, side); ++dz) {
        const std::uint64_t in_z = axis_children.z[places(low.z - dz * side, std::min(high.z - dz * side, side - 1))];
        for (int dy = side_of(low.y, side); dy <= side_of(high.y, side); ++dy) {
            const std::uint64_t in_yz =
                in_z & axis_children.y[places(low.y - dy * side, std::min(high.y - dy * side, side - 1))];
            for (int dx = side_of(low.x, side); dx <= side_of(high.x, side); ++dx) {
                const int n = number_of(dx, dy, dz);
                if ((above.there >> n & 1) == 0) continue;
                const std::uint64_t wanted =
                    above.children[n] & in_yz &
                    axis_children.x[places(low.x - dx * side, std::min(high.x - dx * side, side - 1))];
                for (std::uint64_t left = wanted & ~above.found[n]; left != 0; left &= left - 1) {
                    const int child = std::countr_zero(left);
                    const Cell place = child_place(child);
                    const Cell cell{((above.at.x + dx) << step) + place.x, ((above.at.y + dy) << step) + place.y,
                                    ((above.at.z + dz) << step) + place.z};
                    above.child_cell[n][child] = look_up(key(above.key[n], cell, c));
                }
                above.found[n] |= wanted;
                for (std::uint64_t left = wanted; left != 0; left &= left - 1) {
                    const int child = std::countr_zero(left);
                    if (const std::uint32_t cell = above.child_cell[n][child]; cell != HierarchyTable::none)
                        f(n, child, cell);
                }
            }
        }
    }
}

std::size_t HierarchyDescent::bytes() const noexcept {
    std::size_t runs = 0;
    for (const PathLevel& level : levels_) runs += level.runs.capacity() * sizeof(Range);
    return levels_.capacity() * sizeof(PathLevel) + runs;
}

}  // namespace spatial
