// Cell indexing (Onderik and Durikovic 2008, 4.2): no grid and no table, only sorted keys.
//
// A point's cell and its index are one number (cell_key.hpp). Sorted, those numbers are the order, cell by cell and row
// by row along x, and where the cell part changes, a cell begins:
//
//   keys_      | cell 4: p | cell 4: q | cell 5: r | cell 9: s | ...    8 bytes a point
//   numbers_   | 4 | 5 | 9 | ...                                        cells that hold points: 12 bytes each
//   first_     | 0 | 2 | 3 | ...
//
// Blocks and ranges are not kept. A sweep with a cursor for each row of the mask (cell_sweep.hpp) finds them anew
// whenever they are visited. With thirty neighbours that takes 1.6 ns a point, an eighth of what it takes to gather the
// candidates then; ranges kept for two visits a step would save less than 1 ns a point and take ten bytes, half of what
// all the rest takes. Where only some points are visited, the sweep passes over the others. It is cut into portions of
// slots, fixed ones, whose cursors start by a search: that is how threads share it.
//
// Smaller cells waste fewer candidates and more cursors. Left to itself, the module divides a reach until about sixteen
// points share a cell: not at all for fluids with thirty neighbours, into two from about two hundred on.
//
// Where reaches differ, cells are made for the longest, and each remembers the longest reach in it. Masks nest, so
// a cell is a candidate when it belongs to the mask of its own reach or to that of the block's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/cell_sweep.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/settled_sort.hpp"

namespace spatial {

class CellIndexing final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "cell-indexing";

    CellIndexing() : CellIndexing(SearchSettings{}) {}
    explicit CellIndexing(const SearchSettings& settings) : asked_subdivision_(settings.subdivision) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    /// Throws Unfit where cell and index do not fit into 64 bits: the points are too far apart.
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override;
    /// Takes a sweep.
    [[nodiscard]] SearchCounters counters() const override;
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;
    [[nodiscard]] std::string note() const override;

    [[nodiscard]] const KeyLayout& layout() const noexcept { return grid_.layout; }
    [[nodiscard]] int subdivision() const noexcept { return grid_.subdivision; }
    [[nodiscard]] std::span<const std::uint64_t> keys() const noexcept { return keys_; }

private:
    /// The cells there could be, of which nothing is stored but this.
    struct Grid {
        int subdivision = 1;
        double edge = 1.0;               // of a cell, m
        std::array<double, 3> corner{};  // the least coordinates of all points, m
        LastCell last{};
        KeyLayout layout{};

        [[nodiscard]] Cell last_cell() const noexcept;
    };
    [[nodiscard]] static Grid make_grid(const Points& points, const Box& box, int subdivision);

    void index(const Points& points, const Grid& grid);
    void make_keys(const Points& points);
    void list_cells();
    void note_reaches(const Points& points);

    [[nodiscard]] Index cells() const noexcept { return static_cast<Index>(first_.size() - 1); }
    template <class F>
    void sweep_blocks(Queries queries, F f) const;
    template <class F>
    void for_each_block_of(Range slots, F f) const;
    struct FoundRanges;
    void find_ranges(CellSweep& sweep, CellRun block, FoundRanges& found) const;

    int asked_subdivision_;  // 0 = choose
    Grid grid_;
    std::vector<std::uint64_t> keys_;
    std::vector<Index> order_;
    std::vector<std::uint64_t> numbers_ = std::vector(CellSweep::sentinels, ~std::uint64_t{0});
    std::vector<Index> first_{0};               // first slot of each cell, and the number of slots behind the last
    std::vector<std::uint8_t> cells_in_reach_;  // of each cell's longest reach, rounded up; empty where all are one
    std::vector<Index> heads_;                  // scratch: cells that begin in each portion of the slots
    SettledSort sort_;
};

}  // namespace spatial
