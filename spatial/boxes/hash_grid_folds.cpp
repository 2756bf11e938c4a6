// Pairs in grids that fold: strangers share cells, and only the boxes themselves tell them apart. They lie side by side
// in columns.
#include <algorithm>
#include <array>
#include <bit>

#include "spatial/boxes/hash_grid_portions.hpp"
#include "spatial/boxes/hash_grid_questions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_folds.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"
#include "spatial/boxes/hash_grid_runs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// Within one grid, of the objects in the lines whose first slot is one of these.
BroadCounters pairs_within_folded_target(const GridQuestion& question, std::size_t which, Range slots,
                                         std::vector<BoxPair>& found) {
    const HashGrid& grid = *question.grids[which].grid;
    const Cells cells(grid, question.cell_begins);
    const Index* const begins = question.cell_begins;
    BroadCounters counters;
    PairPages pages(found);
    std::size_t on_page = 0;
    const std::size_t before = found.size();
    grid.for_each_line([&](std::uint32_t number) HWY_ATTR {
        const HashGrid::Line& line = grid.lines()[number];
        const Index* begin = begins + line.first_cell;
        if (*begin < slots.begin || *begin >= slots.end) return;
        // Copies of what the loop reads: for all the compiler knows, writing pairs could change what is captured.
        const BoxColumnsView boxes = question.boxes;
        const Cells around_here = cells;
        std::size_t length = on_page;
        BroadCounters work;
        for (std::uint64_t bits = line.occupied; bits != 0; bits &= bits - 1, ++begin) {
            Runs runs;
            half_of_the_neighbours(around_here, 64 * number + static_cast<unsigned>(std::countr_zero(bits)), runs);
            work.lookups += runs.lookups + 1;
            work.cells += runs.cells + 1;
            const Range own{begin[0], begin[1]};
            // The next cell follows in memory, unless a row or a line ends between them.
            const bool goes_on = runs.run[0].begin == own.end;
            const Index own_end = goes_on ? runs.run[0].end : own.end;
            const std::size_t first_run = goes_on ? 1 : 0;
            const std::uint64_t others = size_of(std::span(runs.run, runs.count)) - (goes_on ? runs.run[0].size() : 0);
            for (Index slot = own.begin; slot < own.end; ++slot) {
                const OneBox box(boxes[slot]);
                const Index its_number = boxes.number[slot];
                work.candidates += own_end - slot - 1 + others;
                length = pages.test(boxes, box, its_number, {slot + 1, own_end}, length);
                for (std::size_t r = first_run; r < runs.count; ++r)
                    length = pages.test(boxes, box, its_number, runs.run[r], length);
            }
        }
        on_page = length;
        counters += work;
    });
    pages.empty(on_page);
    counters.pairs = found.size() - before;
    return counters;
}

/// Of the objects in the slots, which are of one grid, with those of grids of larger cells.
BroadCounters pairs_across_folded_target(const GridQuestion& question, std::size_t which, Range slots,
                                         std::vector<BoxPair>& found) {
    constexpr std::size_t at_a_time = 16;  // grids: as many as there are for most
    const BoxColumnsView boxes = question.boxes;
    BroadCounters counters;
    PairPages pages(found);
    std::size_t length = 0;
    const std::size_t before = found.size();
    for (std::size_t first = which + 1; first < question.grids.size(); first += at_a_time) {
        std::array<LargerGrid, at_a_time> larger;
        const std::size_t count = std::min(at_a_time, question.grids.size() - first);
        for (std::size_t k = 0; k < count; ++k) larger[k] = LargerGrid(question.grids[first + k], question.cell_begins);
        for (Index slot = slots.begin; slot < slots.end; ++slot) {
            const OneBox box(boxes[slot]);
            for (std::size_t k = 0; k < count; ++k) {
                const Runs& around = larger[k].around(boxes[slot]);
                counters.candidates += size_of(std::span(around.run, around.count));
                for (std::size_t r = 0; r < around.count; ++r)
                    length = pages.test(boxes, box, boxes.number[slot], around.run[r], length);
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            counters.lookups += larger[k].runs().lookups;
            counters.cells += larger[k].runs().cells;
        }
    }
    pages.empty(length);
    counters.pairs = found.size() - before;
    return counters;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(pairs_within_folded_target);
HWY_EXPORT(pairs_across_folded_target);

BroadCounters pairs_in_folded_grids(const GridQuestion& question, std::vector<std::vector<BoxPair>>& scratch,
                                    std::vector<BoxPair>& found) {
    return in_grids(
        question.grids, question.slots, scratch, found,
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_within_folded_target)(question, g, slots, to);
        },
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_across_folded_target)(question, g, slots, to);
        });
}

}  // namespace spatial
#endif
