#include "spatial/hierarchical_hash.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "spatial/hierarchy_key.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

void HierarchicalHash::build(const Points& points) {
    check(points);
    counters_ = {};
    classes_ = HierarchyClasses::of(points, choice_);
    order_.sort(points, classes_);
    insert_cells();
    make_blocks();
    find_ranges(points);
}

int HierarchicalHash::begins_at(Index slot) const noexcept {
    if (slot == 0) return classes_.largest();
    const int differing = order_.difference(slot - 1, slot);
    // The slot before has cells down to its own class; below that, everything is new in any case.
    const int parting = differing < 0 ? -1 : classes_.at_exponent[differing];
    return std::max(parting, class_of(slot - 1) - 1);
}

void HierarchicalHash::insert_cells() {
    const auto n = static_cast<Index>(order_.order().size());
    const std::size_t team = n < worth_a_team ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    portions_.resize(team);
#pragma omp parallel for schedule(static, 1) if (team > 1)
    for (std::size_t p = 0; p < team; ++p) {
        Portion& portion = portions_[p];
        portion.begin = static_cast<Index>(n * p / team);
        portion.end = static_cast<Index>(n * (p + 1) / team);
        std::uint32_t cells = 0;
        for (Index slot = portion.begin; slot < portion.end; ++slot)
            cells += static_cast<std::uint32_t>(std::max(0, begins_at(slot) - class_of(slot) + 1));
        portion.first_cell = cells;
    }
    std::uint32_t cells = 0;
    for (Portion& portion : portions_) portion.first_cell = std::exchange(cells, cells + portion.first_cell);

    // Twice as many entries as points, or where cells are more, as cells. In a full cloud a shared entry brings eight
    // points for nothing; there cells are few, and so are shared entries: one look-up in twenty.
    const std::uint32_t length = asked_table_size_ != 0 ? asked_table_size_ : teschner_table_size(std::max(n, cells));
    table_.start(unbounded_ ? 0 : length, cells);
    table_.make(cells, n);
    subtrees_.make(classes_.holding == 1 ? 0 : cells);
#pragma omp parallel for schedule(static, 1) if (team > 1)
    for (std::size_t p = 0; p < team; ++p) make_cells(portions_[p]);

    // Cells that were open at the end of a portion have further children in the next ones.
    for (std::size_t p = 1; p < team; ++p) {
        const Portion& before = portions_[p - 1];
        Portion& portion = portions_[p];
        for (int c = 0; c < classes_.count; ++c) {
            if (portion.open[c] == HierarchyTable::none) portion.open[c] = before.open[c];
            if (portion.children_of_open[c] != 0) table_[before.open[c]].children |= portion.children_of_open[c];
        }
    }
    counters_.collisions = table_.link();
}

void HierarchicalHash::make_cells(Portion& portion) {
    portion.children_of_open.fill(0);
    portion.open.fill(HierarchyTable::none);
    if (portion.begin == portion.end) return;

    std::array<std::uint64_t, HierarchyClasses::most + 1> key{};  // of the open cell of each class, 0 above the largest
    const int largest = classes_.largest();
    const auto open_key = [&](Cell finest, int c) { key[c] = additive_key(key[c + 1], classes_.up(finest, c)); };
    if (portion.begin > 0)
        for (int c = largest; c >= 0; --c) open_key(order_.cell(portion.begin - 1), c);

    std::uint32_t next = portion.first_cell;
    for (Index slot = portion.begin; slot < portion.end; ++slot) {
        const int own = class_of(slot);
        int c = begins_at(slot);
        if (c < own) continue;
        const Cell finest = order_.cell(slot);
        for (; c >= own; --c) {
            open_key(finest, c);
            if (c < largest) {
                const std::uint64_t child = std::uint64_t{1} << child_number(classes_.up(finest, c), classes_.step(c));
                const std::uint32_t parent = portion.open[c + 1];
                (parent == HierarchyTable::none ? portion.children_of_open[c + 1] : table_[parent].children) |= child;
            }
            table_.set(next, key[c], 0, slot);
            subtrees_.set(next, c);
            portion.open[c] = next++;
        }
    }
}

void HierarchicalHash::make_blocks() {
    blocks_.clear();
    subtrees_.close(table_);
    for (std::uint32_t cell = 0; cell < table_.size(); ++cell)
        if (const Range points = table_.points_of(cell); points.size() > 0) {
            blocks_.add(points);
            ++counters_.cells;
        }
}

void HierarchicalHash::find_ranges(const Points& points) {
    descent_.prepare();
    subdivision_.prepare();
    const bool mixed = classes_.holding != 1;
    const auto start = [&] { descent_.mine().start(classes_, order_, table_); };
    const auto find = [&](Range queries, std::vector<Range>& runs) {
        HierarchyDescent& descent = descent_.mine();
        descent.go_on(queries);
        descent.collect(runs);
        if (mixed && descent.block_class() > 0) subdivision_.mine().collect(descent, subtrees_, points, queries, runs);
        return descent.take_counters();
    };
    counters_ += blocks_.find_ranges(start, find);
}

void HierarchicalHash::for_each_cell(CellVisitor visit) const {
    const auto n = static_cast<Index>(order_.order().size());
    for (Index begin = 0, end = 0; begin < n; begin = end) {
        while (++end < n && order_.alike(begin, end)) {
        }
        const int c = class_of(begin);
        visit({box_of(classes_.absolute(classes_.up(order_.cell(begin), c), c), classes_.size(c)), {begin, end}, c});
    }
}

void HierarchicalHash::for_each_class_cell(FunctionRef<void(const ClassCell&)> visit) const {
    std::uint32_t cell = 0;
    for (Index slot = 0; slot < order_.order().size(); ++slot)
        for (int c = begins_at(slot); c >= class_of(slot); --c)
            visit({c, classes_.absolute(classes_.up(order_.cell(slot), c), c), table_[cell++].children});
}

std::string HierarchicalHash::note() const {
    std::string sizes;
    for (int c = 0; c < classes_.count; ++c) {
        char size[32];
        std::snprintf(size, sizeof size, "%s%.3g", c == 0 ? "" : ", ", classes_.size(c));
        sizes += size;
    }
    return std::to_string(classes_.count) + (classes_.count == 1 ? " class: " : " classes: ") + sizes + " m";
}

std::size_t HierarchicalHash::bytes() const noexcept {
    std::size_t scratch = 0;
    descent_.for_each([&](const HierarchyDescent& d) { scratch += d.bytes(); });
    subdivision_.for_each([&](const HierarchySubdivision& s) { scratch += s.bytes(); });
    return order_.bytes() + table_.bytes() + subtrees_.bytes() + portions_.capacity() * sizeof(Portion) +
           blocks_.bytes() + scratch;
}

}  // namespace spatial
