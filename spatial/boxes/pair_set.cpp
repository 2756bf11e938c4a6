#include "spatial/boxes/pair_set.hpp"

#include <bit>

namespace spatial {

std::vector<BoxPair>& PairSet::start() {
    is_indexed_ = false;
    pairs_.clear();
    return pairs_;
}

std::size_t PairSet::home(BoxPair pair) const noexcept {
    // Fibonacci hashing: the golden ratio of 2^64, the upper bits.
    const std::uint64_t key = std::uint64_t{pair.a} << 32 | pair.b;
    return key * 0x9e37'79b9'7f4a'7c15u >> (64 - std::countr_zero(index_.size()));
}

/// The entry of a pair, or the empty one where it would be.
std::size_t PairSet::find(BoxPair pair) const noexcept {
    const std::size_t mask = index_.size() - 1;
    std::size_t at = home(pair);
    while (index_[at] != nobody && pairs_[index_[at]] != pair) at = (at + 1) & mask;
    return at;
}

void PairSet::make_index() {
    // Between a quarter and a half of the entries are used, with room for pairs to come.
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * pairs_.size() + 2, 64));
    index_.assign(std::max(wanted, index_.size()), nobody);
    for (Index k = 0; k < pairs_.size(); ++k) index_[find(pairs_[k])] = k;
    is_indexed_ = true;
}

void PairSet::insert(BoxPair pair) {
    if (!is_indexed_ || 2 * pairs_.size() + 2 > index_.size()) make_index();
    const std::size_t at = find(pair);
    if (index_[at] != nobody) return;
    index_[at] = static_cast<Index>(pairs_.size());
    pairs_.push_back(pair);
}

void PairSet::erase(BoxPair pair) {
    if (!is_indexed_) make_index();
    const std::size_t mask = index_.size() - 1;
    std::size_t hole = find(pair);
    const Index place = index_[hole];
    if (place == nobody) return;
    const BoxPair last = pairs_.back();
    if (last != pair) {
        index_[find(last)] = place;
        pairs_[place] = last;
    }
    pairs_.pop_back();
    // Whoever was pushed past the hole by the one that goes moves up.
    for (std::size_t at = (hole + 1) & mask; index_[at] != nobody; at = (at + 1) & mask) {
        const std::size_t from_home = (at - home(pairs_[index_[at]])) & mask;
        if (from_home < ((at - hole) & mask)) continue;
        index_[hole] = index_[at];
        hole = at;
    }
    index_[hole] = nobody;
}

}  // namespace spatial
