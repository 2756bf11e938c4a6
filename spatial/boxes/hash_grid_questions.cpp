#include "spatial/boxes/hash_grid_questions.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/boxes/in_portions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_questions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// Runs of slots, few.
struct Runs {
    static constexpr std::size_t most = 32;
    Range run[most];
    std::size_t count = 0;
    std::uint64_t lookups = 0, cells = 0;

    /// Adds the objects of the cells [first, last], which are in one line; nobody's where there are none.
    HWY_INLINE void add(const HashGrid::Line& line, unsigned first, unsigned last, const Index* cell_begins) {
        lookups += last - first + 1;
        const std::uint64_t asked = line.occupied >> first & (~std::uint64_t{0} >> (63 - (last - first)));
        const std::uint64_t below = line.occupied & ((std::uint64_t{1} << first) - 1);
        const Index* const begin = cell_begins + line.first_cell + std::popcount(below);
        const int occupied = std::popcount(asked);
        cells += static_cast<unsigned>(occupied);
        run[count++] = {begin[0], begin[occupied]};
    }
};

/// One grid, asked for runs.
class Cells {
public:
    Cells() = default;
    HWY_INLINE Cells(const HashGrid& grid, const Index* cell_begins)
        : lines_(grid.lines().data()), begins_(cell_begins), shape_(grid.shape()) {}

    /// The cells from first_x on, at most all there are in the row, folded.
    HWY_INLINE void row(std::int32_t first_x, std::uint32_t count, std::uint32_t row, Runs& runs) const {
        const std::uint32_t first = static_cast<std::uint32_t>(first_x) & shape_.x_mask();
        const std::uint32_t to_end = shape_.x_mask() + 1 - first;
        line_by_line(row + first, row + first + std::min(count, to_end) - 1, runs);
        if (count > to_end) line_by_line(row, row + count - to_end - 1, runs);
    }
    HWY_INLINE void line_by_line(std::uint32_t first, std::uint32_t last, Runs& runs) const {
        while (HWY_UNLIKELY(first / 64 != last / 64)) {
            runs.add(lines_[first / 64], first % 64, 63, begins_);
            first = (first / 64 + 1) * 64;
        }
        runs.add(lines_[first / 64], first % 64, last % 64, begins_);
    }
    [[nodiscard]] HWY_INLINE std::uint32_t row_of(std::int32_t y, std::int32_t z) const {
        return shape_.fold({0, y, z});
    }
    [[nodiscard]] HWY_INLINE const GridShape& shape() const { return shape_; }

private:
    const HashGrid::Line* lines_ = nullptr;
    const Index* begins_ = nullptr;
    GridShape shape_;
};

/// Half of a cell's neighbours, the next one along x first.
HWY_INLINE void half_of_the_neighbours(const Cells& cells, std::uint32_t cell, Runs& runs) {
    const GridShape& shape = cells.shape();
    const std::uint32_t x = cell & shape.x_mask(), y = cell >> shape.x_bits & shape.y_mask(),
                        z = cell >> (shape.x_bits + shape.y_bits);
    // One above the border wraps around to 0, and so does, in unsigned numbers, one below.
    const bool is_inner = x - 1 < shape.x_mask() - 1 && y - 1 < shape.y_mask() - 1 && z < shape.z_mask();
    if (HWY_LIKELY(is_inner)) {
        // The four offsets that all inner cells share.
        const std::uint32_t up = 1u << shape.x_bits, back = up << shape.y_bits;
        cells.line_by_line(cell + 1, cell + 1, runs);
        cells.line_by_line(cell + up - 1, cell + up + 1, runs);
        cells.line_by_line(cell + back - up - 1, cell + back - up + 1, runs);
        cells.line_by_line(cell + back - 1, cell + back + 1, runs);
        cells.line_by_line(cell + back + up - 1, cell + back + up + 1, runs);
        return;
    }
    const auto ix = static_cast<std::int32_t>(x), iy = static_cast<std::int32_t>(y), iz = static_cast<std::int32_t>(z);
    cells.row(ix + 1, 1, cells.row_of(iy, iz), runs);
    for (const std::uint32_t row : {cells.row_of(iy + 1, iz), cells.row_of(iy - 1, iz + 1), cells.row_of(iy, iz + 1),
                                    cells.row_of(iy + 1, iz + 1)})
        cells.row(ix - 1, 3, row, runs);
}

/// The cells of a grid in which somebody can be keyed who touches a box no larger than its cells.
class LargerGrid {
public:
    LargerGrid() = default;
    LargerGrid(const HashGrid& grid, const Index* cell_begins) : cells_(grid, cell_begins), inverse_(grid.inverse()) {}

    HWY_INLINE const Runs& around(const Box& box) {
        const Cell low{cell_coordinate(box.min_x, inverse_) - 1, cell_coordinate(box.min_y, inverse_) - 1,
                       cell_coordinate(box.min_z, inverse_) - 1};
        const Cell high{cell_coordinate(box.max_x, inverse_), cell_coordinate(box.max_y, inverse_),
                        cell_coordinate(box.max_z, inverse_)};
        // Objects of a cell follow each other, and most ask the same.
        if (low == low_ && high == high_) return runs_;
        low_ = low;
        high_ = high;
        runs_.count = 0;
        const auto along_x = static_cast<std::uint32_t>(high.x - low.x + 1);
        for (std::int32_t z = low.z; z <= high.z; ++z)
            for (std::int32_t y = low.y; y <= high.y; ++y) cells_.row(low.x, along_x, cells_.row_of(y, z), runs_);
        return runs_;
    }
    [[nodiscard]] const Runs& runs() const { return runs_; }

private:
    Cells cells_;
    double inverse_ = 0.0;
    Cell low_{0, 0, 0}, high_{-1, -1, -1};
    Runs runs_;
};

/// Within one grid, of the objects in the lines whose first slot is one of these.
BroadCounters pairs_within_target(const GridQuestion& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    const HashGrid& grid = *question.grids[which].grid;
    const Cells cells(grid, question.cell_begins);
    const Index* const begins = question.cell_begins;
    BroadCounters counters;
    PairPages pages(found);
    std::size_t on_page = 0;
    const std::size_t before = found.size();
    grid.for_each_line([&](std::uint32_t number) HWY_ATTR {
        const HashGrid::Line& line = grid.lines()[number];
        const Index* begin = begins + line.first_cell;
        if (*begin < slots.begin || *begin >= slots.end) return;
        // Copies of what the loop reads: for all the compiler knows, writing pairs could change what is captured.
        const BoxColumnsView boxes = question.boxes;
        const Cells around_here = cells;
        std::size_t length = on_page;
        BroadCounters work;
        for (std::uint64_t bits = line.occupied; bits != 0; bits &= bits - 1, ++begin) {
            Runs runs;
            half_of_the_neighbours(around_here, 64 * number + static_cast<unsigned>(std::countr_zero(bits)), runs);
            work.lookups += runs.lookups + 1;
            work.cells += runs.cells + 1;
            const Range own{begin[0], begin[1]};
            // The next cell follows in memory, unless a row or a line ends between them.
            const bool goes_on = runs.run[0].begin == own.end;
            const Index own_end = goes_on ? runs.run[0].end : own.end;
            const std::size_t first_run = goes_on ? 1 : 0;
            const std::uint64_t others = size_of(std::span(runs.run, runs.count)) - (goes_on ? runs.run[0].size() : 0);
            for (Index slot = own.begin; slot < own.end; ++slot) {
                const OneBox box(boxes[slot]);
                const Index its_number = boxes.number[slot];
                work.candidates += own_end - slot - 1 + others;
                length = pages.test(boxes, box, its_number, {slot + 1, own_end}, length);
                for (std::size_t r = first_run; r < runs.count; ++r)
                    length = pages.test(boxes, box, its_number, runs.run[r], length);
            }
        }
        on_page = length;
        counters += work;
    });
    pages.empty(on_page);
    counters.pairs = found.size() - before;
    return counters;
}

/// Of the objects in the slots, which are of one grid, with those of grids of larger cells.
BroadCounters pairs_across_target(const GridQuestion& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    constexpr std::size_t at_a_time = 16;  // grids: as many as there are for most
    const BoxColumnsView boxes = question.boxes;
    BroadCounters counters;
    PairPages pages(found);
    std::size_t length = 0;
    const std::size_t before = found.size();
    for (std::size_t first = which + 1; first < question.grids.size(); first += at_a_time) {
        std::array<LargerGrid, at_a_time> larger;
        const std::size_t count = std::min(at_a_time, question.grids.size() - first);
        for (std::size_t k = 0; k < count; ++k)
            larger[k] = LargerGrid(*question.grids[first + k].grid, question.cell_begins);
        for (Index slot = slots.begin; slot < slots.end; ++slot) {
            const OneBox box(boxes[slot]);
            for (std::size_t k = 0; k < count; ++k) {
                const Runs& around = larger[k].around(boxes[slot]);
                counters.candidates += size_of(std::span(around.run, around.count));
                for (std::size_t r = 0; r < around.count; ++r)
                    length = pages.test(boxes, box, boxes.number[slot], around.run[r], length);
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            counters.lookups += larger[k].runs().lookups;
            counters.cells += larger[k].runs().cells;
        }
    }
    pages.empty(length);
    counters.pairs = found.size() - before;
    return counters;
}

BroadCounters all_target(const GridQuestion& question, std::vector<BoxPair>& found) {
    const BoxColumnsView boxes = question.boxes;
    const std::uint64_t n = question.slots, before = found.size();
    PairPages pages(found);
    std::size_t length = 0;
    for (Index slot = 0; slot + 1 < n; ++slot)
        length = pages.test(boxes, OneBox(boxes[slot]), boxes.number[slot], {slot + 1, question.slots}, length);
    pages.empty(length);
    return {.candidates = n < 2 ? 0 : n * (n - 1) / 2, .pairs = found.size() - before};
}

/// Appends whom the query touches in one grid; `found` has a length of its own.
BroadCounters touching_target(const GridQuestion& question, const Box& query, std::vector<Index>& found) {
    BroadCounters counters;
    const OneBox box(query);
    std::size_t count = 0;
    const auto test = [&](Range run) HWY_ATTR {
        counters.candidates += run.size();
        if (found.size() < count + run.size() + box_lanes) found.resize(2 * count + run.size() + box_lanes);
        count = static_cast<std::size_t>(box.touching(question.boxes, run, found.data() + count) - found.data());
    };
    if (question.grids.empty()) test({0, question.slots});
    for (const GridView& view : question.grids) {
        const HashGrid& grid = *view.grid;
        const GridShape& shape = grid.shape();
        const CellRange asked = cells_under(query, grid.inverse());
        // Objects reach up to one cell further than they are keyed; and no cell is asked twice, however long the query.
        const auto length = [](std::int32_t low, std::int32_t high, std::uint32_t mask) {
            return std::min(static_cast<std::uint32_t>(high - low) + 2, mask + 1);
        };
        const std::uint32_t x = length(asked.min.x, asked.max.x, shape.x_mask()),
                            y = length(asked.min.y, asked.max.y, shape.y_mask()),
                            z = length(asked.min.z, asked.max.z, shape.z_mask());
        if (double{1} * x * y * z >= static_cast<double>(grid.occupied_cells())) {
            counters.lookups += grid.occupied_cells();
            counters.cells += grid.occupied_cells();
            test(view.slots);
            continue;
        }
        const Cells cells(grid, question.cell_begins);
        Runs runs;
        for (std::uint32_t k = 0; k < z; ++k)
            for (std::uint32_t j = 0; j < y; ++j) {
                runs.count = 0;
                cells.row(asked.min.x - 1, x,
                          cells.row_of(asked.min.y - 1 + static_cast<std::int32_t>(j),
                                       asked.min.z - 1 + static_cast<std::int32_t>(k)),
                          runs);
                for (std::size_t r = 0; r < runs.count; ++r) test(runs.run[r]);
            }
        counters.lookups += runs.lookups;
        counters.cells += runs.cells;
    }
    counters.pairs = count;
    return counters;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(pairs_within_target);
HWY_EXPORT(pairs_across_target);
HWY_EXPORT(all_target);
HWY_EXPORT(touching_target);

namespace {
#pragma omp declare reduction(add:BroadCounters : omp_out += omp_in) initializer(omp_priv = BroadCounters{})
}  // namespace

BroadCounters pairs_of_all(const GridQuestion& question, std::vector<BoxPair>& found) {
    return HWY_DYNAMIC_DISPATCH(all_target)(question, found);
}

BroadCounters pairs_in_grids(const GridQuestion& question, std::vector<std::vector<BoxPair>>& scratch,
                             std::vector<BoxPair>& found) {
    // Portions of slots one after the other: pairs come in the same order however many there are.
    const std::size_t portions = question.slots < worth_a_team ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const auto part = [&](std::size_t p) { return static_cast<Index>(question.slots * p / portions); };
    const auto in_every_grid = [&](auto find) {
        return in_portions<BroadCounters>(portions, scratch, found, [&](std::size_t p, std::vector<BoxPair>& to) {
            BroadCounters counters;
            for (std::size_t g = 0; g < question.grids.size(); ++g) {
                const Range all = question.grids[g].slots;
                const Range some{std::max(all.begin, part(p)), std::min(all.end, part(p + 1))};
                if (some.begin < some.end) counters += find(g, some, to);
            }
            return counters;
        });
    };
    BroadCounters counters = in_every_grid([&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
        return HWY_DYNAMIC_DISPATCH(pairs_within_target)(question, g, slots, to);
    });
    if (question.grids.size() > 1)
        counters += in_every_grid([&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_across_target)(question, g, slots, to);
        });
    return counters;
}

BroadCounters touching_in_grids(const GridQuestion& question, std::span<const Box> queries,
                                PerThread<std::vector<Index>>& scratch, TouchVisitor visit) {
    scratch.prepare();
    BroadCounters sum;
#pragma omp parallel for schedule(dynamic, 64) reduction(add : sum) if (queries.size() >= worth_a_team)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Index>& touched = scratch.mine();
        const BroadCounters counters = HWY_DYNAMIC_DISPATCH(touching_target)(question, queries[q], touched);
        sum += counters;
        if (counters.pairs > 0) visit(static_cast<Index>(q), std::span(touched).first(counters.pairs));
    }
    return sum;
}

}  // namespace spatial
#endif
