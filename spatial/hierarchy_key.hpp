// Names for cells of a hierarchy (Pouchol, Ahmad, Crespin, Terraz 2009): the additive key, and the place of a child in
// its parent.
#pragma once

#include <array>
#include <cstdint>

#include "spatial/cells.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

/// (4) of the paper, one term: the key of a cell is the key of its parent plus its own hash, down from 0 above the
/// largest class. Cells whose own hashes collide keep apart when their parents' keys do. The sum wraps, which is a
/// modulo like any other.
[[nodiscard]] constexpr std::uint64_t additive_key(std::uint64_t parent, Cell cell) noexcept {
    return parent + teschner_hash_64(cell);
}

/// Children of a cell by number, at most 4 along an axis; the number is also their order (hierarchy_order.hpp):
///
///   bit   5  4  3  2  1  0       of the child's place (x, y, z) in its parent
///         z1 y1 x1 z0 y0 x0
[[nodiscard]] constexpr int child_number(int x, int y, int z) noexcept {
    return (x & 1) | (y & 1) << 1 | (z & 1) << 2 | (x & 2) << 2 | (y & 2) << 3 | (z & 2) << 4;
}
[[nodiscard]] constexpr Cell child_place(int number) noexcept {
    const auto coordinate = [](int shifted) { return (shifted & 1) | (shifted >> 2 & 2); };
    return {coordinate(number), coordinate(number >> 1), coordinate(number >> 2)};
}
/// The number of a cell among the children of its parent, which is `step` doublings larger.
[[nodiscard]] constexpr int child_number(Cell cell, int step) noexcept {
    const int mask = (1 << step) - 1;
    return child_number(cell.x & mask, cell.y & mask, cell.z & mask);
}

/// Along one axis: which children have a place whose bit is set.
struct AxisChildren {
    std::array<std::uint64_t, 16> x{}, y{}, z{};
    constexpr AxisChildren() {
        for (unsigned places = 0; places < 16; ++places)
            for (int number = 0; number < 64; ++number) {
                const Cell place = child_place(number);
                x[places] |= std::uint64_t{places >> place.x & 1} << number;
                y[places] |= std::uint64_t{places >> place.y & 1} << number;
                z[places] |= std::uint64_t{places >> place.z & 1} << number;
            }
    }
};
inline constexpr AxisChildren axis_children;

/// The places from `low` to `high` of 0..3, as bits; those outside are left out.
[[nodiscard]] constexpr unsigned places(int low, int high) noexcept {
    const int from = low < 0 ? 0 : low, to = high > 3 ? 3 : high;
    return from > to ? 0u : (2u << to) - (1u << from);
}

}  // namespace spatial
