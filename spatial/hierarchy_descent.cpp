#include "spatial/hierarchy_descent.hpp"

#include <algorithm>
#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/hierarchy_key.hpp"

namespace spatial {

void HierarchyDescent::start(const HierarchyClasses& classes, const HierarchyOrder& order,
                             const HierarchyTable& table) {
    classes_ = &classes;
    order_ = &order;
    table_ = &table;
    started_ = false;
    if (levels_.size() < static_cast<std::size_t>(classes.count)) levels_.resize(classes.count);
    for (PathLevel& level : levels_) level.own = HierarchyTable::none;
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

void HierarchyDescent::go_on(Range block) {
    const int before = own_;
    slot_ = block.begin;
    own_ = classes_->at_exponent[order_->exponent(block.begin)];
    if (!started_) {
        for (int c = own_; c < classes_->count; ++c) on_path_[c] = find_on_path(block.begin, c);
        started_ = true;
        return;
    }
    // The cells that have begun since are those of the block's class and so many classes above.
    std::uint32_t cell = on_path_[before];
    const std::uint32_t last = cell;
    while (table_->points_of(cell).end <= block.begin) ++cell;
    for (int c = own_; cell > last; ++c) on_path_[c] = cell--;
}

std::uint32_t HierarchyDescent::find_on_path(Index slot, int c) const noexcept {
    // The first slot of the cell; what larger classes have in the same corner comes before it.
    Index first = slot;
    for (Index below = 0; below < first;) {
        const Index middle = below + (first - below) / 2;
        const bool inside = order_->difference(middle, slot) < classes_->exponent[c] &&
                            order_->exponent(middle) <= classes_->exponent[c];
        if (inside)
            first = middle;
        else
            below = middle + 1;
    }
    // The cells that begin there are numbered from the largest class down to that of the point.
    const int lowest = classes_->at_exponent[order_->exponent(first)];
    return table_->cell_of_slot(first) - static_cast<std::uint32_t>(c - lowest);
}

void HierarchyDescent::append_points(std::uint32_t cell, std::vector<Range>& runs) const {
    for (; cell != HierarchyTable::none; cell = table_->following(cell)) {
        const Range points = table_->points_of(cell);
        if (points.size() > 0) runs.push_back(points);
    }
}

std::uint64_t HierarchyDescent::children_of(std::uint32_t cell) const noexcept {
    std::uint64_t children = 0;
    for (; cell != HierarchyTable::none; cell = table_->following(cell)) children |= (*table_)[cell].children;
    return children;
}

void HierarchyDescent::append_larger(int c, std::vector<Range>& runs) {
    PathLevel& level = levels_[c];
    know(c, all_27);
    if (!level.has_runs) {
        level.runs.clear();
        level.runs.push_back(table_->points_of(level.own));
        for (std::uint32_t left = level.there & ~(1u << in_the_middle); left != 0; left &= left - 1)
            append_points(level.cell[std::countr_zero(left)], level.runs);
        join_runs(level.runs, 0);
        level.has_runs = true;
    }
    runs.insert(runs.end(), level.runs.begin(), level.runs.end());
}

void HierarchyDescent::collect(std::vector<Range>& runs) {
    const int c = own_, largest = classes_->largest();
    for (int larger = c + 1; larger <= largest; ++larger)
        if (classes_->holds(larger)) append_larger(larger, runs);
    if (c == largest) {
        append_larger(c, runs);
        return;
    }
    // The block's own class needs no level: nothing descends from here.
    const int step = classes_->step(c), number = order_->child(slot_, classes_->exponent[c], step);
    const Around& around = around_children.around[step - 1][number];
    know(c + 1, around.parents);
    PathLevel& above = levels_[c + 1];
    for (int p = 0; p < around.parts; ++p) {
        const auto [children, n] = around.part[p];
        if ((above.there >> n & 1) == 0) continue;
        const std::uint64_t wanted = above.children[n] & children;
        if (n == in_the_middle && c == 0) {
            // No other cells share these numbers.
            for (std::uint64_t left = wanted; left != 0; left &= left - 1)
                runs.push_back(table_->points_of(above.child_cell[n][std::countr_zero(left)]));
        } else {
            for_each_child(above, n, wanted, c, [&](int, std::uint32_t cell) { append_points(cell, runs); });
        }
    }
}

const HierarchyDescent::Level& HierarchyDescent::around() {
    know(own_, all_27);
    return levels_[own_];
}

void HierarchyDescent::know(int c, Window window) {
    PathLevel& level = levels_[c];
    if (level.own == on_path_[c]) {
        if (level.known.contains(window)) return;
        level.known.join(window);
    } else {
        level.own = on_path_[c];
        level.at = classes_->up(order_->cell(slot_), c);
        level.has_runs = false;
        level.there = level.asked = 0;
        level.known = window;
    }
    if (c == classes_->largest())
        know_largest(level);
    else
        know_from_above(level, c);
}

void HierarchyDescent::put(PathLevel& level, int n, std::uint64_t k, std::uint32_t cell,
                           std::uint64_t children) const noexcept {
    if ((level.there >> n & 1) == 0) level.found[n] = 0;
    level.there |= 1u << n;
    level.cell[n] = cell;
    level.key[n] = k;
    level.children[n] = children;
}

void HierarchyDescent::number_children(PathLevel& level, int c) const noexcept {
    // Cells are numbered depth first: behind a cell of class 1 come its children, behind one of class 2 each child
    // with its own.
    const std::uint64_t children = level.children[in_the_middle];
    std::uint32_t next = level.own + 1;
    for (std::uint64_t left = children; left != 0; left &= left - 1) {
        level.child_cell[in_the_middle][std::countr_zero(left)] = next;
        next += 1 + (c == 1 ? 0 : static_cast<std::uint32_t>(std::popcount((*table_)[next].children)));
    }
    level.found[in_the_middle] = children;
}

void HierarchyDescent::know_largest(PathLevel& level) {
    const int c = classes_->largest();
    for (std::uint32_t left = window_bits.of(level.known) & ~level.asked; left != 0; left &= left - 1) {
        const int n = std::countr_zero(left);
        const std::uint64_t k = additive_key(0, neighbour(level.at, n));
        if (n == in_the_middle) {
            put(level, n, k, level.own, (*table_)[level.own].children);
            if (c <= 2) number_children(level, c);
        } else if (const std::uint32_t cell = look_up(k); cell != HierarchyTable::none) {
            put(level, n, k, cell, children_of(cell));
        }
    }
    level.asked |= window_bits.of(level.known);
}

void HierarchyDescent::know_from_above(PathLevel& level, int c) {
    const int step = classes_->step(c), last = (1 << step) - 1;
    const ChildWindow window({level.at.x & last, level.at.y & last, level.at.z & last}, step, level.known);
    know(c + 1, window.parents());
    PathLevel& above = levels_[c + 1];

    if (level.there == 0) {
        put(level, in_the_middle, additive_key(above.key[in_the_middle], level.at), level.own,
            (*table_)[level.own].children);
        if (c <= 2) number_children(level, c);
    }
    const std::uint64_t itself = std::uint64_t{1} << child_number(level.at, step);
    for (std::uint32_t left = window_bits.of(window.parents()) & above.there; left != 0; left &= left - 1) {
        const int n = std::countr_zero(left);
        const Cell parent = neighbour(above.at, n);
        const std::uint64_t wanted = above.children[n] & window.children(n) & ~(n == in_the_middle ? itself : 0);
        for_each_child(above, n, wanted, c, [&](int child, std::uint32_t cell) {
            const Cell at = child_of(parent, child, step);
            const int m = neighbour_number(at.x - level.at.x, at.y - level.at.y, at.z - level.at.z);
            const bool certain = n == in_the_middle && c == 1;
            put(level, m, additive_key(above.key[n], at), cell, certain ? (*table_)[cell].children : children_of(cell));
        });
    }
}

template <class F>
void HierarchyDescent::for_each_child(PathLevel& above, int n, std::uint64_t wanted, int c, F f) {
    for (std::uint64_t left = wanted & ~above.found[n]; left != 0; left &= left - 1) {
        const int child = std::countr_zero(left);
        const Cell at = child_of(neighbour(above.at, n), child, classes_->step(c));
        above.child_cell[n][child] = look_up(additive_key(above.key[n], at));
    }
    above.found[n] |= wanted;
    for (std::uint64_t left = wanted; left != 0; left &= left - 1) {
        const int child = std::countr_zero(left);
        if (const std::uint32_t cell = above.child_cell[n][child]; cell != HierarchyTable::none) f(child, cell);
    }
}

std::size_t HierarchyDescent::bytes() const noexcept {
    std::size_t runs = 0;
    for (const PathLevel& level : levels_) runs += level.runs.capacity() * sizeof(Range);
    return levels_.capacity() * sizeof(PathLevel) + runs;
}

}  // namespace spatial
