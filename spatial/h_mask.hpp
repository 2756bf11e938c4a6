// Onderik and Durikovic's H-mask: with cells smaller than the reach, the cells around a cell that can hold a neighbour
// of one of its points, the corners of the cube dropped. In rows along x, because there neighbours in space are
// neighbours in memory:
//
//   H = 3, dz = 3     . . # # # . .        a row is (dy, dz) and how far it goes to both sides: for each dx
//                     . # # # # # .        in -width..width the cell (dx, dy, dz) belongs to the mask
//                     # # # # # # #
//                     # # # O # # #        27 cells for H = 1 and 125 for H = 2, which are whole cubes still;
//                     # # # # # # #        311 of 343 for H = 3, 613 of 729 for H = 4
//                     . # # # # # .
//                     . . # # # . .
//
// The paper's (16) does not cover the support h: H cells of h / (2H + 1) reach less than h / 2. Here a cell's edge is
// h / H (times cell_margin), and a cell belongs to the mask when the nearest points of the two cells are within reach.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spatial/cells.hpp"

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

/// The mask as (16) is printed, for cells of h / (2H + 1). It loses neighbours, so no search uses it: it is here so
/// that how many it loses can be told (tests/spatial/h_mask.cpp). And it drops no corner: the farthest cell of the
/// cube, sqrt(3) H / (2H + 1) supports away, is less than one away for every H.
[[nodiscard]] std::vector<Cell> mask_as_printed(int subdivision);

}  // namespace spatial
