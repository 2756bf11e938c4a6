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
using Numbers = hn::RebindToUnsigned<Floats>;

// So many candidates need not be gathered: two vectors of them stay in registers.
constexpr std::size_t few_candidates = 2 * hn::MaxLanes(Floats());
std::size_t most_few() { return few_candidates; }

/// A vector of candidates.
struct Batch {
    hn::Vec<Floats> x, y, z, reach;  // the last only where reaches differ
    hn::Vec<Numbers> slots;
};

/// The neighbour rule, lane by lane: the same operations in the same order as neighbour_rule.hpp.
template <bool OwnReaches>
class Rule {
public:
    explicit HWY_INLINE Rule(const Points& points)
        : xs_(points.x.data()), ys_(points.y.data()), zs_(points.z.data()), reaches_(points.reach.data()) {
        if (!OwnReaches) squared_reach_ = hn::Mul(hn::Set(Floats(), reaches_[0]), hn::Set(Floats(), reaches_[0]));
    }

    /// For the query in that slot.
    HWY_INLINE void ask_for(Index slot) {
        const Floats d;
        x_ = hn::Set(d, xs_[slot]);
        y_ = hn::Set(d, ys_[slot]);
        z_ = hn::Set(d, zs_[slot]);
        if (OwnReaches) reach_ = hn::Set(d, reaches_[slot]);
        self_ = hn::Set(Numbers(), slot);
    }

    /// Which of them are its neighbours.
    [[nodiscard]] HWY_INLINE hn::Mask<Numbers> operator()(const Batch& others) const {
        const auto dx = hn::Sub(x_, others.x), dy = hn::Sub(y_, others.y), dz = hn::Sub(z_, others.z);
        const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        auto squared_reach = squared_reach_;
        if constexpr (OwnReaches) {
            const auto reach = hn::Max(reach_, others.reach);
            squared_reach = hn::Mul(reach, reach);
        }
        return hn::And(hn::RebindMask(Numbers(), hn::Le(squared, squared_reach)), hn::Ne(others.slots, self_));
    }

private:
    const float *xs_, *ys_, *zs_, *reaches_;
    hn::Vec<Floats> x_, y_, z_, reach_, squared_reach_;
    hn::Vec<Numbers> self_;
};

/// A vector of candidates from a slot on.
template <bool OwnReaches>
HWY_INLINE Batch batch_from(const Points& points, Index slot) {
    const Floats d;
    Batch batch;
    batch.x = hn::LoadU(d, points.x.data() + slot);
    batch.y = hn::LoadU(d, points.y.data() + slot);
    batch.z = hn::LoadU(d, points.z.data() + slot);
    if constexpr (OwnReaches) batch.reach = hn::LoadU(d, points.reach.data() + slot);
    batch.slots = hn::Add(hn::Set(Numbers(), slot), hn::Iota(Numbers(), 0));
    return batch;
}

/// The first few of one, behind them those of another.
template <bool OwnReaches>
HWY_INLINE Batch joined(std::size_t few, const Batch& one, const Batch& other) {
    const auto first = hn::FirstN(Floats(), few);
    Batch batch;
    batch.x = hn::IfThenElse(first, one.x, other.x);
    batch.y = hn::IfThenElse(first, one.y, other.y);
    batch.z = hn::IfThenElse(first, one.z, other.z);
    if constexpr (OwnReaches) batch.reach = hn::IfThenElse(first, one.reach, other.reach);
    batch.slots = hn::IfThenElse(hn::RebindMask(Numbers(), first), one.slots, other.slots);
    return batch;
}

/// Calls f(show), where show(rule, take) calls take(slots, a mask of those that are neighbours) for all candidates,
/// vector by vector. As few as there are in a droplet stay in registers, in one vector or two.
template <bool OwnReaches, std::size_t Vectors, class F>
HWY_INLINE void with_few(const ListedBlock& b, F f) {
    constexpr Index lanes = hn::MaxLanes(Floats());
    const Index begin = b.ranges[0].begin;
    Index count = b.ranges[0].size();
    Batch first = batch_from<OwnReaches>(b.points, begin), second;
    if constexpr (Vectors > 1) second = batch_from<OwnReaches>(b.points, begin + lanes);
    for (const Range range : b.ranges.subspan(1)) {
        // Read from so far before the run that it comes behind those that are there.
        const Index from = range.begin - count;
        first = joined<OwnReaches>(count, first, batch_from<OwnReaches>(b.points, from));
        if constexpr (Vectors > 1)
            second = joined<OwnReaches>(std::max(count, lanes) - lanes, second,
                                        batch_from<OwnReaches>(b.points, from + lanes));
        count += range.size();
    }
    const auto valid = hn::FirstN(Numbers(), count),
               valid_second = hn::FirstN(Numbers(), std::max(count, lanes) - lanes);
    f([&](const Rule<OwnReaches>& rule, auto take) HWY_ATTR {
        take(first.slots, hn::And(rule(first), valid));
        if constexpr (Vectors > 1) take(second.slots, hn::And(rule(second), valid_second));
    });
}

template <bool OwnReaches, class F>
HWY_INLINE void with_gathered(const ListedBlock& b, F f) {
    // Copies of what the loop reads: for all the compiler knows, writing lists could change the block.
    const float *const xs = b.xs, *const ys = b.ys, *const zs = b.zs, *const reaches = b.reaches;
    const Index* const slots = b.slots;
    const std::size_t count = b.count;
    f([&](const Rule<OwnReaches>& rule, auto take) HWY_ATTR {
        const Floats d;
        for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
            Batch others;
            others.x = hn::Load(d, xs + at);
            others.y = hn::Load(d, ys + at);
            others.z = hn::Load(d, zs + at);
            if constexpr (OwnReaches) others.reach = hn::Load(d, reaches + at);
            others.slots = hn::Load(Numbers(), slots + at);
            take(others.slots, rule(others));
        }
    });
}

template <bool OwnReaches, class F>
HWY_INLINE void with_candidates(const ListedBlock& b, F f) {
    if (b.ranges.empty())
        with_gathered<OwnReaches>(b, f);
    else if (b.count <= hn::MaxLanes(Floats()))
        with_few<OwnReaches, 1>(b, f);
    else
        with_few<OwnReaches, 2>(b, f);
}

/// Lists the neighbours of the queries from `slot` on, until the end of the block or of the room; moves slot and next.
template <bool OwnReaches>
void list_queries_as(const ListedBlock& b, Index& slot, Index end, Index*& next) {
    with_candidates<OwnReaches>(b, [&](const auto& show) HWY_ATTR {
        Rule<OwnReaches> rule(b.points);
        const std::uint8_t* const active = b.active.empty() ? nullptr : b.active.data();
        SlotLists::List* const lists = b.lists;
        const std::ptrdiff_t spare = b.end - next - static_cast<std::ptrdiff_t>(b.most_room());
        Index *const start = next, *out = start;
        Index now = slot;
        for (; now < end && out - start <= spare; ++now) {
            if (active != nullptr && active[now] == 0) continue;
            Index* const begin = out;
            rule.ask_for(now);
            show(rule, [&](auto others, auto in_reach) HWY_ATTR {
                const PackLanes<Numbers> pack(in_reach);
                hn::StoreU(pack(others), Numbers(), out);
                out += pack.count();
            });
            lists[now] = {begin, static_cast<Index>(out - begin)};
            // What comes next is in no cache: nobody has read the lists since they were made the last time.
            __builtin_prefetch(out + 256, 1);
            __builtin_prefetch(out + 272, 1);
        }
        next = out;
        slot = now;
    });
}

void list_queries(const ListedBlock& block, Index& slot, Index end, Index*& next) {
    block.points.one_reach() ? list_queries_as<false>(block, slot, end, next)
                             : list_queries_as<true>(block, slot, end, next);
}

template <bool OwnReaches>
std::uint64_t count_neighbours_as(const ListedBlock& b, Range block) {
    std::uint64_t count = 0;
    with_candidates<OwnReaches>(b, [&](const auto& show) HWY_ATTR {
        Rule<OwnReaches> rule(b.points);
        for (Index slot = block.begin; slot < block.end; ++slot) {
            if (!b.active.empty() && b.active[slot] == 0) continue;
            rule.ask_for(slot);
            show(rule, [&](auto, auto in_reach) HWY_ATTR { count += hn::CountTrue(Numbers(), in_reach); });
        }
    });
    return count;
}

std::uint64_t count_neighbours(const ListedBlock& b, Range block) {
    return b.points.one_reach() ? count_neighbours_as<false>(b, block) : count_neighbours_as<true>(b, block);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(most_few);
HWY_EXPORT(list_queries);
HWY_EXPORT(count_neighbours);

namespace {

// Lists of some thousand points: large enough that hardly any is lost at its end, small enough to be dealt out evenly.
constexpr std::size_t slab_size = std::size_t{1} << 18;

// A point that is infinitely far away is in nobody's reach: no reach is longer than 1e18 (check()).
constexpr float far = std::numeric_limits<float>::infinity();

/// Whether there are so few candidates, in ascending runs of which whole vectors can be read, that they can be moved
/// together: each run from as far before it as there are candidates in those before.
bool few(std::span<const Range> ranges, std::size_t most, std::size_t length) {
    std::size_t count = 0;
    bool readable = true;
    for (const Range range : ranges) {
        readable &= range.begin >= count && range.begin - count + most <= length;
        count += range.size();
        if (count > most) return false;
    }
    return readable;
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
    const std::size_t most = HWY_DYNAMIC_DISPATCH(most_few)();
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
        } else if (few(ranges, most, points.size())) {
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
