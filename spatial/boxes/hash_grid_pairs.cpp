#include "spatial/boxes/hash_grid_pairs.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "spatial/boxes/hash_grid_portions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_digest-inl.hpp"
#include "spatial/boxes/hash_grid_key-inl.hpp"
#include "spatial/boxes/hash_grid_runs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// The neighbours of the cells of one line: where they are neither at an end of the line nor at a border of the grid,
/// they are in the same five lines for all of them.
class LineNeighbours {
public:
    HWY_INLINE LineNeighbours(const HashGrid& grid, std::uint32_t line, const Index* cell_begins)
        : cells_(grid, cell_begins), line_(line), begins_(cell_begins) {
        const GridShape& shape = grid.shape();
        if (shape.x_bits < 6) return;
        const std::uint32_t row = line >> (shape.x_bits - 6);
        const std::uint32_t y = row & shape.y_mask(), z = row >> shape.y_bits;
        if (y - 1 >= shape.y_mask() - 1 || z == shape.z_mask()) return;
        const HashGrid::Line* const own = &grid.lines()[line];
        const std::size_t up = std::size_t{1} << (shape.x_bits - 6), back = up << shape.y_bits;
        lines_ = {own, own + up, own + back - up, own + back, own + back + up};
        are_simple_ = true;
    }

    HWY_INLINE void of(unsigned cell, Runs& runs) const {
        if (HWY_UNLIKELY(!are_simple_ || cell - 1 >= 62)) {
            half_of_the_neighbours(cells_, 64 * line_ + cell, runs);
            return;
        }
        const auto add = [&](const HashGrid::Line& line, unsigned first, std::uint64_t how_many) HWY_ATTR {
            const std::uint64_t below = line.occupied & ((std::uint64_t{1} << first) - 1);
            const int occupied = std::popcount(line.occupied >> first & how_many);
            const Index* const begin = begins_ + line.first_cell + std::popcount(below);
            runs.cells += static_cast<unsigned>(occupied);
            runs.objects += begin[occupied] - begin[0];
            runs.run[runs.count++] = {begin[0], begin[occupied]};
        };
        add(*lines_[0], cell + 1, 1);
        for (std::size_t k = 1; k < lines_.size(); ++k) add(*lines_[k], cell - 1, 7);
        runs.lookups += 13;
    }

private:
    Cells cells_;
    std::uint32_t line_;
    const Index* begins_;
    bool are_simple_ = false;
    std::array<const HashGrid::Line*, 5> lines_{};
};

/// Cells one after the other, each followed by its neighbours: runs are a handful of objects long, and copying them
/// side by side for all the objects of a cell costs less than testing half-empty vectors for each of them.
class CellStream {
public:
    static constexpr std::size_t most = 1024;  // of objects; more of them fit into no first-level cache

    /// How many objects there are, and how many of them ask; up to the caller, so that it stays in registers.
    struct Length {
        std::size_t objects = 0, asking = 0;
    };

    /// Adds runs, of which the first `own` objects ask for all that come after them.
    HWY_INLINE Length add(const DigestView& slots, std::size_t own, const Range* runs, std::size_t count,
                          Length length) {
        const auto begin = static_cast<Index>(length.objects);
        for (std::size_t r = 0; r < count; ++r) {
            const Range run = runs[r];
            std::size_t k = 0;
            do {
                hn::StoreU(hn::LoadU(d, slots.digest + run.begin + k), d, digest_ + length.objects + k);
                hn::StoreU(hn::LoadU(numbers, slots.number + run.begin + k), numbers, number_ + length.objects + k);
                k += hn::Lanes(d);
            } while (HWY_UNLIKELY(k < run.size()));
            length.objects += run.size();
        }
        std::size_t k = 0;
        do {
            hn::StoreU(hn::Add(hn::Iota(numbers, 0), hn::Set(numbers, begin + static_cast<Index>(k))), numbers,
                       asking_ + length.asking + k);
            hn::StoreU(hn::Set(numbers, static_cast<Index>(length.objects)), numbers, end_ + length.asking + k);
            k += hn::Lanes(numbers);
        } while (HWY_UNLIKELY(k < own));
        length.asking += own;
        return length;
    }

    /// Returns the length of the pairs.
    HWY_INLINE std::size_t test(Length there, DigestPairs& pairs, std::size_t length) const {
        const DigestView here{digest_, number_};
        for (std::size_t k = 0; k < there.asking; ++k) {
            const Index at = asking_[k];
            length = pairs.test(here, asking(digest_[at]), number_[at], {at + 1, end_[k]}, length);
            length = pairs.settle_some(length);
        }
        return length;
    }

private:
    static constexpr hn::CappedTag<BoxDigest, digest_lanes> d{};
    static constexpr hn::Rebind<Index, hn::CappedTag<BoxDigest, digest_lanes>> numbers{};
    BoxDigest digest_[most + 2 * digest_lanes];
    Index number_[most + 2 * digest_lanes], asking_[most + 2 * digest_lanes], end_[most + 2 * digest_lanes];
};

/// The objects of the first run, with those after them in it and with those of the others.
HWY_NOINLINE std::size_t test_runs(const DigestView& slots, std::span<const Range> runs, DigestPairs& pairs,
                                   std::size_t length) {
    for (Index slot = runs[0].begin; slot < runs[0].end; ++slot) {
        const BoxDigest asks = asking(slots.digest[slot]);
        length = pairs.test(slots, asks, slots.number[slot], {slot + 1, runs[0].end}, length);
        for (const Range run : runs.subspan(1)) length = pairs.test(slots, asks, slots.number[slot], run, length);
        length = pairs.settle_some(length);
    }
    return length;
}

/// Within one grid, of the objects in the lines whose first slot is one of these.
BroadCounters pairs_within_target(const GridPairs& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    const HashGrid& grid = *question.grids[which].grid;
    const Index* const begins = question.cell_begins;
    BroadCounters counters;
    DigestPairs pairs(question.boxes, found);
    CellStream stream;
    std::size_t on_page = 0;
    const std::size_t before = found.size();
    grid.for_each_line([&](std::uint32_t number) HWY_ATTR {
        const HashGrid::Line& line = grid.lines()[number];
        const Index* begin = begins + line.first_cell;
        if (*begin < slots.begin || *begin >= slots.end) return;
        const DigestView view = question.slots;
        const LineNeighbours neighbours(grid, number, begins);
        std::size_t length = on_page;
        CellStream::Length there;
        BroadCounters work;
        for (std::uint64_t bits = line.occupied; bits != 0; bits &= bits - 1, ++begin) {
            Runs runs;
            const Range own{begin[0], begin[1]};
            runs.run[runs.count++] = own;
            neighbours.of(static_cast<unsigned>(std::countr_zero(bits)), runs);
            work.lookups += runs.lookups + 1;
            work.cells += runs.cells + 1;
            work.candidates += own.size() * runs.objects + std::uint64_t{own.size()} * (own.size() - 1) / 2;
            const std::size_t objects = own.size() + runs.objects;
            if (HWY_UNLIKELY(there.objects + objects > CellStream::most)) {
                length = stream.test(there, pairs, length);
                there = {};
                if (objects > CellStream::most) {  // long runs are tested where they are
                    length = test_runs(view, std::span(runs.run, runs.count), pairs, length);
                    continue;
                }
            }
            there = stream.add(view, own.size(), runs.run, runs.count, there);
        }
        // Where a part of the lines ends must not be seen in the order of pairs.
        length = stream.test(there, pairs, length);
        on_page = pairs.settle(length);
        counters += work;
    });
    pairs.empty(on_page);
    counters.pairs = found.size() - before;
    return counters;
}

/// Of the objects in the slots, which are of one grid, with those of grids of larger cells.
BroadCounters pairs_across_target(const GridPairs& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    constexpr std::size_t at_a_time = 16;  // grids: as many as there are for most
    constexpr Index ahead = 16;            // boxes: far enough for memory to answer in time
    const DigestView view = question.slots;
    BroadCounters counters;
    DigestPairs pairs(question.boxes, found);
    std::size_t length = 0;
    const std::size_t before = found.size();
    for (std::size_t first = which + 1; first < question.grids.size(); first += at_a_time) {
        std::array<LargerGrid, at_a_time> larger;
        const std::size_t count = std::min(at_a_time, question.grids.size() - first);
        for (std::size_t k = 0; k < count; ++k) larger[k] = LargerGrid(question.grids[first + k], question.cell_begins);
        for (Index slot = slots.begin; slot < slots.end; ++slot) {
            if (slot + ahead < slots.end) __builtin_prefetch(&question.boxes[view.number[slot + ahead]]);
            const Index number = view.number[slot];
            const Box& box = question.boxes[number];
            for (std::size_t k = 0; k < count; ++k) {
                const Runs& around = larger[k].around(box);
                const BoxDigest asks = asking(GridKey(box, larger[k].grid()).digest);
                counters.candidates += size_of(std::span(around.run, around.count));
                for (std::size_t r = 0; r < around.count; ++r)
                    length = pairs.test(view, asks, number, around.run[r], length);
                length = pairs.settle_now(length);
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            counters.lookups += larger[k].runs().lookups;
            counters.cells += larger[k].runs().cells;
        }
    }
    pairs.empty(length);
    counters.pairs = found.size() - before;
    return counters;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(pairs_within_target);
HWY_EXPORT(pairs_across_target);

BroadCounters pairs_in_grids(const GridPairs& question, std::vector<std::vector<BoxPair>>& scratch,
                             std::vector<BoxPair>& found) {
    return in_grids(
        question.grids, question.count, scratch, found,
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_within_target)(question, g, slots, to);
        },
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_across_target)(question, g, slots, to);
        });
}

}  // namespace spatial
#endif
