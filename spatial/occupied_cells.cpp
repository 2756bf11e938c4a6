#include "spatial/occupied_cells.hpp"

#include <omp.h>

#include <atomic>

#include "spatial/blocks.hpp"
#include "spatial/keep_room.hpp"

// No vectors here: what instruction sets differ in is the counting of bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/occupied_cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

using Key = OccupiedCells::Key;
using Word = OccupiedCells::Word;

HWY_INLINE Key rank_of(const Word* words, Key key) {
    const Word word = words[key / OccupiedCells::cells_a_word];
    const std::uint32_t below = (std::uint32_t{1} << key % OccupiedCells::cells_a_word) - 1;
    return word.before + static_cast<Key>(__builtin_popcount(word.bits & below));
}

void count_before(std::span<Word> words) {
    Key before = 0;
    for (Word& word : words) {
        word.before = before;
        before += static_cast<Key>(__builtin_popcount(word.bits));
    }
}

void rank_keys(const Word* words, std::span<Key> keys) {
    for (Key& key : keys) key = rank_of(words, key);
}

void look_up(const Word* words, std::span<const Key> keys, const Index* first_by_rank, Index* slots) {
    for (std::size_t k = 0; k < keys.size(); ++k) slots[k] = first_by_rank[rank_of(words, keys[k])];
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(count_before);
HWY_EXPORT(rank_keys);
HWY_EXPORT(look_up);

void OccupiedCells::note(std::span<Key> keys, Key cells) {
    const std::size_t n = keys.size(), portions = n < worth_a_team_for_little ? 1 : (n + 16'383) / 16'384;
    words_.clear();
    resize_with_room(words_, (cells + cells_a_word - 1) / cells_a_word + 1);
    const auto part = [&](std::size_t p) {
        return keys.subspan(n * p / portions, n * (p + 1) / portions - n * p / portions);
    };
#pragma omp parallel if (portions > 1)
    {
        const bool alone = omp_get_num_threads() == 1;
#pragma omp for schedule(static)
        for (std::size_t p = 0; p < portions; ++p) {
            // Points come row by row, so that a word serves many of them.
            const auto set = [&](Key word, std::uint32_t bits) {
                if (alone)
                    words_[word].bits |= bits;
                else
                    std::atomic_ref(words_[word].bits).fetch_or(bits, std::memory_order_relaxed);
            };
            Key word = 0;
            std::uint32_t bits = 0;
            for (const Key key : part(p)) {
                if (key / cells_a_word != word) {
                    set(word, bits);
                    word = key / cells_a_word;
                    bits = 0;
                }
                bits |= std::uint32_t{1} << key % cells_a_word;
            }
            set(word, bits);
        }
#pragma omp single
        HWY_DYNAMIC_DISPATCH(count_before)(words_);
#pragma omp for schedule(static)
        for (std::size_t p = 0; p < portions; ++p) HWY_DYNAMIC_DISPATCH(rank_keys)(words_.data(), part(p));
    }
}

void OccupiedCells::first_slots(std::span<const Key> keys, const Index* first_by_rank, Index* slots) const {
    HWY_DYNAMIC_DISPATCH(look_up)(words_.data(), keys, first_by_rank, slots);
}

}  // namespace spatial
#endif
