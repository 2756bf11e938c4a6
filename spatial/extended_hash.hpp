// Extended spatial hashing after Onderik and Durikovic 2007: cells smaller than a reach, along the longest one
// SearchSettings::subdivision of them, the paper's H, and of the cells around only those of the H-mask. Fewer
// candidates are out of reach, but there are more cells to look up: 125 instead of 27 for H = 2, 613 for H = 4, most of
// them empty or with one point.
//
// Hence the table holds bricks of H x H x H cells, one longest reach wide. A look-up finds a brick, and a word with one
// bit for each cell that holds a point says which of them there are; brick_masks.hpp has the masks in the same bits. A
// brick is a block, so its 8 or so queries share 27 look-ups and the union of their cells' masks:
//
//   table        bucket -> run of slots       (hash_buckets.hpp)
//   bricks       | at, reach, cells 0b10010110, first cell | ...       in the order of the slots
//   cell_begin_  | 0 | 2 | 3 | 5 | ...                                 one a bit
//   order_       | p q | r | s t | ...                                 by brick, reach and cell
//
// Unlike in uniform-hash, bricks that share a bucket are told apart by where they are.
//
// Reaches of different length (the paper's nested masks): a point whose reach spans only G of the H cells has the
// smaller mask. Points of one place but different G are different bricks, so that the many with a short reach do not
// have to look as far as the few with a long one. Two points are neighbours by the longer reach of the two, so between
// two bricks the larger mask counts.
#pragma once

#include <cstdint>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/brick_masks.hpp"
#include "spatial/cells.hpp"
#include "spatial/hash_buckets.hpp"
#include "spatial/modulo.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class ExtendedHash final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "extended-hash";

    explicit ExtendedHash(const SearchSettings& settings = {})
        : asked_table_size_(settings.table_size), masks_(settings.subdivision) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return buckets_.order(); }
    void for_each_block(Queries queries, BlockVisitor visit) const override { blocks_.for_each(queries, visit); }
    /// Bricks are what is looked up, is empty and collides; cells are the small ones, once for each G in them.
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;

    [[nodiscard]] std::uint32_t table_size() const noexcept { return table_size_; }

private:
    /// The points of one place whose reach spans as many cells.
    struct Brick {
        Cell at;              // in bricks
        Index first_cell;     // in cell_begin_; one for each bit of cells, ascending
        std::uint64_t cells;  // BrickMasks's bits
        int reach_cells;      // G
    };

    /// A brick that a look-up found, and where it lies around the block's own (BrickMasks).
    struct Found {
        Index brick;
        int at;
    };

    void sort_into_buckets(const Points& points);
    template <std::uint32_t Side>
    void find_places(const Points& points);
    void sort_within_buckets();
    void make_bricks();
    void make_blocks();
    void find_ranges();

    /// Calls see(cell's first slot, is the cell also the first of a brick) for the cells of a run.
    template <class F>
    void for_each_cell_of(Range run, F see) const;

    std::uint32_t asked_table_size_ = 0;  // 0 = from the number of points
    std::uint32_t table_size_ = 1;
    double edge_ = 1.0;  // of a cell, m
    BrickMasks masks_;
    std::vector<Cell> brick_of_point_;
    std::vector<std::uint8_t> place_of_point_;  // 64 (G - 1) + bit of the cell
    std::vector<std::uint32_t> bucket_of_point_;
    HashBuckets buckets_;
    std::vector<Index> first_brick_, first_cell_;  // of each run, one more at the end
    std::vector<Brick> bricks_;                    // one more at the end
    std::vector<Index> cell_begin_;                // slots; one more at the end
    BlockTable blocks_;
    SearchCounters counters_;
};

}  // namespace spatial
