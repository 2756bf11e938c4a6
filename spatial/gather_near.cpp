#include "spatial/gather_near.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "spatial/neighbour_rule.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/gather_near.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Runs are as long as two or three cells, some twenty points: where vectors have sixteen lanes, lists take a sixth less
// time than with eight, though every other store crosses a cache line.
using Floats = hn::CappedTag<float, 16>;

/// Brings a vector from memory of which only `readable` numbers may be read. Not a lambda: g++ 12 sends what a lambda
/// returns to the stack and back on its way to Compress, which doubled the time of packing.
template <bool AllReadable>
struct Loader {
    std::size_t readable;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, const hn::TFromD<D>* from) const {
        if (AllReadable || readable >= hn::Lanes(d)) return hn::LoadU(d, from);
        HWY_ALIGN hn::TFromD<D> lanes[16] = {};
        std::memcpy(lanes, from, readable * sizeof(*from));
        return hn::Load(d, lanes);
    }
};

enum class Reach { common, longer, mean };

/// `Count` is how many columns there are, where that is worth a copy of the loop; 0 = any number.
template <bool WithSlots, Reach Which, std::size_t Count = 0>
std::size_t gather_near_as(std::span<const Range> ranges, std::span<const float* const> sources, std::size_t length,
                           const Nearness& nearness, Columns to) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> slots;
    const Box& box = nearness.box;
    const auto min_x = hn::Set(d, box.min_x), min_y = hn::Set(d, box.min_y), min_z = hn::Set(d, box.min_z);
    const auto max_x = hn::Set(d, box.max_x), max_y = hn::Set(d, box.max_y), max_z = hn::Set(d, box.max_z);
    // A hair more than the reach, as with cells: distances to the box round differently from those to its points.
    const auto margin = hn::Set(d, static_cast<float>(cell_margin));
    const auto queries_reach = hn::Set(d, nearness.reach);
    const auto squared_reach = [&](auto reach) HWY_ATTR {
        const auto hair_more = hn::Mul(reach, margin);
        return hn::Mul(hair_more, hair_more);
    };
    const auto common_limit = squared_reach(queries_reach);
    // Copies of what the loop reads: for all the compiler knows, writing columns could change what they are views of.
    const float *const xs = sources[0], *const ys = sources[1], *const zs = sources[2];
    float *const to_x = to.columns, *const to_y = to_x + to.stride, *const to_z = to_y + to.stride;
    const float* const reaches = nearness.reaches;
    Index* const to_slots = to.slots;
    const std::size_t columns = Count > 0 ? Count : sources.size();
    std::array<const float*, std::max<std::size_t>(Count, 1)> own_sources{};
    if constexpr (Count > 0) std::copy_n(sources.begin(), Count, own_sources.begin());
    const auto from_zero = hn::Iota(slots, 0);  // made once: Highway writes it number by number
    std::size_t count = 0;

    const auto gather = [&](std::size_t at, std::size_t end, auto load) HWY_ATTR {
        const auto x = load(d, xs + at), y = load(d, ys + at), z = load(d, zs + at);
        const auto outside = [&](auto v, auto min, auto max)
                                 HWY_ATTR { return hn::Sub(v, hn::Min(hn::Max(v, min), max)); };
        const auto dx = outside(x, min_x, max_x), dy = outside(y, min_y, max_y), dz = outside(z, min_z, max_z);
        const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        auto limit = common_limit;
        if constexpr (Which == Reach::longer) limit = squared_reach(hn::Max(queries_reach, load(d, reaches + at)));
        if constexpr (Which == Reach::mean)
            limit = squared_reach(hn::Mul(hn::Set(d, 0.5f), hn::Add(queries_reach, load(d, reaches + at))));
        const auto near = hn::And(hn::Le(squared, limit), hn::FirstN(d, end - at));
        if (hn::AllFalse(d, near)) return;  // at corners and edges of the cells around: a third of the vectors
        // Stored whole; what comes next overwrites the rest. (A compressing store is slow on some processors.)
        const PackLanes<Floats> pack(near);
        hn::StoreU(pack(x), d, to_x + count);
        hn::StoreU(pack(y), d, to_y + count);
        hn::StoreU(pack(z), d, to_z + count);
        if constexpr (Count > 0) {
            float* next = to_z + count;
#pragma GCC unroll 16
            for (std::size_t column = 3; column < Count; ++column)
                hn::StoreU(pack(load(slots, reinterpret_cast<const Index*>(own_sources[column] + at))), slots,
                           reinterpret_cast<Index*>(next += to.stride));
        } else {
            for (std::size_t column = 3; column < columns; ++column)
                hn::StoreU(pack(load(slots, reinterpret_cast<const Index*>(sources[column] + at))), slots,
                           reinterpret_cast<Index*>(to_x + column * to.stride + count));
        }
        if constexpr (WithSlots) {
            const auto numbers = hn::Add(hn::Set(slots, static_cast<Index>(at)), from_zero);
            hn::StoreU(pack(numbers), slots, to_slots + count);
        }
        count += pack.count();
    };
    const std::size_t lanes = hn::Lanes(d);
    for (const Range range : ranges)
        for (std::size_t at = range.begin; at < range.end; at += lanes) {
            if (at + lanes <= length)
                gather(at, range.end, Loader<true>{length - at});
            else
                gather(at, range.end, Loader<false>{length - at});
        }
    return count;
}

std::size_t gather_near_target(std::span<const Range> ranges, std::span<const float* const> sources, std::size_t length,
                               const Nearness& near, Columns to) {
    const bool with_slots = to.slots != nullptr;
    if (near.reaches != nullptr && near.halfway) {
        if (with_slots) return gather_near_as<true, Reach::mean>(ranges, sources, length, near, to);
        if (sources.size() == 4) return gather_near_as<false, Reach::mean, 4>(ranges, sources, length, near, to);
        if (sources.size() == 9) return gather_near_as<false, Reach::mean, 9>(ranges, sources, length, near, to);
        if (sources.size() == 10) return gather_near_as<false, Reach::mean, 10>(ranges, sources, length, near, to);
        return gather_near_as<false, Reach::mean>(ranges, sources, length, near, to);
    }
    if (with_slots && near.reaches == nullptr && sources.size() == 3)
        return gather_near_as<true, Reach::common, 3>(ranges, sources, length, near, to);
    if (with_slots)
        return near.reaches == nullptr ? gather_near_as<true, Reach::common>(ranges, sources, length, near, to)
                                       : gather_near_as<true, Reach::longer>(ranges, sources, length, near, to);
    if (sources.size() == 3) return gather_near_as<false, Reach::common, 3>(ranges, sources, length, near, to);
    if (sources.size() == 8) return gather_near_as<false, Reach::common, 8>(ranges, sources, length, near, to);
    if (sources.size() == 9) return gather_near_as<false, Reach::common, 9>(ranges, sources, length, near, to);
    return gather_near_as<false, Reach::common>(ranges, sources, length, near, to);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(gather_near_target);

Box box_around(const float* x, const float* y, const float* z, Range slots) {
    Box box{x[slots.begin], y[slots.begin], z[slots.begin], x[slots.begin], y[slots.begin], z[slots.begin]};
    for (Index slot = slots.begin + 1; slot < slots.end; ++slot) {
        box.min_x = std::min(box.min_x, x[slot]);
        box.min_y = std::min(box.min_y, y[slot]);
        box.min_z = std::min(box.min_z, z[slot]);
        box.max_x = std::max(box.max_x, x[slot]);
        box.max_y = std::max(box.max_y, y[slot]);
        box.max_z = std::max(box.max_z, z[slot]);
    }
    return box;
}

std::size_t gather_near(std::span<const Range> ranges, std::span<const float* const> sources, std::size_t length,
                        const Nearness& near, Columns to) {
    return HWY_DYNAMIC_DISPATCH(gather_near_target)(ranges, sources, length, near, to);
}

}  // namespace spatial
#endif
