// Which objects of hash grids are tested with which: half of the neighbours within a grid, and the larger grids. How
// they are tested is up to a Tester: by digests (hash_grid_pairs.cpp), or by boxes where strangers share cells
// (hash_grid_folds.cpp). No #pragma once: it is compiled once for each instruction set, inside hwy/foreach_target.h.
//
// A tester copies out what its loops read, as a View: for all a compiler knows, writing pairs could change what the
// tester itself holds. How far it has come is handed from call to call, so that it stays in registers.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/hash_grid_runs-inl.hpp"

#if defined(WEIR_SPATIAL_HASH_GRID_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_HASH_GRID_WALK_INL
#undef WEIR_SPATIAL_HASH_GRID_WALK_INL
#else
#define WEIR_SPATIAL_HASH_GRID_WALK_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// Within one grid, of the objects in the lines whose first slot is one of these.
template <class Tester>
HWY_INLINE BroadCounters pairs_within(const GridView& of, const Index* cell_begins, Range slots, Tester& tester,
                                      std::vector<BoxPair>& found) {
    const HashGrid& grid = *of.grid;
    BroadCounters counters;
    std::size_t on_page = 0;
    const std::size_t before = found.size();
    grid.for_each_line([&](std::uint32_t number) HWY_ATTR {
        const HashGrid::Line& line = grid.lines()[number];
        const Index* begin = cell_begins + line.first_cell;
        if (*begin < slots.begin || *begin >= slots.end) return;
        const auto view = tester.view();
        const LineNeighbours neighbours(grid, number, cell_begins);
        typename Tester::Progress progress{on_page};
        BroadCounters work;
        for (std::uint64_t bits = line.occupied; bits != 0; bits &= bits - 1, ++begin) {
            Runs runs;
            const Range own{begin[0], begin[1]};
            runs.run[runs.count++] = own;
            neighbours.of(static_cast<unsigned>(std::countr_zero(bits)), runs);
            work.lookups += runs.lookups + 1;
            work.cells += runs.cells + 1;
            work.candidates += own.size() * runs.objects + std::uint64_t{own.size()} * (own.size() - 1) / 2;
            progress = tester.test_cell(view, own, runs, progress);
        }
        on_page = tester.end_line(progress);
        counters += work;
    });
    tester.empty(on_page);
    counters.pairs = found.size() - before;
    return counters;
}

/// Of the objects in the slots, which are of one grid, with those of the larger ones.
template <class Tester>
HWY_INLINE BroadCounters pairs_across(std::span<const GridView> larger_grids, const Index* cell_begins, Range slots,
                                      Tester& tester, std::vector<BoxPair>& found) {
    constexpr std::size_t at_a_time = 16;  // grids: as many as there are for most
    const auto view = tester.view();
    BroadCounters counters;
    std::size_t length = 0;
    const std::size_t before = found.size();
    for (std::size_t first = 0; first < larger_grids.size(); first += at_a_time) {
        std::array<LargerGrid, at_a_time> larger;
        const std::size_t count = std::min(at_a_time, larger_grids.size() - first);
        for (std::size_t k = 0; k < count; ++k) larger[k] = LargerGrid(larger_grids[first + k], cell_begins);
        for (Index slot = slots.begin; slot < slots.end; ++slot) {
            const typename Tester::Asker asker = tester.asker(view, slot, slots.end);
            for (std::size_t k = 0; k < count; ++k) {
                const Runs& around = larger[k].around(asker.box);
                counters.candidates += size_of(std::span(around.run, around.count));
                length = tester.test_around(view, asker, larger[k].grid(), around, length);
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            counters.lookups += larger[k].runs().lookups;
            counters.cells += larger[k].runs().cells;
        }
    }
    tester.empty(length);
    counters.pairs = found.size() - before;
    return counters;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
