// Onderik and Durikovic's H-mask: with cells smaller than the reach, the cells around a cell that can hold a neighbour
// of one of its points, the corners of the cube dropped. In rows along x, because there neighbours in space are
// neighbours in memory:
//
//   H = 2, seen along z       . # # # .        a row is (dy, dz) and how far it goes to both sides:
//                             # # # # #        for each dx in -width..width the cell (dx, dy, dz) belongs to the mask
//                             # # O # #
//                             # # # # #
//                             . # # # .
//
// The paper's (16) does not cover the support: H cells of h / (2H + 1) reach less than h / 2. Here a cell's edge is h /
// H (times cell_margin), and a cell belongs to the mask when the nearest points of the two cells are within reach.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace spatial {

class HMask {
public:
    struct Row {
        int dy, dz, width;
        bool operator==(const Row&) const = default;
    };

    /// The cells within `cells` edges of a cell. Masks nest: each contains all smaller ones.
    explicit HMask(int cells);

    /// Ascending in (dz, dy).
    [[nodiscard]] std::span<const Row> rows() const noexcept { return rows_; }
    /// All cells of the mask, the middle included.
    [[nodiscard]] std::size_t cells() const noexcept;

private:
    std::vector<Row> rows_;
};

}  // namespace spatial
