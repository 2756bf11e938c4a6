// Cells of a hash grid as runs of slots. No #pragma once: it is compiled once for each instruction set, inside
// hwy/foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>

#include "spatial/boxes/hash_grid_view.hpp"

#if defined(WEIR_SPATIAL_HASH_GRID_RUNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_HASH_GRID_RUNS_INL
#undef WEIR_SPATIAL_HASH_GRID_RUNS_INL
#else
#define WEIR_SPATIAL_HASH_GRID_RUNS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// Runs of slots, few.
struct Runs {
    static constexpr std::size_t most = 32;
    Range run[most];
    std::size_t count = 0;
    std::uint64_t lookups = 0, cells = 0, objects = 0;

    /// Adds the objects of the cells [first, last], which are in one line; nobody's where there are none.
    HWY_INLINE void add(const HashGrid::Line& line, unsigned first, unsigned last, const Index* cell_begins) {
        lookups += last - first + 1;
        const std::uint64_t asked = line.occupied >> first & (~std::uint64_t{0} >> (63 - (last - first)));
        const std::uint64_t below = line.occupied & ((std::uint64_t{1} << first) - 1);
        const Index* const begin = cell_begins + line.first_cell + std::popcount(below);
        const int occupied = std::popcount(asked);
        cells += static_cast<unsigned>(occupied);
        objects += begin[occupied] - begin[0];
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

/// The neighbours of the cells of one line: where they are neither at an end of the line nor at a border of the grid,
/// they are in the same five lines for all of them.
class LineNeighbours {
public:
    HWY_INLINE LineNeighbours(const HashGrid& grid, std::uint32_t line, const Index* cell_begins)
        : cells_(grid, cell_begins), line_(line), begins_(cell_begins) {
        const GridShape& shape = grid.shape();
        if (shape.x_bits < 6) return;
        const std::uint32_t row = line >> (shape.x_bits - 6);
        const std::uint32_t y = row & shape.y_mask(), z = row >> shape.y_bits;
        if (y - 1 >= shape.y_mask() - 1 || z == shape.z_mask()) return;
        const HashGrid::Line* const own = &grid.lines()[line];
        const std::size_t up = std::size_t{1} << (shape.x_bits - 6), back = up << shape.y_bits;
        lines_ = {own, own + up, own + back - up, own + back, own + back + up};
        are_simple_ = true;
    }

    HWY_INLINE void of(unsigned cell, Runs& runs) const {
        if (HWY_UNLIKELY(!are_simple_ || cell - 1 >= 62)) {
            half_of_the_neighbours(cells_, 64 * line_ + cell, runs);
            return;
        }
        const auto add = [&](const HashGrid::Line& line, unsigned first, std::uint64_t how_many) HWY_ATTR {
            const std::uint64_t below = line.occupied & ((std::uint64_t{1} << first) - 1);
            const int occupied = std::popcount(line.occupied >> first & how_many);
            const Index* const begin = begins_ + line.first_cell + std::popcount(below);
            runs.cells += static_cast<unsigned>(occupied);
            runs.objects += begin[occupied] - begin[0];
            runs.run[runs.count++] = {begin[0], begin[occupied]};
        };
        add(*lines_[0], cell + 1, 1);
        for (std::size_t k = 1; k < lines_.size(); ++k) add(*lines_[k], cell - 1, 7);
        runs.lookups += 13;
    }

private:
    Cells cells_;
    std::uint32_t line_;
    const Index* begins_;
    bool are_simple_ = false;
    std::array<const HashGrid::Line*, 5> lines_{};
};

/// The cells of a grid in which somebody can be keyed who touches a box no larger than its cells.
class LargerGrid {
public:
    LargerGrid() = default;
    LargerGrid(const GridView& view, const Index* cell_begins)
        : cells_(*view.grid, cell_begins), grid_(view.grid), inverse_(view.grid->inverse()) {}

    [[nodiscard]] HWY_INLINE const HashGrid& grid() const { return *grid_; }
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
    const HashGrid* grid_ = nullptr;
    double inverse_ = 0.0;
    Cell low_{0, 0, 0}, high_{-1, -1, -1};
    Runs runs_;
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
