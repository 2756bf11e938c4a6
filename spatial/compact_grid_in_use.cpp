// Whom a block of queries is shown where only the cells in use are known.
#include <algorithm>
#include <array>

#include "spatial/blocks.hpp"
#include "spatial/compact_grid.hpp"
#include "spatial/run_list.hpp"

namespace spatial {

namespace {

/// `a` if kept, else `b`. In bits: compilers make branches of what looks like a choice.
std::uint32_t kept_if(bool kept, std::uint32_t a, std::uint32_t b) noexcept {
    return b ^ ((a ^ b) & (0u - static_cast<std::uint32_t>(kept)));
}

}  // namespace

void CompactGrid::for_each_batch_in_use(Key begin, Key end, BatchVisitor take) const {
    constexpr Key word = OccupiedCells::cells_a_word, words_a_batch = 16;
    const FoldedGrid& grid = levels_[0].grid;
    const bool parted = grid.rows_are_parted();
    std::array<Key, words_a_batch * word + OccupiedCells::keys_to_spare> keys;
    std::array<OccupiedCells::Group, words_a_batch * word + 1> groups;
    const Key end_word = (end + word - 1) / word;
    for (Key from = begin / word; from < end_word; from += words_a_batch) {
        Key rank = 0;
        const std::span<const Key> in_use =
            occupied_.list(from, std::min(from + words_a_batch, end_word), keys.data(), rank);
        const Index* const first = first_.data() + rank;
        std::size_t count = 0;
        Index slot = 0;
        Key first_key = 0, furthest = 0;
        // Without branches, because among droplets nobody knows whose neighbour is in use.
        for (std::size_t k = 0; k < in_use.size(); ++k) {
            const Key key = in_use[k], in_row = parted ? most_cells_a_group : grid.cells_after(key);
            const bool joins = (k > 0) & (key <= furthest) & (first[k + 1] <= slot + most_queries_a_group);
            slot = kept_if(joins, slot, first[k]);
            first_key = kept_if(joins, first_key, key);
            furthest = kept_if(joins, furthest, key + std::min(in_row, most_cells_a_group - 1));
            count += !joins;
            groups[count] = {{slot, first[k + 1]}, first_key, key};
        }
        take(std::span(groups).subspan(1, count));
    }
}

/// Looks up the cells around many groups in one go: look-ups that do not wait for what a visitor does overlap.
void CompactGrid::visit_cells_in_use(Key begin, Key end, Queries queries, BlockVisitor visit) const {
    constexpr std::size_t together = OccupiedCells::most_groups;
    const FoldedGrid& grid = levels_[0].grid;
    std::array<std::uint32_t, together> ends;
    std::array<Range, together * FoldedGrid::most_runs_around + 1> runs;
    for_each_batch_in_use(begin, end, [&](std::span<const OccupiedCells::Group> groups) {
        while (!groups.empty()) {
            const auto some = groups.first(std::min(together, groups.size()));
            groups = groups.subspan(some.size());
            if (!queries.any_in({some.front().queries.begin, some.back().queries.end})) continue;
            if (grid.rows_are_parted())
                occupied_.find_runs(some, {grid.row(), grid.layer()}, first_.data(), runs.data(), ends.data());
            else
                find_runs_anywhere(some, runs.data(), ends.data());
            const Range* found = runs.data();
            for (std::size_t g = 0; g < some.size(); ++g) {
                const Range *const behind = runs.data() + ends[g], all = some[g].queries;
                for (Index at = all.begin; at < all.end; at += longest_block) {
                    const Range block{at, std::min(at + longest_block, all.end)};
                    if (queries.any_in(block)) visit(block, {found, behind});
                }
                found = behind;
            }
        }
    });
}

/// The same as OccupiedCells::find_runs, in grids that are folded or so thin that their rows are not parted.
void CompactGrid::find_runs_anywhere(std::span<const OccupiedCells::Group> groups, Range* runs,
                                     std::uint32_t* ends) const {
    std::array<Key, 2 * FoldedGrid::most_runs_around> keys;
    std::array<Index, 2 * FoldedGrid::most_runs_around> slots;
    Range* next = runs;
    for (const OccupiedCells::Group& group : groups) {
        Key* last = keys.data();
        levels_[0].grid.for_each_run_around(group.first, group.last, [&](Key first_cell, Key last_cell) {
            *last++ = first_cell;
            *last++ = last_cell + 1;
        });
        const std::span<const Key> asked(keys.data(), last);
        occupied_.first_slots(asked, first_.data(), slots.data());
        RunList list(next);
        for (std::size_t k = 0; k < asked.size(); k += 2) list.add({slots[k], slots[k + 1]});
        if (levels_[0].grid.folded()) std::sort(next, list.end(), [](Range a, Range b) { return a.begin < b.begin; });
        next = list.end();
        *ends++ = static_cast<std::uint32_t>(next - runs);
    }
}

}  // namespace spatial
