// H-masks for whole bricks of cells. A brick is a cube of H x H x H cells, one reach wide, and its cells are the bits
// of one word: with H up to 4 there are at most 64. A cell's mask then lies in the 27 bricks around its own, and is 27
// words; the masks of several cells together are their "or":
//
//   H = 2, along x      | . # | # O | # # |      cells of three bricks: the mask of O is 0b10, 0b11, 0b11
//
//   bit of a cell    x + H (y + H z), from 0 in the brick's corner
//   brick            (dx + 1) + 3 ((dy + 1) + 3 (dz + 1)), so 13 is the own one
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/cells.hpp"

namespace spatial {

class BrickMasks {
public:
    static constexpr int bricks = 27;
    using Words = std::array<std::uint64_t, bricks>;
    /// Where each brick lies around the own one, in bricks.
    static constexpr std::array<Cell, bricks> offsets = [] {
        std::array<Cell, bricks> all{};
        for (int at = 0; at < bricks; ++at) all[at] = {at % 3 - 1, at / 3 % 3 - 1, at / 9 - 1};
        return all;
    }();

    /// For bricks of `side` cells along each edge, 1..4.
    explicit BrickMasks(int side);

    [[nodiscard]] int side() const noexcept { return side_; }
    /// What the H-mask that reaches `cells` cells far, 1..side, covers around the cell of a bit.
    [[nodiscard]] const Words& around(int bit, int cells) const noexcept {
        const int index = (cells - 1) * side_ * side_ * side_ + bit;
        return masks_[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return masks_.capacity() * sizeof(Words); }

private:
    int side_;
    std::vector<Words> masks_;
};

}  // namespace spatial
