// Uniform hashing after Teschner, Heidelberger, Müller, Pomeranets, Gross 2003: cells as wide as the longest reach, and
// a table whose bucket for a cell is teschner_hash.hpp. The points of a bucket are a run of slots (hash_buckets.hpp).
//
// Points of different cells can share a bucket. Inside it they are kept apart, cell by cell, and each cell is a
// block:
//
//   run 0          run 1               run 2
//   | p q r        | s t     u v w     | ...        the bucket of run 1 is shared by two cells
//   | cell         | cell    cell      |
//
// Whoever looks a bucket up gets all of its run, whichever cell was meant. Two of a cell's 27 look-ups can hit one
// bucket, too: its run is taken once, or densities would be wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/cells.hpp"
#include "spatial/hash_buckets.hpp"
#include "spatial/modulo.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class UniformHash final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "uniform-hash";

    UniformHash() = default;
    explicit UniformHash(const SearchSettings& settings) : asked_table_size_(settings.table_size) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return buckets_.order(); }
    void for_each_block(Queries queries, BlockVisitor visit) const override { blocks_.for_each(queries, visit); }
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;

    [[nodiscard]] std::uint32_t table_size() const noexcept { return table_size_; }

private:
    void sort_into_buckets(const Points& points);
    void part_cells_in_buckets();
    void make_blocks();
    void find_ranges();

    [[nodiscard]] Cell cell_of_slot(Index slot) const noexcept { return cell_of_point_[buckets_.order()[slot]]; }
    /// Where the cell that begins at a slot ends, within its run.
    [[nodiscard]] Index end_of_cell(Index begin, Index end_of_run) const noexcept;

    std::uint32_t asked_table_size_ = 0;  // 0 = from the number of points
    std::uint32_t table_size_ = 1;
    double edge_ = 1.0;  // of a cell, m
    std::vector<Cell> cell_of_point_;
    std::vector<std::uint32_t> bucket_of_point_;
    HashBuckets buckets_;
    std::vector<std::uint8_t> is_shared_;  // one a run: it holds more than one cell
    BlockTable blocks_;
    SearchCounters counters_;
};

}  // namespace spatial
