#include "spatial/occupied_cells.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

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

/// Writes runs of slots one after the other; those of a group that touch are joined.
class RunWriter {
public:
    RunWriter(Range* runs, std::uint32_t* ends) : runs_(runs), ends_(ends) {}

    HWY_INLINE void add(std::uint32_t group, Index begin, Index end) {
        const bool joins = (begin == end_) & (group == group_);
        begin_ = joins ? begin_ : begin;
        end_ = end;
        group_ = group;
        count_ += !joins;
        runs_[count_ - 1] = {begin_, end};
        ends_[group] = count_;
    }

private:
    Range* runs_;
    std::uint32_t* ends_;
    Index begin_ = 0, end_ = 0;  // of the last run
    std::uint32_t count_ = 0, group_ = ~std::uint32_t{0};
};

/// The nine rows around a cell, each from the cell before it on.
struct RowsAround {
    const Word* words;  // with the margin
    std::array<Key, 9> to_row;
    const Index* first_by_rank;

    /// Whether the cells from there on are in use, a bit each, as far as two words tell.
    [[nodiscard]] HWY_INLINE std::uint64_t in_use_from(Key first) const {
        const Word* const word = words + first / OccupiedCells::cells_a_word;
        return (word[0].bits | std::uint64_t{word[1].bits} << 32) >> first % OccupiedCells::cells_a_word;
    }
    [[nodiscard]] HWY_INLINE const Index* slots_from(Key first) const { return first_by_rank + rank_of(words, first); }
};

/// Inside of a fluid, rows are in use from end to end: what was looked up for one group then serves those behind it.
/// Returns the first of the groups for which it does not.
HWY_INLINE std::uint32_t find_steady_runs(const RowsAround& around, std::span<const OccupiedCells::Group> groups,
                                          RunWriter& writer) {
    // Among droplets so many groups do not lie that near to each other, and looking would be in vain.
    constexpr std::uint32_t together = 4;
    constexpr Key cells_told = OccupiedCells::cells_a_word;  // by two words, from any cell of the first on
    std::uint32_t g = 0;
    while (g + together < groups.size() && groups[g + together].last - groups[g].first < cells_told / 2) {
        const Key from = groups[g].first;
        std::array<const Index*, 9> rows;  // those in use
        std::size_t count = 0;
        Key alike = cells_told;
        for (const Key there : around.to_row) {
            const std::uint64_t in_use = around.in_use_from(from + there);
            const bool used = (in_use & 1u) != 0;
            alike = std::min(alike, static_cast<Key>(std::countr_zero(used ? ~in_use : in_use)));
            rows[count] = around.slots_from(from + there);
            count += used;
        }
        const auto serves = [&](const OccupiedCells::Group& group) { return group.last + 3 - from <= alike; };
        if (!serves(groups[g + together])) break;
        for (; g < groups.size() && serves(groups[g]); ++g)
            for (std::size_t r = 0; r < count; ++r)
                writer.add(g, rows[r][groups[g].first - from], rows[r][groups[g].last + 3 - from]);
    }
    return g;
}

/// `words` begin with the margin.
void find_runs(const Word* words, Key margin, std::span<const OccupiedCells::Group> groups, OccupiedCells::Steps steps,
               const Index* first_by_rank, Range* runs, std::uint32_t* ends) {
    RowsAround around{words, {}, first_by_rank};
    for (Key r = 0; r < 9; ++r) around.to_row[r] = margin + r / 3 * steps.z + r % 3 * steps.y - steps.z - steps.y - 1;
    RunWriter writer(runs, ends);
    const std::uint32_t steady = find_steady_runs(around, groups, writer);
    // For the others: which of the rows hold anybody; few, among droplets. All loops are without a branch that depends
    // on that.
    struct Stretch {
        Key first;
        std::uint32_t in_use;  // a bit for each cell from there on
        std::uint32_t group;
    };
    std::array<Stretch, OccupiedCells::most_groups * 9 + 1> stretches;
    Stretch* next = stretches.data();
    for (std::uint32_t g = steady; g < groups.size(); ++g) {
        const auto asked = static_cast<std::uint32_t>((std::uint64_t{8} << (groups[g].last - groups[g].first)) - 1);
#pragma GCC unroll 9
        for (const Key there : around.to_row) {
            const Key first = groups[g].first + there;
            const std::uint32_t in_use = static_cast<std::uint32_t>(around.in_use_from(first)) & asked;
            *next = {first, in_use, g};
            next += (in_use | (0u - in_use)) >> 31;  // 1 where any is; compilers make a branch of != 0
        }
    }
    for (const Stretch* stretch = stretches.data(); stretch != next; ++stretch) {
        const Index* const slots = around.slots_from(stretch->first);
        writer.add(stretch->group, slots[0], slots[__builtin_popcount(stretch->in_use)]);
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
    (words_.data(), margin, groups, steps, first_by_rank, runs, ends);
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
