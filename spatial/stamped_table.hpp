// The table of a hashed search, which is never swept between builds. An entry is one number:
//
//   - the runs of slots that a build makes are numbered on from where the last build stopped;
//   - an entry holds the number of its bucket's run, and with it its own time stamp: what is below the first number of
//     this build was written by an earlier one. It reads as empty and is overwritten in place.
//
//   third build, numbers from 5210 on:     | 17 | 5212 | 0 | 5210 | 5199 | 5211 | ...
//                                          stale  run 2 never run 0 stale  run 1
//
// That is the time stamp of Teschner, Heidelberger, Müller, Pomeranets, Gross 2003 without a word of its own: of a
// table twice as long as there are points a build touches only the buckets it uses, and those that are asked for. Once
// in 2^32 runs the numbers are used up, and then the table is cleared.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

/// `Stamp` is narrower than 32 bits in the tests only, so that its numbers are used up sooner.
template <std::unsigned_integral Stamp = std::uint32_t>
class StampedTable {
public:
    static constexpr Index none = 0xffff'ffff;

    /// Empties the table, which has `length` buckets from now on, for at most `most_runs` runs.
    void start(std::uint32_t length, std::size_t most_runs) {
        if (entries_.size() < length) entries_.resize(length, Stamp{0});
        first_ = static_cast<Stamp>(first_ + runs_);
        runs_ = 0;
        if (std::numeric_limits<Stamp>::max() < first_ + most_runs) {
            std::fill(entries_.begin(), entries_.end(), Stamp{0});
            first_ = 1;
        }
    }

    /// The run of a bucket; the next number when it has none yet.
    [[nodiscard]] Index claim(std::uint32_t bucket) noexcept {
        Stamp& entry = entries_[bucket];
        if (entry < first_) entry = static_cast<Stamp>(first_ + runs_++);
        return static_cast<Stamp>(entry - first_);
    }

    /// The run of a bucket, or none.
    [[nodiscard]] Index find(std::uint32_t bucket) const noexcept {
        const Stamp entry = entries_[bucket];
        return entry < first_ ? none : static_cast<Stamp>(entry - first_);
    }

    /// Runs claimed since the start.
    [[nodiscard]] Index runs() const noexcept { return runs_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return entries_.capacity() * sizeof(Stamp); }

private:
    std::vector<Stamp> entries_;  // 0 = never used; as long as the longest table so far
    Stamp first_ = 1;             // number of this build's first run
    Stamp runs_ = 0;
};

}  // namespace spatial
