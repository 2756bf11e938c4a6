// Who of those that moved has left its cell or its grid: a pass over everybody, in which few have (2.6 of the paper).
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/hash_grid.hpp"

namespace spatial {

/// Between which coordinates lower corners lie; x, y, z and one that counts for nothing.
struct alignas(16) CornerExtent {
    std::array<float, 4> low, high;

    CornerExtent() noexcept { clear(); }
    void clear() noexcept {
        low.fill(std::numeric_limits<float>::infinity());
        high.fill(-std::numeric_limits<float>::infinity());
    }
    void join(const Box& box) noexcept {
        const std::array<float, 3> corner{box.min_x, box.min_y, box.min_z};
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = std::min(low[a], corner[a]);
            high[a] = std::max(high[a], corner[a]);
        }
    }
};

/// max(longest edge, farthest coordinate * 2^-22), two numbers at a time: of a list of six the compiler makes a jump
/// that goes wrong every other time.
[[nodiscard]] inline double grid_size_of(const Box& b) noexcept {
    const double x = double{b.max_x} - b.min_x, y = double{b.max_y} - b.min_y, z = double{b.max_z} - b.min_z;
    const float far_x = std::max(b.max_x, -b.min_x), far_y = std::max(b.max_y, -b.min_y),
                far_z = std::max(b.max_z, -b.min_z);
    const double far = double{std::max(std::max(far_x, far_y), far_z)};
    constexpr double least = 0x1p-140;
    static_assert(finest_class == -140);
    return std::max(std::max(std::max(x, y), z), std::max(far * 0x1p-22, least));
}

struct GridMover {
    static constexpr std::uint32_t unknown = 0xffff'ffff;

    Index number;
    std::uint32_t cell;  // where to, in the same grid; else unknown
};

/// Renews the digests of those who stay in their grid, lists who leaves his cell, and joins all that are there to
/// `extent`.
void find_grid_movers(const BoxStore& boxes, std::span<const Index> numbers,
                      std::span<const std::unique_ptr<HashGrid>> grids, std::span<GridPlace> places,
                      CornerExtent& extent, std::vector<GridMover>& movers);

}  // namespace spatial
