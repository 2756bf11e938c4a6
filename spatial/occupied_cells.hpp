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

    /// Notes the cells that the keys are of, among `cells` of them, and puts their ranks in the place of the keys. On
    /// both sides there are so many more cells, empty ones, for find_runs().
    void note(std::span<Key> keys, Key cells, Key margin = 0);
    void clear() noexcept { words_.clear(); }
    /// No cells, not even empty ones.
    [[nodiscard]] bool none_noted() const noexcept { return words_.empty(); }

    /// Cells that hold points.
    [[nodiscard]] Key count() const noexcept { return words_.back().before; }

    /// For each key the first slot of the first cell in use from it on, given those by rank.
    void first_slots(std::span<const Key> keys, const Index* first_by_rank, Index* slots) const;

    /// Queries in cells of one row, from `first` to `last`, a few.
    struct Group {
        Range queries;
        Key first, last;
    };
    static constexpr std::size_t most_groups = 32;
    /// From a cell to the next along y and along z.
    struct Steps {
        Key y, z;
    };
    /// Writes the runs of slots in the cells around all groups one after the other; in each group they ascend, and
    /// those that touch are joined. ends[g] is how many there are up to the last of group g, and nine a group is the
    /// room they take. For grids whose rows are parted (FoldedGrid::part_rows), noted with a margin of a layer, a row
    /// and a cell.
    void find_runs(std::span<const Group> groups, Steps steps, const Index* first_by_rank, Range* runs,
                   std::uint32_t* ends) const;

    /// Calls f(key, rank) for the cells in use among begin .. end, ascending. `begin` is the first of a word.
    template <class F>
    void for_each(Key begin, Key end, F f) const;

    /// The keys of the cells in use among those of the words from .. to, ascending, written to `keys`, and the rank of
    /// the first. Needs room for all and keys_to_spare more.
    std::span<const Key> list(Key from_word, Key to_word, Key* keys, Key& rank) const;
    static constexpr std::size_t keys_to_spare = 2;

    [[nodiscard]] std::size_t bytes() const noexcept { return words_.capacity() * sizeof(Word); }

    struct Word {
        std::uint32_t bits = 0;
        Key before = 0;  // cells in use in all words before
    };

private:
    [[nodiscard]] const Word* first_word() const noexcept { return words_.data() + margin_; }

    std::vector<Word> words_;  // those of the margin, of the cells, one behind, and of the margin again
    std::size_t margin_ = 0;   // in words
};

template <class F>
void OccupiedCells::for_each(Key begin, Key end, F f) const {
    for (Key word = begin / cells_a_word; word * cells_a_word < end; ++word) {
        Key rank = first_word()[word].before;
        for (std::uint32_t bits = first_word()[word].bits; bits != 0; bits &= bits - 1) {
            const Key key = word * cells_a_word + static_cast<Key>(std::countr_zero(bits));
            if (key >= end) return;
            f(key, rank++);
        }
    }
}

}  // namespace spatial
