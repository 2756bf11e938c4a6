// The key of Onderik and Durikovic's cell indexing (2008, eq. 17): a point's cell and its index in one number,
//
//   key(n, i, j, k) = n + 2^I i + 2^(I+J) j + 2^(I+J+K) k
//
//    63                                                             0
//   | 0 ... 0 |  z cell, L bits  |  y cell, K bits  |  x cell, J bits  |  index, I bits |
//             '---------------------- cell number ---------------------'
//
// Sorted keys list the points cell by cell, the cells row by row along x. Usually every field has 16 bits; here the
// widths are those the points need, which is what lets more than 65,535 points fit, and long boxes beside thin ones.
#pragma once

#include <cstdint>
#include <string>

#include "spatial/cells.hpp"
#include "spatial/points.hpp"

namespace spatial {

/// The largest coordinate of a cell along each axis: whole numbers, of any size.
struct LastCell {
    double x = 0.0, y = 0.0, z = 0.0;
};

struct KeyLayout {
    int index_bits = 1, x_bits = 0, y_bits = 0, z_bits = 0;

    /// Just wide enough to number `points` points, and cells up to `last` along each axis. (Those come as floating
    /// point, so that any box can be asked about.)
    [[nodiscard]] static KeyLayout needed_for(std::size_t points, const LastCell& last) noexcept;
    [[nodiscard]] bool fits() const noexcept;

    [[nodiscard]] int cell_bits() const noexcept { return x_bits + y_bits + z_bits; }
    [[nodiscard]] int bits() const noexcept { return index_bits + cell_bits(); }

    /// A cell without the index: what keys of one cell have in common, and what cells are ordered by.
    [[nodiscard]] std::uint64_t cell_number(Cell cell) const noexcept {
        return static_cast<std::uint64_t>(cell.x) | static_cast<std::uint64_t>(cell.y) << x_bits |
               static_cast<std::uint64_t>(cell.z) << (x_bits + y_bits);
    }
    /// From a cell's number to that of the cell at the same x in another row; negative ones wrap around, as sums do.
    [[nodiscard]] std::uint64_t row_offset(int dy, int dz) const noexcept {
        return (static_cast<std::uint64_t>(dy) << x_bits) + (static_cast<std::uint64_t>(dz) << (x_bits + y_bits));
    }

    [[nodiscard]] std::uint64_t key(Index n, Cell cell) const noexcept { return cell_number(cell) << index_bits | n; }

    [[nodiscard]] Index index_of(std::uint64_t key) const noexcept {
        return static_cast<Index>(key & low_bits(index_bits));
    }
    [[nodiscard]] std::uint64_t cell_number_of(std::uint64_t key) const noexcept { return key >> index_bits; }
    /// The cell of a cell number.
    [[nodiscard]] Cell cell_at(std::uint64_t number) const noexcept {
        return {static_cast<std::int32_t>(number & low_bits(x_bits)),
                static_cast<std::int32_t>(number >> x_bits & low_bits(y_bits)),
                static_cast<std::int32_t>(number >> (x_bits + y_bits) & low_bits(z_bits))};
    }

    bool operator==(const KeyLayout&) const = default;

private:
    /// An index has at most 32 bits, so no shift is as long as a key.
    [[nodiscard]] static std::uint64_t low_bits(int bits) noexcept { return (std::uint64_t{1} << bits) - 1; }
};

/// Throws Unfit, with all the numbers, when a layout does not fit into a key.
void check(const KeyLayout& layout, std::size_t points, const LastCell& last);

/// "17 bits index + 6 + 6 + 5 bits of cell"
[[nodiscard]] std::string describe(const KeyLayout& layout);

}  // namespace spatial
