// Which cells of a large grid hold points, a bit each, and how many hold some before each word of bits. Cells in use
// get small numbers by that, their ranks, in the order of their keys: a quarter of a byte for each cell of the grid,
// and everything else only for those in use.
//
//   cells     . . a . | b c . . | . . . . | . d . .          (32 of them a word, here 4)
//   words_    bits, 0 | bits, 1 | 0, 3    | bits, 3
//   rank of c = 1 before its word + 1 bit before its own = 2
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

class OccupiedCells {
public:
    using Key = std::uint32_t;
    static constexpr Key cells_a_word = 32;

    /// Notes the cells that the keys are of, among `cells` of them, and puts their ranks in the place of the keys.
    void note(std::span<Key> keys, Key cells);
    void clear() noexcept { words_.clear(); }
    /// No cells, not even empty ones.
    [[nodiscard]] bool none_noted() const noexcept { return words_.empty(); }

    /// Cells that hold points.
    [[nodiscard]] Key count() const noexcept { return words_.back().before; }

    /// For each key the first slot of the first cell in use from it on, given those by rank.
    void first_slots(std::span<const Key> keys, const Index* first_by_rank, Index* slots) const;

    /// Calls f(key, rank) for the cells in use among begin .. end, ascending. `begin` is the first of a word.
    template <class F>
    void for_each(Key begin, Key end, F f) const;

    [[nodiscard]] std::size_t bytes() const noexcept { return words_.capacity() * sizeof(Word); }

    struct Word {
        std::uint32_t bits = 0;
        Key before = 0;  // cells in use in all words before
    };

private:
    std::vector<Word> words_;  // and one behind the last cell
};

template <class F>
void OccupiedCells::for_each(Key begin, Key end, F f) const {
    for (Key word = begin / cells_a_word; word * cells_a_word < end; ++word) {
        Key rank = words_[word].before;
        for (std::uint32_t bits = words_[word].bits; bits != 0; bits &= bits - 1) {
            const Key key = word * cells_a_word + static_cast<Key>(std::countr_zero(bits));
            if (key >= end) return;
            f(key, rank++);
        }
    }
}

}  // namespace spatial
