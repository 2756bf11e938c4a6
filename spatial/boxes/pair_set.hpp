// A set of pairs that comes and goes pair by pair: a list without gaps, which is what is asked for, and an index into
// it by open addressing, a number of 32 bits an entry.
//
//   pairs   (2,7) (0,3) (1,9) ...            in the order they came; the last takes the place of one that goes
//   index   | - | 1 | - | 0 | 2 | - | ...    linear probing; who goes is filled up from behind, so nothing is marked
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"

namespace spatial {

class PairSet {
public:
    [[nodiscard]] std::span<const BoxPair> pairs() const noexcept { return pairs_; }
    void insert(BoxPair pair);
    void erase(BoxPair pair);

    /// Anew from a list of pairs, each once: put them into the vector. The index is made when it is needed.
    [[nodiscard]] std::vector<BoxPair>& start();
    /// Drops all pairs for which `goes` is true.
    template <class F>
    void erase_if(F goes) {
        std::erase_if(pairs_, goes);
        is_indexed_ = false;
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return pairs_.capacity() * sizeof(BoxPair) + index_.capacity() * sizeof(Index);
    }

private:
    static constexpr Index nobody = 0xffff'ffff;
    [[nodiscard]] std::size_t home(BoxPair pair) const noexcept;
    [[nodiscard]] std::size_t find(BoxPair pair) const noexcept;
    void make_index();

    std::vector<BoxPair> pairs_;
    std::vector<Index> index_;  // a power of two of entries
    bool is_indexed_ = false;
};

}  // namespace spatial
