#include "spatial/hierarchy_insertion.hpp"

#include <algorithm>
#include <bit>

#include "spatial/hierarchy_window.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

namespace {

constexpr std::uint32_t none = HierarchyTable::none;

}  // namespace

NeighbourLists search_while_inserting(const Points& points, const SearchSettings& settings) {
    NeighbourLists lists;
    SearchWhileInserting(settings).run(points, lists);
    return lists;
}

void SearchWhileInserting::run(const Points& points, NeighbourLists& lists) {
    check(points);
    const std::size_t n = points.size();
    classes_ = HierarchyClasses::of(points, {});
    // A sparse cloud has about as many cells above the finest as points; a full one has fewer of all.
    const std::uint32_t length = settings_.table_size != 0 ? settings_.table_size : teschner_table_size(2 * n);
    table_.start(settings_.unbounded_table ? 0 : length, n);
    tested_by_.clear();
    inserted_.resize(n);
    earlier_.clear();
    first_earlier_.clear();
    counters_ = {.blocks = n};
    for (Index i = 0; i < n; ++i) {
        inserted_[i] = {points.x[i], points.y[i], points.z[i], points.reach_of(i), none};
        first_earlier_.push_back(earlier_.size());
        search(i);
        insert(i);
    }
    first_earlier_.push_back(earlier_.size());
    counters_.cells = table_.size();
    write(lists);
}

void SearchWhileInserting::open_windows(const Inserted& point, Cell finest) {
    const double reach = HierarchyClasses::margin(point.reach);
    const Cell low = classes_.finest_cell(point.x - reach, point.y - reach, point.z - reach);
    const Cell high = classes_.finest_cell(point.x + reach, point.y + reach, point.z + reach);
    for (int c = 0; c < classes_.count; ++c) {
        const Cell at = own_at_[c] = classes_.up(finest, c);
        if (c < own_class_) {
            window_[c] = {classes_.up(low, c), classes_.up(high, c)};
        } else if (classes_.holds(c)) {
            window_[c] = {{at.x - 1, at.y - 1, at.z - 1}, {at.x + 1, at.y + 1, at.z + 1}};
        } else {
            const int step = classes_.step(c - 1);
            const auto [from, to] = window_[c - 1];
            window_[c] = {{from.x >> step, from.y >> step, from.z >> step}, {to.x >> step, to.y >> step, to.z >> step}};
        }
    }
}

void SearchWhileInserting::search(Index i) {
    const Inserted& point = inserted_[i];
    own_class_ = classes_.at_exponent[classes_.exponent_of(point.reach)];
    open_windows(point, classes_.finest_cell(point.x, point.y, point.z));
    own_cell_.fill(none);

    const int largest = classes_.largest();
    to_visit_.clear();
    const auto [low, high] = window_[largest];
    for (int z = low.z; z <= high.z; ++z)
        for (int y = low.y; y <= high.y; ++y)
            for (int x = low.x; x <= high.x; ++x) visit({x, y, z}, 0, largest);

    for (int c = largest; c >= 0; --c) {
        // More cells than there are: in a table that is much too short nearly all children are false ones. It is
        // cheaper to test everybody then.
        if (to_visit_.size() > table_.size()) {
            for (std::uint32_t cell = 0; cell < table_.size(); ++cell) test_points_in(cell, i);
            return;
        }
        visited_.swap(to_visit_);
        to_visit_.clear();
        for (const Visited& here : visited_) {
            if (classes_.holds(c)) test_points_in(here.cell, i);
            if (c == 0) continue;
            const int step = classes_.step(c - 1), last = (1 << step) - 1;
            const Cell corner{here.at.x << step, here.at.y << step, here.at.z << step};
            const auto along = [last](int from, int to, int start) {
                return places(from - start, std::min(to - start, last));
            };
            const auto [from, to] = window_[c - 1];
            for (std::uint64_t left = table_[here.cell].children & axis_children.x[along(from.x, to.x, corner.x)] &
                                      axis_children.y[along(from.y, to.y, corner.y)] &
                                      axis_children.z[along(from.z, to.z, corner.z)];
                 left != 0; left &= left - 1)
                visit(child_of(here.at, std::countr_zero(left), step), here.key, c - 1);
        }
    }
}

void SearchWhileInserting::visit(Cell at, std::uint64_t parent_key, int c) {
    const std::uint64_t key = additive_key(parent_key, at);
    const std::uint32_t cell = table_.find(key);
    ++counters_.lookups;
    if (cell == none) {
        ++counters_.empty;
        return;
    }
    if (at == own_at_[c]) own_cell_[c] = cell;
    to_visit_.push_back({at, cell, key});
}

void SearchWhileInserting::test_points_in(std::uint32_t cell, Index i) {
    if (tested_by_[cell] == i) return;
    tested_by_[cell] = i;
    const Inserted& point = inserted_[i];
    for (Index j = table_[cell].first; j != none; j = inserted_[j].before) {
        const Inserted& other = inserted_[j];
        const float squared = squared_distance(point.x - other.x, point.y - other.y, point.z - other.z);
        if (in_reach(squared, point.reach, other.reach)) earlier_.push_back(j);
    }
}

/// Listing 1, but that it asks only for cells that the search has not met.
void SearchWhileInserting::insert(Index i) {
    std::uint64_t key = 0;
    std::uint32_t parent = none;
    for (int c = classes_.largest(); c >= own_class_; --c) {
        key = additive_key(key, own_at_[c]);
        const std::uint32_t cell = own_cell_[c] != none ? own_cell_[c] : table_.find_or_add(key);
        if (cell == tested_by_.size()) tested_by_.push_back(none);
        if (parent != none) table_[parent].children |= std::uint64_t{1} << child_number(own_at_[c], classes_.step(c));
        parent = cell;
    }
    inserted_[i].before = table_[parent].first;
    table_[parent].first = i;
}

void SearchWhileInserting::write(NeighbourLists& lists) {
    const std::size_t n = inserted_.size();
    lists.first.assign(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const auto begin = earlier_.begin() + static_cast<std::ptrdiff_t>(first_earlier_[i]);
        const auto end = earlier_.begin() + static_cast<std::ptrdiff_t>(first_earlier_[i + 1]);
        std::sort(begin, end);
        lists.first[i + 1] += static_cast<std::uint64_t>(end - begin);
        for (auto j = begin; j != end; ++j) ++lists.first[*j + 1];
    }
    for (std::size_t i = 0; i < n; ++i) lists.first[i + 1] += lists.first[i];
    lists.ids.resize(lists.first[n]);
    // The earlier ones of a point are written when it is its turn, the later ones each at theirs: ascending.
    next_id_.assign(lists.first.begin(), lists.first.end());
    for (Index i = 0; i < n; ++i)
        for (std::uint64_t k = first_earlier_[i]; k < first_earlier_[i + 1]; ++k) {
            lists.ids[next_id_[i]++] = earlier_[k];
            lists.ids[next_id_[earlier_[k]]++] = i;
        }
}

std::size_t SearchWhileInserting::bytes() const noexcept {
    return table_.bytes() + (visited_.capacity() + to_visit_.capacity()) * sizeof(Visited) +
           inserted_.capacity() * sizeof(Inserted) + (tested_by_.capacity() + earlier_.capacity()) * sizeof(Index) +
           (first_earlier_.capacity() + next_id_.capacity()) * sizeof(std::uint64_t);
}

}  // namespace spatial
