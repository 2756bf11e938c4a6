// Sorts keys that come nearly sorted, as those of particles do that were put in order a step ago: the few that are out
// of place are taken out, sorted, and merged in again.
//
//   keys       3 5 9 6 7 8 2 10        kept   3 5 6 7 8 10       out of place   2 9
//
// One pass to take out and one to merge, both in portions that threads share, where a radix sort takes two passes a
// digit. Whom to take out is decided as in drop-merge sort (Nystroem 2016): who is lower than the last kept goes,
// unless so many go in a row that it was the last kept that came too early. Where more than a few are out of place, the
// radix sort does all the work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spatial/radix_sort.hpp"

namespace spatial {

class SettledSort {
public:
    /// Ascending, all bits counted. The bits below `low` must ascend from key to key as they come, and those from
    /// `high` on must be zero.
    void sort(std::vector<std::uint64_t>& keys, int low, int high);

    /// How many keys the last sort found out of place; all of them when that were too many to mend.
    [[nodiscard]] std::size_t out_of_place() const noexcept { return out_of_place_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    using Keys = std::vector<std::uint64_t>;

    /// Keys [begin, end), of which those kept are scratch [first, last).
    struct Portion {
        std::size_t begin = 0, end = 0, first = 0, last = 0;
        Keys out;
        bool mendable = true;
        // For merging: out_[out_first, out_last) belong among those kept, which begin at `place` of the keys then.
        std::size_t out_first = 0, out_last = 0, place = 0;

        [[nodiscard]] bool empty() const noexcept { return first == last; }
    };
    bool mend(Keys& keys);
    static void take_out(const Keys& keys, std::uint64_t* kept, Portion& portion);
    /// Takes out what does not ascend from portion to portion.
    void close_seams(const std::uint64_t* kept);
    void plan_merging(const std::uint64_t* kept);
    /// Puts the kept of all portions, and among them what was taken out, into the keys.
    void merge(const std::uint64_t* kept, Keys& keys) const;

    std::vector<Portion> portions_;
    Keys out_;  // of all portions
    RadixSort radix_;
    std::size_t out_of_place_ = 0;
};

}  // namespace spatial
