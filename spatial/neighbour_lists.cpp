#include "spatial/neighbour_lists.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "spatial/candidates.hpp"
#include "spatial/per_thread.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/neighbour_lists.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SPATIAL_NEIGHBOUR_LISTS
#define WEIR_SPATIAL_NEIGHBOUR_LISTS
namespace spatial {

/// One query and the columns it is tested against.
struct ReachTest {
    float x, y, z, reach;
    const float *xs, *ys, *zs;  // columns of Candidates, padded and aligned
    const float* reaches;       // as long, but aligned only as any vector of floats
    std::size_t padded;
};

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// The neighbour rule, lane by lane: the same operations in the same order as neighbour_rule.hpp.
HWY_INLINE hn::Mask<Floats> reaches(const ReachTest& t, std::size_t at) {
    const Floats d;
    const auto dx = hn::Sub(hn::Set(d, t.x), hn::Load(d, t.xs + at));
    const auto dy = hn::Sub(hn::Set(d, t.y), hn::Load(d, t.ys + at));
    const auto dz = hn::Sub(hn::Set(d, t.z), hn::Load(d, t.zs + at));
    const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
    const auto reach = hn::Max(hn::Set(d, t.reach), hn::LoadU(d, t.reaches + at));
    return hn::Le(squared, hn::Mul(reach, reach));
}

std::size_t count_in_reach(const ReachTest& t) {
    const Floats d;
    std::size_t count = 0;
    for (std::size_t at = 0; at < t.padded; at += hn::Lanes(d)) count += hn::CountTrue(d, reaches(t, at));
    return count;
}

/// Writes the slots of all candidates in reach but `self`; returns how many.
std::size_t list_in_reach(const ReachTest& t, const Index* slots, Index self, Index* out) {
    const Floats d;
    Index* const begin = out;
    for (std::size_t at = 0; at < t.padded; at += hn::Lanes(d)) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, reaches(t, at), bytes);
        for (unsigned bits = bytes[0] | (unsigned{bytes[1]} << 8); bits != 0; bits &= bits - 1) {
            const Index slot = slots[at + static_cast<std::size_t>(std::countr_zero(bits))];
            if (slot != self) *out++ = slot;
        }
    }
    return static_cast<std::size_t>(out - begin);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(count_in_reach);
HWY_EXPORT(list_in_reach);

namespace {

struct Scratch {
    Candidates<4> columns;
    std::vector<float> reach;  // one a slot of the block's ranges, where all points share one
    std::vector<Index> slots;
};

/// Calls f(query slot, test, slots of the candidates) for every query, in parallel.
template <class F>
void for_each_query(const NeighbourSearch& search, const Points& points, Queries queries, PerThread<Scratch>& scratch,
                    F f) {
    // A point that is infinitely far away is in nobody's reach: no reach is longer than 1e18 (check()).
    constexpr float far = std::numeric_limits<float>::infinity();
    scratch.prepare();
    search.for_each_block(queries, [&](Range block, std::span<const Range> ranges) {
        Scratch& s = scratch.mine();
        const float* const reaches = points.one_reach() ? points.x.data() : points.reach.data();
        s.columns.gather(ranges, {points.x.data(), points.y.data(), points.z.data(), reaches}, {far, far, far, 0.0f});
        if (points.one_reach() && s.reach.size() < s.columns.padded())
            s.reach.assign(s.columns.padded(), points.reach[0]);
        s.slots.clear();
        for (const Range r : ranges)
            for (Index slot = r.begin; slot < r.end; ++slot) s.slots.push_back(slot);
        for (Index slot = block.begin; slot < block.end; ++slot) {
            if (!queries.everybody() && queries.active[slot] == 0) continue;
            const ReachTest test{points.x[slot],      points.y[slot],
                                 points.z[slot],      points.reach_of(slot),
                                 s.columns.column(0), s.columns.column(1),
                                 s.columns.column(2), points.one_reach() ? s.reach.data() : s.columns.column(3),
                                 s.columns.padded()};
            f(slot, test, s.slots.data());
        }
    });
}

}  // namespace

void collect_in_order(const NeighbourSearch& search, const Points& ordered, Queries queries, NeighbourLists& lists) {
    const std::size_t n = ordered.size();
    PerThread<Scratch> scratch;
    // Twice over the candidates, so that every list is written straight into its place.
    lists.first.assign(n + 1, 0);
    for_each_query(search, ordered, queries, scratch, [&](Index slot, const ReachTest& test, const Index*) {
        lists.first[slot + 1] = HWY_DYNAMIC_DISPATCH(count_in_reach)(test) - 1;  // all but itself
    });
    for (std::size_t i = 0; i < n; ++i) lists.first[i + 1] += lists.first[i];
    lists.ids.resize(lists.first[n]);
    for_each_query(search, ordered, queries, scratch, [&](Index slot, const ReachTest& test, const Index* slots) {
        HWY_DYNAMIC_DISPATCH(list_in_reach)(test, slots, slot, lists.ids.data() + lists.first[slot]);
    });
}

NeighbourLists find_neighbours(NeighbourSearch& search, const Points& points, std::span<const std::uint8_t> active) {
    search.build(points);
    const std::span<const Index> order = search.order();
    const std::size_t n = points.size();

    const auto in_order = [&](auto values) {
        std::vector<typename decltype(values)::value_type> ordered(n);
        for (std::size_t slot = 0; slot < n; ++slot) ordered[slot] = values[order[slot]];
        return ordered;
    };
    const auto x = in_order(points.x), y = in_order(points.y), z = in_order(points.z);
    const auto reach = points.one_reach() ? std::vector<float>{points.reach[0]} : in_order(points.reach);
    const auto queries = active.empty() ? std::vector<std::uint8_t>{} : in_order(active);

    NeighbourLists by_slot;
    collect_in_order(search, {x, y, z, reach}, {queries}, by_slot);

    NeighbourLists lists;
    lists.first.assign(n + 1, 0);
    for (std::size_t slot = 0; slot < n; ++slot) lists.first[order[slot] + 1] = by_slot.of(slot).size();
    for (std::size_t i = 0; i < n; ++i) lists.first[i + 1] += lists.first[i];
    lists.ids.resize(by_slot.ids.size());
#pragma omp parallel for schedule(dynamic, 1024)
    for (std::size_t slot = 0; slot < n; ++slot) {
        Index* const begin = lists.ids.data() + lists.first[order[slot]];
        Index* end = begin;
        for (const Index other : by_slot.of(slot)) *end++ = order[other];
        std::sort(begin, end);
    }
    return lists;
}

}  // namespace spatial
#endif
