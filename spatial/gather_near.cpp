#include "spatial/gather_near.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/gather_near.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Runs are about eight long, and stores of more lanes than that cross cache lines nearly every time.
using Floats = hn::CappedTag<float, 8>;

/// A vector from `from`, of which only `readable` numbers may be read.
HWY_INLINE hn::Vec<Floats> load_some(const float* from, std::size_t readable) {
    const Floats d;
    if (readable >= hn::Lanes(d)) return hn::LoadU(d, from);
    HWY_ALIGN float lanes[8] = {};
    std::memcpy(lanes, from, readable * sizeof(float));
    return hn::Load(d, lanes);
}

std::size_t gather_near_target(std::span<const Range> ranges, std::span<const float* const> sources, std::size_t length,
                               const Box& box, float reach, Columns to) {
    const Floats d;
    const auto min_x = hn::Set(d, box.min_x), min_y = hn::Set(d, box.min_y), min_z = hn::Set(d, box.min_z);
    const auto max_x = hn::Set(d, box.max_x), max_y = hn::Set(d, box.max_y), max_z = hn::Set(d, box.max_z);
    const auto limit = hn::Set(d, reach * reach);
    const auto zero = hn::Zero(d);
    std::size_t count = 0;
    for (const Range range : ranges)
        for (std::size_t at = range.begin; at < range.end; at += hn::Lanes(d)) {
            const std::size_t readable = length - at;
            const auto outside = [&](std::size_t column, auto min, auto max) HWY_ATTR {
                const auto v = load_some(sources[column] + at, readable);
                return hn::Max(zero, hn::Max(hn::Sub(min, v), hn::Sub(v, max)));
            };
            const auto dx = outside(0, min_x, max_x), dy = outside(1, min_y, max_y), dz = outside(2, min_z, max_z);
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            const auto near = hn::And(hn::Le(squared, limit), hn::FirstN(d, range.end - at));
            if (hn::AllFalse(d, near)) continue;
            // Stored whole; what comes next overwrites the rest. (A compressing store is slow on some processors.)
            const PackLanes<Floats> pack(near);
            for (std::size_t column = 0; column < sources.size(); ++column)
                hn::StoreU(pack(load_some(sources[column] + at, readable)), d, to.columns + column * to.stride + count);
            count += pack.count();
        }
    return count;
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
                        const Box& box, float reach, Columns to) {
    return HWY_DYNAMIC_DISPATCH(gather_near_target)(ranges, sources, length, box, reach, to);
}

}  // namespace spatial
#endif
