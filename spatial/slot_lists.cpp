#include "spatial/slot_lists.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "spatial/first_exception.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/slot_lists.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

#ifndef WEIR_SPATIAL_SLOT_LISTS
#define WEIR_SPATIAL_SLOT_LISTS
namespace spatial {

// What candidates are padded to, and lists written by.
inline constexpr std::size_t lanes_at_most = 16;

/// The queries of a block, the candidates near them, and where to write.
struct ListedBlock {
    const Points& points;
    std::span<const std::uint8_t> active;                     // empty = everybody
    std::span<const Range> ranges = {};                       // whose slots are the candidates; empty = gathered:
    const float *xs = nullptr, *ys = nullptr, *zs = nullptr;  // columns of Candidates
    const float* reaches = nullptr;                           // as long; null where all points share a reach
    const Index* slots = nullptr;
    std::size_t count = 0;             // of candidates
    SlotLists::List* lists = nullptr;  // by slot
    Index* end = nullptr;              // of the room for lists

    /// That a list may take, which is written by whole vectors.
    [[nodiscard]] std::size_t most_room() const noexcept { return count + lanes_at_most; }
};

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, lanes_at_most>;

/// Shows each vector of candidates to the query in `slot`: take(their slots, a mask of those that are its neighbours).
template <bool OwnReaches, bool Gathered, class Take>
HWY_INLINE void test_candidates(const ListedBlock& b, Index slot, Take take) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> numbers;
    // Copies of what the loop reads: for all the compiler knows, writing lists could change the block.
    const float *const xs = Gathered ? b.xs : b.points.x.data(), *const ys = Gathered ? b.ys : b.points.y.data(),
                       *const zs = Gathered ? b.zs : b.points.z.data();
    const float* const reaches = Gathered ? b.reaches : b.points.reach.data();
    const auto x = hn::Set(d, b.points.x[slot]), y = hn::Set(d, b.points.y[slot]), z = hn::Set(d, b.points.z[slot]);
    const auto own_reach = hn::Set(d, b.points.reach_of(slot));
    auto squared_reach = hn::Mul(own_reach, own_reach);
    const auto self = hn::Set(numbers, slot);
    const auto load = [&](const float* from) HWY_ATTR { return Gathered ? hn::Load(d, from) : hn::LoadU(d, from); };
    const auto test = [&](std::size_t at, auto others) HWY_ATTR {
        // The neighbour rule, lane by lane: the same operations in the same order as neighbour_rule.hpp.
        const auto dx = hn::Sub(x, load(xs + at)), dy = hn::Sub(y, load(ys + at)), dz = hn::Sub(z, load(zs + at));
        const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        if constexpr (OwnReaches) {
            const auto reach = hn::Max(own_reach, load(reaches + at));
            squared_reach = hn::Mul(reach, reach);
        }
        return hn::And(hn::RebindMask(numbers, hn::Le(squared, squared_reach)), hn::Ne(others, self));
    };
    if constexpr (Gathered) {
        const Index* const slots = b.slots;
        const std::size_t count = b.count;
        for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
            const auto others = hn::Load(numbers, slots + at);
            take(others, test(at, others));
        }
    } else {
        const auto from_zero = hn::Iota(numbers, 0);  // made once: Highway writes it number by number
        for (const Range range : b.ranges)
            for (std::size_t at = range.begin; at < range.end; at += hn::Lanes(d)) {
                const auto others = hn::Add(hn::Set(numbers, static_cast<Index>(at)), from_zero);
                take(others, hn::And(test(at, others), hn::FirstN(numbers, range.end - at)));
            }
    }
}

/// Lists the neighbours of the queries from `slot` on, until the end of the block or of the room; moves slot and next.
template <bool OwnReaches, bool Gathered>
void list_queries_as(const ListedBlock& b, Index& slot, Index end, Index*& next) {
    const hn::RebindToUnsigned<Floats> numbers;
    for (; slot < end && b.most_room() <= static_cast<std::size_t>(b.end - next); ++slot) {
        if (!b.active.empty() && b.active[slot] == 0) continue;
        Index* out = next;
        test_candidates<OwnReaches, Gathered>(b, slot, [&](auto others, auto in_reach) HWY_ATTR {
            const PackLanes<decltype(numbers)> pack(in_reach);
            hn::StoreU(pack(others), numbers, out);
            out += pack.count();
        });
        b.lists[slot] = {next, static_cast<Index>(out - next)};
        next = out;
    }
}

void list_queries(const ListedBlock& block, Index& slot, Index end, Index*& next) {
    const bool gathered = block.ranges.empty();
    if (block.points.one_reach())
        gathered ? list_queries_as<false, true>(block, slot, end, next)
                 : list_queries_as<false, false>(block, slot, end, next);
    else
        gathered ? list_queries_as<true, true>(block, slot, end, next)
                 : list_queries_as<true, false>(block, slot, end, next);
}

template <bool OwnReaches, bool Gathered>
std::uint64_t count_neighbours_as(const ListedBlock& b, Range block) {
    const hn::RebindToUnsigned<Floats> numbers;
    std::uint64_t count = 0;
    for (Index slot = block.begin; slot < block.end; ++slot) {
        if (!b.active.empty() && b.active[slot] == 0) continue;
        test_candidates<OwnReaches, Gathered>(
            b, slot, [&](auto, auto in_reach) HWY_ATTR { count += hn::CountTrue(numbers, in_reach); });
    }
    return count;
}

std::uint64_t count_neighbours(const ListedBlock& b, Range block) {
    const bool gathered = b.ranges.empty();
    if (b.points.one_reach())
        return gathered ? count_neighbours_as<false, true>(b, block) : count_neighbours_as<false, false>(b, block);
    return gathered ? count_neighbours_as<true, true>(b, block) : count_neighbours_as<true, false>(b, block);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(list_queries);
HWY_EXPORT(count_neighbours);

namespace {

// Lists of some thousand points: large enough that hardly any is lost at its end, small enough to be dealt out evenly.
constexpr std::size_t slab_size = std::size_t{1} << 18;

// A point that is infinitely far away is in nobody's reach: no reach is longer than 1e18 (check()).
constexpr float far = std::numeric_limits<float>::infinity();

// Vectors of candidates that a block may test without gathering them.
constexpr std::size_t most_tests = 24;

/// Whether a block has so few candidates that gathering them would cost more than it spares, and whole vectors of them
/// can be read.
bool few_tests(Range block, std::span<const Range> ranges, std::size_t length) {
    if (ranges.size() * block.size() > most_tests) return false;
    std::size_t vectors = 0;
    bool readable = true;
    for (const Range range : ranges) {
        vectors += (range.size() + lanes_at_most - 1) / lanes_at_most;
        readable &= range.end + lanes_at_most <= length;
    }
    return readable && vectors * block.size() <= most_tests;
}

}  // namespace

void SlotLists::collect(const NeighbourSearch& search, const Points& points, Queries queries) {
    lists_.resize(points.size());
    if (!queries.everybody()) std::fill(lists_.begin(), lists_.end(), List{});
    slabs_given_ = 0;
    workers_.for_each([](Worker& worker) { worker.next = worker.end = nullptr; });
    for_each_gathered(search, points, queries, [&](Worker& worker, Range block, ListedBlock& listed) {
        listed.lists = lists_.data();
        for (Index slot = block.begin;;) {
            listed.end = worker.end;
            HWY_DYNAMIC_DISPATCH(list_queries)(listed, slot, block.end, worker.next);
            if (slot == block.end) break;
            give_slab(worker, listed.most_room());
        }
    });
}

std::uint64_t SlotLists::count(const NeighbourSearch& search, const Points& points, Queries queries) {
    workers_.for_each([](Worker& worker) { worker.counted = 0; });
    for_each_gathered(search, points, queries, [](Worker& worker, Range block, const ListedBlock& listed) {
        worker.counted += HWY_DYNAMIC_DISPATCH(count_neighbours)(listed, block);
    });
    std::uint64_t sum = 0;
    workers_.for_each([&](const Worker& worker) { sum += worker.counted; });
    return sum;
}

template <class Use>
void SlotLists::for_each_gathered(const NeighbourSearch& search, const Points& points, Queries queries, Use use) {
    workers_.prepare();
    const float* const x = points.x.data();
    const float* const y = points.y.data();
    const float* const z = points.z.data();
    FirstException failure;
    const auto gather_and_use = [&](Range block, std::span<const Range> ranges) {
        Worker& worker = workers_.mine();
        ListedBlock listed{points, queries.active};
        const auto listed_from = [&](const auto& near) {
            listed.xs = near.column(0);
            listed.ys = near.column(1);
            listed.zs = near.column(2);
            listed.slots = near.slots();
            listed.count = near.count();
        };
        if (block.size() == 1 && size_of(ranges) == 1) {
            // A droplet of one, of which there are many in a splash: no candidates.
        } else if (few_tests(block, ranges, points.size())) {
            listed.ranges = ranges;
            listed.count = size_of(ranges);
        } else if (points.one_reach()) {
            const Box box = box_around(x, y, z, block);
            worker.near.gather_near(ranges, {x, y, z}, points.size(), {box, points.reach[0]}, {far, far, far});
            listed_from(worker.near);
        } else {
            const Box box = box_around(x, y, z, block);
            const float* const reach = points.reach.data();
            const float longest = *std::max_element(reach + block.begin, reach + block.end);
            worker.near_with_reach.gather_near(ranges, {x, y, z, reach}, points.size(), {box, longest, reach},
                                               {far, far, far, 0.0f});
            listed_from(worker.near_with_reach);
            listed.reaches = worker.near_with_reach.column(3);
        }
        use(worker, block, listed);
    };
    search.for_each_block(queries, [&](Range block, std::span<const Range> ranges) {
        failure.guard([&] { gather_and_use(block, ranges); });
    });
    failure.rethrow();
}

void SlotLists::give_slab(Worker& worker, std::size_t needed) {
    const std::lock_guard lock(mutex_);
    std::size_t free = slabs_given_;
    while (free < slabs_.size() && slabs_[free].capacity < needed) ++free;
    if (free == slabs_.size()) {
        const std::size_t capacity = std::max(needed, slab_size);
        slabs_.push_back({std::make_unique_for_overwrite<Index[]>(capacity), capacity});
    }
    std::swap(slabs_[free], slabs_[slabs_given_]);
    const Slab& slab = slabs_[slabs_given_++];
    worker.next = slab.memory.get();
    worker.end = worker.next + slab.capacity;
}

std::uint64_t SlotLists::neighbours() const noexcept {
    std::uint64_t sum = 0;
    for (const List& list : lists_) sum += list.count;
    return sum;
}

std::size_t SlotLists::bytes() const {
    std::size_t sum = lists_.capacity() * sizeof(List);
    for (const Slab& slab : slabs_) sum += slab.capacity * sizeof(Index);
    return sum;
}

}  // namespace spatial
#endif
