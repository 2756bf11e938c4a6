// The fastest we can make: dense grids of cells as wide as a reach, their points in rows along x.
//
// A counting sort by cell puts the points of a row of cells next to each other, so the 27 cells around a cell are nine
// runs, and finding them is reading eighteen numbers, so fast that nothing is kept but the order and where cells begin:
//
//   first_   | 0 | 3 | 3 | 8 | ...          one entry a cell, x fastest, then y, then z
//   order_   | a b c | d e f g h | ...      cell 0, cell 2, ...
//
// Where there are more cells than points, as among droplets, only those in use have an entry, and a bit for each cell
// says which they are (occupied_cells.hpp). Memory stays bounded however far the points are spread: in the end grids
// are folded (folded_grid.hpp).
//
// Reaches that differ are sorted into levels of a factor of two, each with a grid of its own, the coarsest first. A
// block of queries looks into every level as far as the longer of the two levels' reaches goes. That would be hundreds
// of cells of a finer level; each cell of a grid therefore knows which finer levels have points in it, and where none
// of those around a block has, the level is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "spatial/counting_sort.hpp"
#include "spatial/folded_grid.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/occupied_cells.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class CompactGrid final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "compact-grid";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override;
    [[nodiscard]] SearchCounters counters() const override;
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;
    [[nodiscard]] std::string note() const override;

private:
    using Key = FoldedGrid::Key;

    // Cells of few points share a group with those beside them, so that gathering candidates pays, as long as the box
    // around the queries stays small enough to turn most of them down.
    static constexpr Index most_queries_a_group = 12;
    static constexpr Key most_cells_a_group = 3;

    struct Level {
        FoldedGrid grid;
        double reach = 0.0;  // the longest, m
        Key first_key = 0;   // its cells in first_
        Box bounds{};
        Index points = 0;
    };
    /// With several levels, a cell's queries and the box around them; with one, the grid says it all.
    struct Block {
        Range queries;
        std::uint32_t level;
        Box box;
        std::uint32_t levels_near;  // a bit for each level that may hold candidates
    };

    void sort_into_levels(const Points& points);
    void find_keys(const Points& points);
    void mark_finer(const Points& points);
    void part_blocks(const Points& points);
    void count_collisions(const Points& points);
    [[nodiscard]] Range points_of(Key first, Key last) const;
    /// The candidates of a block, ascending, in place of what `runs` held.
    void find_runs(const Block& block, std::vector<Range>& runs) const;
    /// Calls group(queries, first, last) for the points of the cells begin .. end, a few at a time, with the keys of
    /// the cells they lie in. Cells side by side in a row may share a group, and a crowded cell has several.
    template <class F>
    void for_each_group(Key begin, Key end, F group) const;
    template <class F>
    void for_each_group_in_use(Key begin, Key end, F group) const;
    /// Calls take(groups) with the same, some at a time and whatever their size, where only cells in use are known.
    using BatchVisitor = FunctionRef<void(std::span<const OccupiedCells::Group> groups)>;
    void for_each_batch_in_use(Key begin, Key end, BatchVisitor take) const;
    void visit_cells_in_use(Key begin, Key end, Queries queries, BlockVisitor visit) const;
    void find_runs_anywhere(std::span<const OccupiedCells::Group> groups, Range* runs, std::uint32_t* ends) const;
    class GroupRuns;
    void visit_groups(Queries queries, BlockVisitor visit) const;
    /// So many cells at a time that a thread's work is worth the handing out, and that there is some for every thread.
    [[nodiscard]] Key portion() const noexcept;

    std::vector<Level> levels_;
    std::vector<std::uint8_t> level_of_point_;  // empty with one level
    std::vector<Key> key_of_point_;             // ranks where only cells in use are known
    std::vector<std::uint16_t>
        finer_;  // by cell, a bit for each finer level with points in or around it; empty with one level
    std::vector<Index> order_, first_;
    std::vector<Block> blocks_;  // empty with one level
    OccupiedCells occupied_;     // none noted where the grid is dense: first_ has an entry for every cell then
    std::uint64_t collisions_ = 0;
    CountingSort sort_;
    mutable PerThread<std::vector<Range>> runs_;  // scratch of find_runs
};

}  // namespace spatial
