// A stable counting sort of points by small integer keys, in parallel: what every module with a table of cells begins
// with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

class CountingSort {
public:
    /// order[slot] is the point of a slot: ascending by key, points of one key in the order they came in, whatever the
    /// threads. The slots of key k are first[k] .. first[k + 1]; every key is below `key_count`.
    void sort(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::vector<Index>& order,
              std::vector<Index>& first);

    [[nodiscard]] std::size_t bytes() const noexcept { return counts_.capacity() * sizeof(Index); }

private:
    std::vector<Index> counts_;  // a row of key_count for each thread's portion of the points
    std::vector<Index> sums_;    // points in each thread's portion of the keys
};

}  // namespace spatial
