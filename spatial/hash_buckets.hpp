// The points of a hashed search, put in order by bucket. The table holds no points: those of a bucket lie next to each
// other, and the table knows which run of slots that is.
//
//   table (StampedTable)   | . | 2 | . | 0 | . | 1 | ...     two for each point, most of them empty
//   first_                 | 0 | 3 | 7 | ...                 run 0 = slots 0, 1, 2
//   order_                 | p q r | s t u v | ...
//
// Runs are numbered as their buckets first come up among the points. A solver keeps its particles in the order of the
// last search, so points come in nearly as they lie in space, and the runs of cells side by side stay close in memory.
// In the order of the buckets themselves, which hashing scatters, a pass over all neighbours takes 1.2 times as long
// with 100 k points and 1.6 times with a million.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/counting_sort.hpp"
#include "spatial/points.hpp"
#include "spatial/stamped_table.hpp"

namespace spatial {

class HashBuckets {
public:
    static constexpr Index none = StampedTable<>::none;

    /// `buckets`: the bucket of every point, below `length`. Points of one bucket keep the order they came in.
    void sort(std::span<const std::uint32_t> buckets, std::uint32_t length);

    /// The run of a bucket's points, or none.
    [[nodiscard]] Index find(std::uint32_t bucket) const noexcept { return table_.find(bucket); }
    [[nodiscard]] Index runs() const noexcept { return table_.runs(); }
    [[nodiscard]] Range slots(Index run) const noexcept { return {first_[run], first_[run + 1]}; }

    /// order()[slot] is a point. Whoever sorts further within runs may change it there.
    [[nodiscard]] std::span<Index> order() noexcept { return order_; }
    [[nodiscard]] std::span<const Index> order() const noexcept { return order_; }

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    StampedTable<> table_;
    std::vector<std::uint32_t> run_of_point_;
    std::vector<Index> first_, order_;
    CountingSort sort_;
};

}  // namespace spatial
