#include "spatial/cell_indexing.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "spatial/bounds.hpp"
#include "spatial/keep_room.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/run_list.hpp"

namespace spatial {

namespace {

// Cells of a row are one block as long as they hold no more queries than this: fewer gather the same candidates again
// and again, more test each other's.
constexpr Index dozen = 12;
// And as long as they span no more than a reach and these: a long block has far candidates.
constexpr std::size_t cells_beyond_reach = 2;
// Points that share a cell of the best size, measured with 30 to 900 neighbours.
constexpr double best_crowd = 16.0;

// Portions of a sweep. By the number of points alone: blocks must not depend on the team.
constexpr std::size_t most_portions = 128, least_portion = 256;

/// The masks of one to four cells along a reach.
const HMask& mask_of(int cells) {
    static const std::array<HMask, 4> masks{HMask(1), HMask(2), HMask(3), HMask(4)};
    return masks[static_cast<std::size_t>(cells - 1)];
}

/// Cells along a reach, given how many points share a cell that is as wide as the reach.
int best_subdivision(double crowd) {
    return std::clamp(static_cast<int>(std::lround(std::cbrt(crowd / best_crowd))), 1, 4);
}

/// The smallest mask that has a cell so far away, in cells along each axis.
int mask_with(int dx, int dy, int dz) noexcept {
    const auto between = [](int d) { return std::max(std::abs(d) - 1, 0); };
    const int squared = between(dx) * between(dx) + between(dy) * between(dy) + between(dz) * between(dz);
    int cells = 1;
    while (cells * cells <= squared) ++cells;
    return cells;
}

}  // namespace

CellIndexing::Grid CellIndexing::make_grid(const Points& points, const Box& box, int subdivision) {
    Grid grid{.subdivision = subdivision,
              .edge = static_cast<double>(longest_reach(points)) * cell_margin / subdivision,
              .corner = {box.min_x, box.min_y, box.min_z}};
    const auto coordinate = [&](float x, double corner) { return std::floor((x - corner) * (1.0 / grid.edge)); };
    grid.last = {coordinate(box.max_x, box.min_x), coordinate(box.max_y, box.min_y), coordinate(box.max_z, box.min_z)};
    grid.layout = KeyLayout::needed_for(points.size(), grid.last);
    return grid;
}

Cell CellIndexing::Grid::last_cell() const noexcept {
    return {static_cast<std::int32_t>(last.x), static_cast<std::int32_t>(last.y), static_cast<std::int32_t>(last.z)};
}

void CellIndexing::build(const Points& points) {
    spatial::check(points);
    const Box box = box_around(points);
    const Grid grid = make_grid(points, box, std::max(asked_subdivision_, 1));
    spatial::check(grid.layout, points.size(), grid.last);
    index(points, grid);
    if (asked_subdivision_ == 0 && points.size() > 0) {
        // Sorting twice costs little beside what so crowded cells cost in every pass over their candidates.
        const int best = best_subdivision(static_cast<double>(points.size()) / cells());
        const Grid finer = make_grid(points, box, best);
        if (best > 1 && finer.layout.fits()) index(points, finer);
    }
    note_reaches(points);
}

void CellIndexing::index(const Points& points, const Grid& grid) {
    grid_ = grid;
    make_keys(points);
    sort_.sort(keys_, grid_.layout.index_bits, grid_.layout.bits());
    list_cells();
}

void CellIndexing::make_keys(const Points& points) {
    const std::size_t n = points.size();
    const KeyLayout layout = grid_.layout;
    const double corner_x = grid_.corner[0], corner_y = grid_.corner[1], corner_z = grid_.corner[2];
    const double inverse_edge = 1.0 / grid_.edge;
    // In double, as all cell coordinates (cells.hpp). Nothing is left of the corner, so cutting off is rounding down.
    const auto coordinate = [=](float x, double corner) {
        return static_cast<std::int32_t>((x - corner) * inverse_edge);
    };
    keys_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_sorting_together)
    for (std::size_t i = 0; i < n; ++i)
        keys_[i] = layout.key(
            static_cast<Index>(i),
            {coordinate(points.x[i], corner_x), coordinate(points.y[i], corner_y), coordinate(points.z[i], corner_z)});
}

/// A cell begins at each slot whose key has another cell number than the one before it.
void CellIndexing::list_cells() {
    const std::size_t n = keys_.size();
    const KeyLayout layout = grid_.layout;
    const std::size_t portions = n < worth_sorting_together ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const auto part = [&](std::size_t p) { return n * p / portions; };
    const auto begins = [&](std::size_t slot) {
        return slot == 0 || layout.cell_number_of(keys_[slot]) != layout.cell_number_of(keys_[slot - 1]);
    };
    order_.resize(n);
    heads_.assign(portions, 0);
#pragma omp parallel num_threads(static_cast <int>(portions)) if (portions > 1)
    {
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index heads = 0;
            for (std::size_t slot = part(p); slot < part(p + 1); ++slot) {
                order_[slot] = layout.index_of(keys_[slot]);
                heads += begins(slot);
            }
            heads_[p] = heads;
        }
#pragma omp single
        {
            Index sum = 0;
            for (Index& heads : heads_) {
                const Index before = sum;
                sum += heads;
                heads = before;
            }
            resize_with_room(numbers_, sum + CellSweep::sentinels);
            std::fill(numbers_.begin() + sum, numbers_.end(), ~std::uint64_t{0});
            resize_with_room(first_, sum + 1);
            first_[sum] = static_cast<Index>(n);
        }
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            std::size_t end = part(p + 1);
            while (end > part(p) && !begins(end - 1)) --end;
            // Without a branch, which where cells are small nobody could predict: what is no cell's first is written
            // over by what is.
            Index cell = heads_[p];
            for (std::size_t slot = part(p); slot < end; ++slot) {
                numbers_[cell] = layout.cell_number_of(keys_[slot]);
                first_[cell] = static_cast<Index>(slot);
                cell += begins(slot);
            }
        }
    }
}

void CellIndexing::note_reaches(const Points& points) {
    cells_in_reach_.clear();
    if (points.one_reach()) return;
    const double cells_a_metre = cell_margin / grid_.edge;
    const Index count = cells();
    resize_with_room(cells_in_reach_, count);
#pragma omp parallel for schedule(static) if (points.size() >= worth_sorting_together)
    for (Index cell = 0; cell < count; ++cell) {
        float longest = 0.0f;
        for (Index slot = first_[cell]; slot < first_[cell + 1]; ++slot)
            longest = std::max(longest, points.reach[order_[slot]]);
        const int rounded_up = static_cast<int>(std::ceil(longest * cells_a_metre));
        cells_in_reach_[cell] = static_cast<std::uint8_t>(std::clamp(rounded_up, 1, grid_.subdivision));
    }
}

/// Calls f(cells, queries) for every block that begins in `slots`: some cells of one row, or a portion of a crowded
/// one.
template <class F>
void CellIndexing::for_each_block_of(Range slots, F f) const {
    const auto span = static_cast<std::uint64_t>(grid_.subdivision) + cells_beyond_reach;
    const int x_bits = grid_.layout.x_bits;
    const Index count = cells();
    auto cell = static_cast<Index>(std::upper_bound(first_.begin(), first_.end(), slots.begin) - first_.begin() - 1);
    while (cell < count && first_[cell] < slots.end) {
        const Range points{first_[cell], first_[cell + 1]};
        Index end = cell + 1;
        if (points.size() > longest_block) {
            const std::uint64_t portions = (points.size() + longest_block - 1) / longest_block;
            const auto part = [&](std::uint64_t p) {
                return points.begin + static_cast<Index>(points.size() * p / portions);
            };
            for (std::uint64_t p = 0; p < portions; ++p)
                if (part(p) >= slots.begin && part(p) < slots.end) f(CellRun{cell, end}, Range{part(p), part(p + 1)});
        } else if (points.begin >= slots.begin) {
            const std::uint64_t row_end = ((numbers_[cell] >> x_bits) + 1) << x_bits;
            const std::uint64_t limit = std::min(numbers_[cell] + span, row_end);
            while (numbers_[end] < limit && first_[end] < slots.end && first_[end + 1] - points.begin <= dozen) ++end;
            f(CellRun{cell, end}, Range{points.begin, first_[end]});
        }
        cell = end;
    }
}

/// Calls f(portion, sweep, cells, queries) for every block with a query in it, in parallel.
template <class F>
void CellIndexing::sweep_blocks(Queries queries, F f) const {
    const std::size_t n = order_.size();
    const std::size_t portions = std::clamp<std::size_t>(n / least_portion, 1, most_portions);
    const auto part = [&](std::size_t p) { return static_cast<Index>(n * p / portions); };
#pragma omp parallel for schedule(dynamic, 1) if (portions > 1)
    for (std::size_t p = 0; p < portions; ++p) {
        CellSweep sweep(grid_.layout, grid_.last_cell(), mask_of(grid_.subdivision).rows(), numbers_);
        for_each_block_of({part(p), part(p + 1)}, [&](CellRun cells, Range block) {
            if (queries.any_in(block)) f(p, sweep, cells, block);
        });
    }
}

/// The runs of slots that a block's candidates are in. Left as it comes: only the first `count` are there.
struct CellIndexing::FoundRanges {
    // In a row of the mask, at most every other cell can be left out.
    static constexpr std::size_t most_runs_a_row = (4 + cells_beyond_reach + 4 + 4 + 1) / 2;
    std::array<Range, most_rows * most_runs_a_row + 1> ranges;
    std::size_t count;
};

void CellIndexing::find_ranges(CellSweep& sweep, CellRun block, FoundRanges& found) const {
    const Index* const first = first_.data();
    if (cells_in_reach_.empty() && sweep.is_steady_for(block)) {
        found.count = sweep.rows();
        for (std::size_t r = 0; r < found.count; ++r) {
            const CellRun cells = sweep.steady_row(r, block);
            found.ranges[r] = {first[cells.begin], first[cells.end]};
        }
        return;
    }
    RunList list(found.ranges.data());
    if (cells_in_reach_.empty()) {
        sweep.around(block, [&](HMask::Row, CellRun cells, std::uint64_t) {
            list.add({first[cells.begin], first[cells.end]});
        });
    } else {
        const int own = *std::max_element(cells_in_reach_.begin() + block.begin, cells_in_reach_.begin() + block.end);
        const auto x_of = [&](Index cell) { return grid_.layout.cell_at(numbers_[cell]).x; };
        const int left = x_of(block.begin), right = x_of(block.end - 1);
        sweep.around(block, [&](HMask::Row row, CellRun cells, std::uint64_t) {
            for (Index cell = cells.begin; cell < cells.end; ++cell) {
                const int x = x_of(cell), dx = std::max({left - x, x - right, 0});
                if (mask_with(dx, row.dy, row.dz) <= std::max<int>(own, cells_in_reach_[cell]))
                    list.add({first_[cell], first_[cell + 1]});
            }
        });
    }
    found.count = static_cast<std::size_t>(list.end() - found.ranges.data());
}

void CellIndexing::for_each_block(Queries queries, BlockVisitor visit) const {
    sweep_blocks(queries, [&](std::size_t, CellSweep& sweep, CellRun cells, Range block) {
        FoundRanges found;
        find_ranges(sweep, cells, found);
        visit(block, std::span(found.ranges).first(found.count));
    });
}

SearchCounters CellIndexing::counters() const {
    std::array<SearchCounters, most_portions> of_portion{};
    sweep_blocks({}, [&](std::size_t portion, CellSweep& sweep, CellRun block, Range) {
        SearchCounters& sum = of_portion[portion];
        ++sum.blocks;
        sweep.around(block, [&](HMask::Row, CellRun cells, std::uint64_t asked) {
            sum.lookups += asked;
            sum.empty += asked - cells.size();
        });
    });
    SearchCounters all{.cells = cells()};
    for (const SearchCounters& sum : of_portion) all += sum;
    return all;
}

void CellIndexing::for_each_cell(CellVisitor visit) const {
    for (Index cell = 0; cell < cells(); ++cell) {
        Box box = box_of(grid_.layout.cell_at(numbers_[cell]), grid_.edge);
        const auto [x, y, z] = grid_.corner;
        box = {static_cast<float>(box.min_x + x), static_cast<float>(box.min_y + y), static_cast<float>(box.min_z + z),
               static_cast<float>(box.max_x + x), static_cast<float>(box.max_y + y), static_cast<float>(box.max_z + z)};
        visit({box, {first_[cell], first_[cell + 1]}, 0});
    }
}

std::size_t CellIndexing::bytes() const noexcept {
    return (keys_.capacity() + numbers_.capacity()) * sizeof(std::uint64_t) +
           (order_.capacity() + first_.capacity() + heads_.capacity()) * sizeof(Index) + cells_in_reach_.capacity() +
           sort_.bytes();
}

std::string CellIndexing::note() const {
    std::string text = "key: " + describe(grid_.layout) + ", H = " + std::to_string(grid_.subdivision);
    if (asked_subdivision_ == 0 && !order_.empty()) {
        char why[64];
        std::snprintf(why, sizeof why, " (%.1f points a cell)", static_cast<double>(order_.size()) / cells());
        text += why;
    }
    return text;
}

}  // namespace spatial
