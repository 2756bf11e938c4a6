// Names for cells of a hierarchy (Pouchol, Ahmad, Crespin, Terraz 2009): the additive key, and the place of a child in
// its parent.
#pragma once

#include <array>
#include <cstdint>

#include "spatial/cells.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

inline constexpr std::uint64_t key_of_a_class = 0x2545'f491'4f6c'dd1du;

/// (4) of the paper, one term: the key of a cell is the key of its parent plus its own hash, down from 0 above the
/// largest class. Cells whose own hashes collide keep apart when their parents' keys do. The sum wraps, which is a
/// modulo like any other.
///
/// And a constant for each class passed, which the paper does not have. Without it cell (0, 9) of one class, in (0, 2),
/// in (0, 0), has the key of cell (0, 9) of the next larger class, also in (0, 2), in (0, 0): the hash of (0, 0) is 0,
/// and near the origin every cell shares its key with one of another size. Nor are there negative coordinates, because
/// cells are counted from a corner of the cloud (hierarchy_classes.hpp): xor makes little of signs, and the hashes of
/// (x, y) and (-x, -y) are the same whenever both are odd.
[[nodiscard]] constexpr std::uint64_t additive_key(std::uint64_t parent, Cell cell) noexcept {
    return parent + teschner_hash_64(cell) + key_of_a_class;
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

[[nodiscard]] constexpr Cell child_of(Cell parent, int number, int step) noexcept {
    const Cell place = child_place(number);
    return {(parent.x << step) + place.x, (parent.y << step) + place.y, (parent.z << step) + place.z};
}

}  // namespace spatial
