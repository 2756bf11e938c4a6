#include "spatial/occupied_cells.hpp"

#include <omp.h>

#include <array>
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

/// `words` begin with the margin.
void find_runs(const Word* words, Key margin, Key cells, std::span<const OccupiedCells::Group> groups,
               OccupiedCells::Steps steps, const Index* first_by_rank, Range* runs, std::uint32_t* ends) {
    constexpr Key cells_a_word = OccupiedCells::cells_a_word;
    std::array<Key, 9> to_row;
    for (Key r = 0; r < 9; ++r) to_row[r] = margin + r / 3 * steps.z + r % 3 * steps.y - steps.z - steps.y - 1;
    // Which of the rows hold anybody: few, among droplets. All loops are without a branch that depends on that.
    struct Stretch {
        Key first;
        std::uint32_t in_use;  // a bit for each cell from there on
        std::uint32_t group;
    };
    std::array<Stretch, OccupiedCells::most_groups * 9 + 1> stretches;
    Stretch* next = stretches.data();
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const Key first_cell = groups[g].first;
        const auto asked = static_cast<std::uint32_t>((std::uint64_t{8} << (groups[g].last - first_cell)) - 1);
        const Key from_row = first_cell < steps.z ? 3 : 0, end_row = first_cell + steps.z < cells ? 9 : 6;
        for (Key r = from_row; r < end_row; ++r) {
            const Key first = first_cell + to_row[r];
            const Word* const word = words + first / cells_a_word;
            const std::uint64_t bits = word[0].bits | std::uint64_t{word[1].bits} << 32;
            const std::uint32_t in_use = static_cast<std::uint32_t>(bits >> first % cells_a_word) & asked;
            *next = {first, in_use, g};
            next += in_use != 0;
        }
    }
    Index begin = 0, end = 0;  // of the last run
    std::uint32_t count = 0, group = ~std::uint32_t{0};
    for (const Stretch* stretch = stretches.data(); stretch != next; ++stretch) {
        const Word word = words[stretch->first / cells_a_word];
        const std::uint32_t before = word.bits & ((std::uint32_t{1} << stretch->first % cells_a_word) - 1);
        const Index* const slots = first_by_rank + word.before + __builtin_popcount(before);
        const bool joins = (slots[0] == end) & (stretch->group == group);
        begin = joins ? begin : slots[0];
        end = slots[__builtin_popcount(stretch->in_use)];
        group = stretch->group;
        count += !joins;
        runs[count - 1] = {begin, end};
        ends[group] = count;
    }
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(count_before);
HWY_EXPORT(rank_keys);
HWY_EXPORT(look_up);
HWY_EXPORT(find_runs);

void OccupiedCells::note(std::span<Key> keys, Key cells, Key margin) {
    const std::size_t n = keys.size(), portions = n < worth_a_team_for_little ? 1 : (n + 16'383) / 16'384;
    cells_ = cells;
    margin_ = (margin + cells_a_word - 1) / cells_a_word;
    words_.clear();
    resize_with_room(words_, (cells + cells_a_word - 1) / cells_a_word + 1 + 2 * margin_);
    Word* const words = words_.data() + margin_;
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
                    words[word].bits |= bits;
                else
                    std::atomic_ref(words[word].bits).fetch_or(bits, std::memory_order_relaxed);
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
        for (std::size_t p = 0; p < portions; ++p) HWY_DYNAMIC_DISPATCH(rank_keys)(words, part(p));
    }
}

void OccupiedCells::first_slots(std::span<const Key> keys, const Index* first_by_rank, Index* slots) const {
    HWY_DYNAMIC_DISPATCH(look_up)(first_word(), keys, first_by_rank, slots);
}

void OccupiedCells::find_runs(std::span<const Group> groups, Steps steps, const Index* first_by_rank, Range* runs,
                              std::uint32_t* ends) const {
    const auto margin = static_cast<Key>(margin_ * cells_a_word);
    HWY_DYNAMIC_DISPATCH(spatial::find_runs)
    (words_.data(), margin, cells_, groups, steps, first_by_rank, runs, ends);
}

std::span<const OccupiedCells::Key> OccupiedCells::list(Key from_word, Key to_word, Key* keys, Key& rank) const {
    const Word* const words = first_word();
    Key* next = keys;
    for (Key w = from_word; w < to_word; ++w) {
        Key* const end = next + (words[w + 1].before - words[w].before);
        std::uint32_t bits = words[w].bits;
        const auto take = [&] {
            *next++ = w * cells_a_word + static_cast<Key>(std::countr_zero(bits | 0x8000'0000u));
            bits &= bits - 1;
        };
        // Among droplets a word has none, one or two, nobody knows which: always two, without a branch.
        take();
        take();
        while (next < end) take();
        next = end;
    }
    rank = words[from_word].before;
    return {keys, next};
}

}  // namespace spatial
#endif
