// A radix sort of 64-bit keys, least significant digit first: linear, stable, in parallel.
//
//   keys      | ... bits that are not sorted by ... | digit 1 | digit 0 | ... nor by these |
//                                                   high                low
//
// One pass a digit: every portion of the keys counts how often each digit value occurs in it, the counts of all
// portions become places, every portion moves its keys there. A digit that is the same in all keys takes no pass, and
// keys that come ascending take none at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

// A pass over this many keys takes as long as waking and gathering a team for it.
inline constexpr std::size_t worth_sorting_together = 32'768;

class RadixSort {
public:
    /// Ascending by the bits [low, high); keys that agree in them stay in the order they came in, whatever the threads.
    void sort(std::vector<std::uint64_t>& keys, int low, int high);

    /// Memory for so many keys, to use between sorts: they use it themselves.
    [[nodiscard]] std::uint64_t* scratch(std::size_t keys) {
        buffer_.resize(keys);
        return buffer_.data();
    }
    /// Passes over the keys that the last sort took.
    [[nodiscard]] int passes() const noexcept { return passes_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return buffer_.capacity() * sizeof(std::uint64_t) + counts_.capacity() * sizeof(Index);
    }

private:
    /// False when all keys have the same digit: nothing was moved.
    bool move_by_digit(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to, int shift, int bits);

    std::vector<std::uint64_t> buffer_;  // where a pass moves the keys
    std::vector<Index> counts_;          // a row of digit values for each portion of the keys
    int passes_ = 0;
};

}  // namespace spatial
