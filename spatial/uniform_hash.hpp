// Uniform hashing after Teschner, Heidelberger, Müller, Pomeranets, Gross 2003: cells as wide as the longest reach, and
// a table whose bucket for a cell is teschner_hash.hpp.
//
// The table holds no points. A counting sort puts the points of a bucket next to each other, so a bucket is a
// run of slots and the table is the list of where the runs begin:
//
//   first_of_bucket_   | 0 | 0 | 3 | 7 | 7 | ...          n + 1 entries
//   order_             | p q r | s t u v | ...             bucket 1, bucket 2, ...
//
// Points of different cells can share a bucket. Inside it they are kept apart, cell by cell, and each cell is a
// block. Two of a cell's 27 look-ups can hit one bucket, too: its run is taken once, or densities would be wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/cells.hpp"
#include "spatial/counting_sort.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class UniformHash final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "uniform-hash";

    UniformHash() = default;
    explicit UniformHash(const SearchSettings& settings) : asked_table_size_(settings.table_size) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override { blocks_.for_each(queries, visit); }
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;

    [[nodiscard]] std::uint32_t table_size() const noexcept { return table_size_; }

private:
    void sort_into_buckets(const Points& points);
    void part_cells_in_buckets();
    void find_ranges();
    [[nodiscard]] std::uint32_t bucket_of(Cell cell) const noexcept;

    std::uint32_t asked_table_size_ = 0;  // 0 = from the number of points
    std::uint32_t table_size_ = 1;
    double edge_ = 1.0;  // of a cell, m
    std::vector<Index> order_;
    std::vector<Cell> cell_of_point_, cell_of_slot_;
    std::vector<std::uint32_t> bucket_of_point_;
    std::vector<Index> first_of_bucket_;
    CountingSort sort_;
    BlockTable blocks_;
    SearchCounters counters_;
};

}  // namespace spatial
