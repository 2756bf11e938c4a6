// Queries on their way down a hierarchy of cells (hierarchical_box_hash.hpp), each in a single cell of every level that
// it has come to. What it takes to ask a level is the same few numbers for all of them, and found for all at a time:
// the cell, its additive key, and which of its blocks of children they are in.
#pragma once

#include <array>

#include "spatial/boxes/box_cells.hpp"
#include "spatial/boxes/box_class.hpp"

namespace spatial {

struct WayDown {
    static constexpr std::size_t most = 128;

    std::size_t count = 0;
    std::array<std::uint16_t, most> query;  // its place in the batch
    // Its lowest corner in cells of the finest level, and by which bits that differs from its highest.
    std::array<std::int32_t, most> x, y, z;
    std::array<std::uint32_t, most> spread;
    // On the level they are on.
    std::array<BoxCells::Name, most> name;
    std::array<std::uint64_t, most> key;
    std::array<std::uint32_t, most> block;  // the number of its bit

    void add(std::uint32_t number, const CellRange& finest) noexcept {
        query[count] = static_cast<std::uint16_t>(number);
        x[count] = finest.min.x;
        y[count] = finest.min.y;
        z[count] = finest.min.z;
        spread[count] = spread_of(finest);
        key[count++] = 0;
    }
    /// Shifted as the cells of a level are, it is 0 where both corners are in one of them.
    [[nodiscard]] static std::uint32_t spread_of(const CellRange& finest) noexcept {
        return static_cast<std::uint32_t>((finest.min.x ^ finest.max.x) | (finest.min.y ^ finest.max.y) |
                                          (finest.min.z ^ finest.max.z));
    }

    struct Step {
        int level;
        int shift;                 // of the level's cells, from those of the finest
        int block_shift;           // of the blocks of their children, from those of the finest
        std::uint32_t block_mask;  // of a block's place along an axis
    };
    /// All of them, from the level above.
    void take(const Step& step) noexcept;
};

}  // namespace spatial
