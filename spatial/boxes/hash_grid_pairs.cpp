#include "spatial/boxes/hash_grid_pairs.hpp"

#include "spatial/boxes/hash_grid_portions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_digest-inl.hpp"
#include "spatial/boxes/hash_grid_key-inl.hpp"
#include "spatial/boxes/hash_grid_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

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

/// By digests (hash_grid_walk-inl.hpp).
class DigestTester {
public:
    using View = DigestView;
    struct Progress {
        std::size_t length;
        CellStream::Length there{};
    };
    struct Asker {
        const Box& box;
        Index number;
    };

    DigestTester(const GridPairs& question, std::vector<BoxPair>& found)
        : question_(question), pairs_(question.boxes, found) {}

    [[nodiscard]] HWY_INLINE View view() const { return question_.slots; }

    HWY_INLINE Progress test_cell(const View& slots, Range own, const Runs& runs, Progress at) {
        const std::size_t objects = own.size() + runs.objects;
        if (HWY_UNLIKELY(at.there.objects + objects > CellStream::most)) {
            at = {stream_.test(at.there, pairs_, at.length)};
            if (objects > CellStream::most)  // long runs are tested where they are
                return {test_runs(slots, std::span(runs.run, runs.count), pairs_, at.length)};
        }
        at.there = stream_.add(slots, own.size(), runs.run, runs.count, at.there);
        return at;
    }
    /// Where a part of the lines ends must not be seen in the order of pairs.
    HWY_INLINE std::size_t end_line(Progress at) { return pairs_.settle(stream_.test(at.there, pairs_, at.length)); }

    HWY_INLINE Asker asker(const View& slots, Index slot, Index end) const {
        constexpr Index ahead = 16;  // far enough for memory to answer in time
        if (slot + ahead < end) __builtin_prefetch(&question_.boxes[slots.number[slot + ahead]]);
        const Index number = slots.number[slot];
        return {question_.boxes[number], number};
    }
    HWY_INLINE std::size_t test_around(const View& slots, const Asker& asker, const HashGrid& grid, const Runs& around,
                                       std::size_t length) {
        const BoxDigest asks = asking(GridKey(asker.box, grid).digest);
        for (std::size_t r = 0; r < around.count; ++r)
            length = pairs_.test(slots, asks, asker.number, around.run[r], length);
        return pairs_.settle_now(length);
    }

    void empty(std::size_t length) { pairs_.empty(length); }

private:
    const GridPairs& question_;
    DigestPairs pairs_;
    CellStream stream_;
};

BroadCounters pairs_within_target(const GridPairs& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    DigestTester tester(question, found);
    return pairs_within(question.grids[which], question.cell_begins, slots, tester, found);
}

BroadCounters pairs_across_target(const GridPairs& question, std::size_t which, Range slots,
                                  std::vector<BoxPair>& found) {
    DigestTester tester(question, found);
    return pairs_across(question.grids.subspan(which + 1), question.cell_begins, slots, tester, found);
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
