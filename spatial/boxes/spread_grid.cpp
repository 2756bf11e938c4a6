#include "spatial/boxes/spread_grid.hpp"

#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/keep_room.hpp"

namespace spatial {

namespace {

// Vectors may be read beyond the last entry.
constexpr std::size_t padding = 16;

/// Calls visit(cell of the level, bits of the axes along which the box begins there).
template <class F>
void for_each_cell_under(const RowGrid& grid, const Box& b, F visit) {
    std::array<std::int32_t, 3> from{}, to{};
    const std::array<float, 3> low{b.min_x, b.min_y, b.min_z}, high{b.max_x, b.max_y, b.max_z};
    for (std::size_t a = 0; a < 3; ++a) {
        from[a] = grid.axes[a].index_of(grid.axes[a].coordinate(low[a]));
        to[a] = grid.axes[a].index_of(grid.axes[a].coordinate(high[a]));
    }
    for (std::int32_t z = from[2]; z <= to[2]; ++z)
        for (std::int32_t y = from[1]; y <= to[1]; ++y)
            for (std::int32_t x = from[0]; x <= to[0]; ++x)
                visit(static_cast<Index>((z * grid.axes[1].cells + y) * grid.axes[0].cells + x),
                      Index{x == from[0]} | Index{y == from[1]} << 1 | Index{z == from[2]} << 2);
}

}  // namespace

void SpreadGrid::build(const BoxStore& boxes, const std::array<double, 3>& typical_query) {
    const auto census = census_of(boxes);
    if (!plan_.still_fits(census)) plan_.make(census, typical_query);
    std::array<std::uint8_t, size_classes> level_of{};
    Index cells = 0;
    level_count_ = plan_.levels().size();
    for (std::size_t l = 0; l < level_count_; ++l) {
        const SpreadPlan::Level& planned = plan_.levels()[l];
        levels_[l] = {planned.grid, cells};
        cells += static_cast<Index>(planned.grid.cells());
        std::fill(level_of.begin() + planned.classes_from, level_of.begin() + planned.classes_to,
                  static_cast<std::uint8_t>(l));
    }
    const auto for_each_entry = [&](auto visit) {
        for (Index number = 0; number < boxes.end(); ++number) {
            if (!boxes.is_finite(number)) continue;
            const Level& level = levels_[level_of[size_class(boxes[number])]];
            for_each_cell_under(level.grid, boxes[number],
                                [&](Index cell, Index begins) { visit(level.first_cell + cell, begins, number); });
        }
    };
    first_.assign(cells + 1, 0);
    for_each_entry([&](Index cell, Index, Index) { ++first_[cell + 1]; });
    for (std::size_t cell = 0; cell < cells; ++cell) first_[cell + 1] += first_[cell];
    resize_with_room(entries_, words * first_.back() + padding);
    filled_.assign(first_.begin(), first_.end() - 1);
    for_each_entry([&](Index cell, Index begins, Index number) {
        const std::size_t count = first_[cell + 1] - first_[cell];
        float* const to = entries_.data() + words * first_[cell] + (filled_[cell]++ - first_[cell]);
        const Box& b = boxes[number];
        to[0] = b.min_x;
        to[count] = b.min_y;
        to[2 * count] = b.min_z;
        to[3 * count] = b.max_x;
        to[4 * count] = b.max_y;
        to[5 * count] = b.max_z;
        to[6 * count] = std::bit_cast<float>(number | begins << begins_shift);
    });
}

BroadCounters SpreadGrid::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    const View view{{levels_.data(), level_count_}, first_.data(), entries_.data()};
    scratch_.prepare();
    scratch_.for_each([](Scratch& scratch) { scratch.counters = {}; });
    constexpr std::size_t portion = 2048;
#pragma omp parallel for schedule(dynamic, 1) if (queries.size() > worth_a_team)
    for (std::size_t begin = 0; begin < queries.size(); begin += portion)
        answer_spread(view, queries, begin, std::min(begin + portion, queries.size()), scratch_.mine(), visit);
    BroadCounters all;
    scratch_.for_each([&](const Scratch& scratch) { all += scratch.counters; });
    return all;
}

void SpreadGrid::for_each_cell(BoxCellVisitor visit) const {
    for (std::size_t l = 0; l < level_count_; ++l) {
        const RowGrid& grid = levels_[l].grid;
        const int level = static_cast<int>(level_count_ - 1 - l);
        for (Index cell = 0; cell < grid.cells(); ++cell) {
            const Index* const first = first_.data() + levels_[l].first_cell + cell;
            if (first[1] > first[0]) visit({grid.box_of(cell), level, first[1] - first[0], false});
        }
    }
}

std::size_t SpreadGrid::bytes() const noexcept {
    std::size_t sum = (first_.capacity() + filled_.capacity()) * sizeof(Index) + entries_.capacity() * sizeof(float);
    scratch_.for_each([&](const Scratch& scratch) { sum += scratch.touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
