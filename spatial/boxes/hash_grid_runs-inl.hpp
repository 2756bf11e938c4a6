// Cells of a hash grid as runs of slots. No #pragma once: it is compiled once for each instruction set, inside
// hwy/foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>
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

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
