// Which cell of which level each box belongs to (row_levels.hpp), and what is seen of the boxes on the way.
#pragma once

#include <array>
#include <span>

#include "spatial/boxes/row_grid.hpp"
#include "spatial/boxes/size_census.hpp"

namespace spatial {

/// A level's grid as vectors read it: x, y, z and a fourth lane that counts for nothing.
struct alignas(32) RowScale {
    std::array<double, 4> corner{}, inverse_edge{}, least{}, most{};  // cells are cut to least .. most ...
    std::array<std::int32_t, 4> mask{}, stride{};                     // and folded
    std::uint32_t first_cell = 0;

    RowScale(const RowGrid& grid, std::uint32_t first) noexcept;
};

/// How far the lower corners of a level's boxes go, and the longest of their edges along each axis; as floats, which
/// round a difference.
struct alignas(16) RowExtent {
    std::array<float, 4> low, high, edge;
};

struct RowKeys {
    const BoxStore& boxes;
    std::span<const RowScale> levels;
    std::span<const std::uint8_t, size_classes> level_of;
    std::uint32_t* keys;  // by number
    // Added up; the caller begins with nothing.
    Index* of_cell;
    std::span<std::uint32_t, size_classes> of_size;
    RowExtent* extents;
};
void find_row_keys(const RowKeys& question);

inline constexpr std::size_t boxes_ahead = 32;  // when they are fetched: far enough for memory to answer in time

}  // namespace spatial
