// Uniform hashing after Teschner, Heidelberger, Müller, Pomeranets, Gross 2003, with the constants they give:
//
//   bucket = (x * 73856093  xor  y * 19349663  xor  z * 83492791) mod n      for the cell (x, y, z)
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

#include <compare>
#include <cstdint>
#include <vector>

#include "spatial/neighbour_search.hpp"

namespace spatial {

/// Integer coordinates of a cell. Points further out than 2^30 cells share the outermost one, which costs
/// time there and loses nobody: two cells never end up further apart than they were.
struct Cell {
    std::int32_t x, y, z;
    auto operator<=>(const Cell&) const = default;
};

[[nodiscard]] constexpr std::uint32_t teschner_hash(Cell c) noexcept {
    return (static_cast<std::uint32_t>(c.x) * 73856093u) ^ (static_cast<std::uint32_t>(c.y) * 19349663u) ^
           (static_cast<std::uint32_t>(c.z) * 83492791u);
}

class UniformHash final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "uniform-hash";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override;
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    [[nodiscard]] std::size_t bytes() const noexcept override;

    [[nodiscard]] std::uint32_t table_size() const noexcept { return table_size_; }

private:
    /// Queries of one cell and where their candidates' ranges are stored.
    struct Block {
        Range queries;
        std::uint32_t chunk;         // index into ranges_
        std::uint32_t first, count;  // in that chunk
    };

    void sort_into_buckets(const Points& points);
    void part_cells_in_buckets();
    void find_ranges();
    [[nodiscard]] std::uint32_t bucket_of(Cell cell) const noexcept { return teschner_hash(cell) % table_size_; }

    std::uint32_t table_size_ = 1;
    std::vector<Index> order_;
    std::vector<Cell> cell_of_point_, cell_of_slot_;
    std::vector<std::uint32_t> bucket_of_point_;
    std::vector<Index> first_of_bucket_;
    std::vector<Block> blocks_;
    std::vector<std::vector<Range>> ranges_;  // one list a chunk of blocks, so that threads can append
    SearchCounters counters_;
};

}  // namespace spatial
