// Queries on their way down a hierarchy of cells (hierarchical_box_hash.hpp), each in a single cell of every level that
// it has come to; one that comes to lie in several goes on as so many, each cut to its cell. What it takes to ask a
// level is the same few numbers for all of them, and found for all at a time: which of its cell's blocks of children
// each is in, and, where cells are found by keys, the cell and its additive key. Where they are found by counting bits
// there is no branch to be guessed: who ends, who goes on and who covers several cells of the next level is a matter of
// how far three lists grow.
#pragma once

#include <array>
#include <span>

#include "spatial/boxes/box_batch.hpp"
#include "spatial/boxes/box_cells.hpp"
#include "spatial/boxes/box_class.hpp"
#include "spatial/boxes/child_blocks.hpp"

namespace spatial {

struct WayDown {
    /// Queries in a batch, and those that they have come to be. (No power of two: places of one number in several of
    /// the arrays would fall on each other in a cache.)
    static constexpr std::size_t most = 3 * BoxBatch::most + 16;

    std::size_t count = 0;
    std::array<std::uint16_t, most> query;  // its place in the batch
    std::array<std::uint16_t, most>
        begins;  // as in BoxRun; not bytes, which might be anything for all a compiler knows
    // Its lowest corner in cells of the finest level, and by which bits that differs from its highest.
    std::array<std::int32_t, most> x, y, z;
    std::array<std::uint32_t, most> spread;
    // On the level they are on.
    std::array<std::uint32_t, most> cell;
    std::array<BoxCells::Name, most> name;  // where keys are found
    std::array<std::uint64_t, most> key;
    std::array<std::uint32_t, most> block;  // the number of its bit

    /// By places in the arrays above: who has come to this level, and who covers several cells of the next one.
    std::array<std::uint16_t, most> alive, parting;
    std::array<std::uint32_t, most> parting_cell;  // that these were in
    std::size_t alive_count = 0, parting_count = 0;

    [[nodiscard]] bool has_room(std::size_t more) const noexcept { return count + more <= most; }
    /// Adds, of so many queries, those that lie in one cell of the largest class, `shift` doublings larger than those
    /// of the finest level; returns how many others there are, whose numbers are in `others`. There is room for all.
    std::size_t add_narrow(std::span<const std::uint32_t> numbers, const CellRange* finest, int shift,
                           std::uint32_t* others) noexcept;
    /// A query that covers up to two of these cells along each axis. There is room for as many parts.
    void add_wide(std::uint32_t number, const CellRange& finest, int shift) noexcept;
    /// A place for it.
    void put(std::uint32_t number, const CellRange& finest, std::uint32_t begins_at,
             std::uint64_t key_so_far) noexcept {
        query[count] = static_cast<std::uint16_t>(number);
        begins[count] = static_cast<std::uint16_t>(begins_at);
        x[count] = finest.min.x;
        y[count] = finest.min.y;
        z[count] = finest.min.z;
        spread[count] = spread_of(finest);
        key[count++] = key_so_far;
    }
    /// Shifted as the cells of a level are, it is 0 where both corners are in one of them.
    [[nodiscard]] static std::uint32_t spread_of(const CellRange& finest) noexcept {
        return static_cast<std::uint32_t>((finest.min.x ^ finest.max.x) | (finest.min.y ^ finest.max.y) |
                                          (finest.min.z ^ finest.max.z));
    }

    struct Step {
        int level;
        int shift;                             // of the level's cells, from those of the finest
        int next_shift = 31;                   // of the next level's
        ChildBlocks blocks{Flat::no_axis, 0};  // of the children there
        bool by_key;                           // names and keys are wanted
        BoxCells::Kind kind;                   // of the level's cells, and
        bool has_bits = false;                 // whether those of the next one are counted
        const CellRange* finest;               // of each query, in cells of the finest level
    };
    /// Blocks, names and keys of all of them, from the level above.
    void take(const Step& step) noexcept;
    /// Reads the cells of those who are alive, which are looked up by their keys where they are not known: who has
    /// boxes there becomes a run, who has children there is alive on the next level, in the child of its bit or in
    /// several. Those for whom there is no room, or no bits, are left in `parting`. Returns how many cells there were,
    /// and behind the last of the runs.
    struct Read {
        std::size_t cells;
        BoxBatch::Asked* runs;
    };
    Read read(const Step& step, const BoxCells& cells, BoxBatch::Asked* runs) noexcept;
};

}  // namespace spatial
