#include "spatial/kd_halve.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/kd_halve.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

#ifndef WEIR_SPATIAL_KD_HALVE
#define WEIR_SPATIAL_KD_HALVE
namespace spatial {

/// What halving works on. Each column may be read and written a vector beyond its end.
struct HalvedColumns {
    float* at[3];
    Index* index;
    float* later[3];  // the same again, for those that go behind the middle
    Index* later_index;
};

/// In double: points may be as far apart as floats go, twice.
inline int longest_axis(const Box& box) noexcept {
    const double x = double{box.max_x} - box.min_x, y = double{box.max_y} - box.min_y,
                 z = double{box.max_z} - box.min_z;
    if (x >= y && x >= z) return 0;
    return y >= z ? 1 : 2;
}

/// A value for which about `wanted` of the values are less: that of the same rank among a few of them; without a branch
/// that depends on the values. With as many samples as values it is the one.
inline float pivot_of(const float* values, std::size_t count, std::size_t wanted) noexcept {
    constexpr std::size_t most = 8;
    const std::size_t samples = std::min(count, most);
    float sample[most];
    for (std::size_t s = 0; s < most; ++s)
        sample[s] = s < samples ? values[s * count / samples] : std::numeric_limits<float>::infinity();
    for (std::size_t round = 0; round < most; ++round)
        for (std::size_t s = round % 2; s + 1 < most; s += 2) {
            const float less = std::min(sample[s], sample[s + 1]), more = std::max(sample[s], sample[s + 1]);
            sample[s] = less;
            sample[s + 1] = more;
        }
    return sample[wanted * samples / count];
}

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
using Indices = hn::RebindToUnsigned<Floats>;

Box box_around(const HalvedColumns& c, Range items) {
    const Floats d;
    const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    float least[3], most[3];
    for (int axis = 0; axis < 3; ++axis) {
        auto min = infinity, max = hn::Neg(infinity);
        std::size_t at = items.begin;
        for (; at + hn::Lanes(d) <= items.end; at += hn::Lanes(d)) {
            const auto v = hn::LoadU(d, c.at[axis] + at);
            min = hn::Min(min, v);
            max = hn::Max(max, v);
        }
        const auto rest = hn::FirstN(d, items.end - at);
        const auto v = hn::LoadU(d, c.at[axis] + at);
        min = hn::Min(min, hn::IfThenElse(rest, v, infinity));
        max = hn::Max(max, hn::IfThenElse(rest, v, hn::Neg(infinity)));
        least[axis] = hn::GetLane(hn::MinOfLanes(d, min));
        most[axis] = hn::GetLane(hn::MaxOfLanes(d, max));
    }
    return {least[0], least[1], least[2], most[0], most[1], most[2]};
}

/// Moves those with a value less than the pivot (`or_equal`: not greater) before the others, in their order, and
/// returns how many they are.
template <bool or_equal>
Index part_by(const HalvedColumns& c, Range items, int axis, float pivot) {
    const Floats d;
    const Indices di;
    const auto limit = hn::Set(d, pivot);
    std::size_t left = items.begin, right = 0;
    const auto part_vector = [&](std::size_t at, auto store_left) HWY_ATTR {
        const auto there = hn::FirstN(d, items.end - at);
        const auto value = hn::LoadU(d, c.at[axis] + at);
        const auto below = or_equal ? hn::Le(value, limit) : hn::Lt(value, limit);
        const PackLanes<Floats> goes_left(hn::And(there, below)), goes_right(hn::AndNot(below, there));
        for (int k = 0; k < 3; ++k) {
            const auto v = hn::LoadU(d, c.at[k] + at);
            hn::StoreU(goes_right(v), d, c.later[k] + right);
            store_left(goes_left(v), d, c.at[k] + left);
        }
        const auto index = hn::LoadU(di, c.index + at);
        hn::StoreU(goes_right(index), di, c.later_index + right);
        store_left(goes_left(index), di, c.index + left);
        left += goes_left.count();
        right += goes_right.count();
    };
    // Vectors are stored whole, and what comes next overwrites the rest: `left` never overtakes what was read. Behind
    // the last item, however, somebody else's begin.
    std::size_t at = items.begin;
    for (; at + hn::Lanes(d) <= items.end; at += hn::Lanes(d))
        part_vector(at, [](auto v, auto tag, auto* to) HWY_ATTR { hn::StoreU(v, tag, to); });
    if (at < items.end)
        part_vector(at, [&](auto v, auto tag, auto* to)
                            HWY_ATTR { hn::BlendedStore(v, hn::FirstN(tag, items.end - at), tag, to); });
    for (int k = 0; k < 3; ++k) std::copy_n(c.later[k], right, c.at[k] + left);
    std::copy_n(c.later_index, right, c.index + left);
    return static_cast<Index>(left - items.begin);
}

/// Puts the lesser along the axis before `middle`: narrows down the items among which the middle is still to be found.
void part_at(const HalvedColumns& c, Range items, Index middle, int axis) {
    // Eight samples leave a third of the items, usually; chosen badly each time, they would take as many rounds as
    // there are items, so somebody else finds the value then.
    constexpr int patience = 24;
    for (int round = 0; items.begin < middle && middle < items.end; ++round) {
        const float* const values = c.at[axis] + items.begin;
        float pivot = pivot_of(values, items.size(), middle - items.begin);
        if (round >= patience) {
            float* const sorted = c.later[axis];
            std::copy_n(values, items.size(), sorted);
            std::nth_element(sorted, sorted + (middle - items.begin), sorted + items.size());
            pivot = sorted[middle - items.begin];
        }
        const Index less = part_by<false>(c, items, axis, pivot);
        if (middle <= items.begin + less) {
            items.end = items.begin + less;
        } else if (less > 0) {
            items.begin += less;
        } else {
            const Index equal = part_by<true>(c, items, axis, pivot);
            if (middle <= items.begin + equal) return;
            items.begin += equal;
        }
    }
}

void halve_target(const HalvedColumns& c, const KdPart& part, int depth, std::span<Box> leaf_boxes) {
    const auto leaves = std::size_t{1} << depth;
    for (std::size_t width = leaves; width > 1; width /= 2)  // in leaves
        for (std::size_t leaf = 0; leaf < leaves; leaf += width) {
            const Range items{part.first_of(leaf, depth), part.first_of(leaf + width, depth)};
            part_at(c, items, part.first_of(leaf + width / 2, depth), longest_axis(box_around(c, items)));
        }
    for (std::size_t leaf = 0; leaf < leaves; ++leaf)
        leaf_boxes[leaf] = box_around(c, {part.first_of(leaf, depth), part.first_of(leaf + 1, depth)});
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(halve_target);

namespace {
constexpr std::size_t pad = 16;  // vectors of any instruction set fit into this many
}

void KdPart::make_room(std::size_t points) {
    if (stride_ >= points + pad) return;
    stride_ = points + points / 2 + pad;
    values_.resize(6 * stride_);
    index_.resize(stride_);
    later_index_.resize(stride_);
}

void KdPart::load(const Points& points, std::span<const Index> indices) {
    size_ = indices.size();
    for (std::size_t k = 0; k < size_; ++k) {
        const Index i = indices[k];
        values_[k] = points.x[i];
        values_[stride_ + k] = points.y[i];
        values_[2 * stride_ + k] = points.z[i];
        index_[k] = i;
    }
}

void KdPart::halve(int depth, std::span<Box> leaf_boxes) {
    const auto column = [&](std::size_t k) { return values_.data() + k * stride_; };
    HWY_DYNAMIC_DISPATCH(halve_target)
    ({{column(0), column(1), column(2)}, index_.data(), {column(3), column(4), column(5)}, later_index_.data()}, *this,
     depth, leaf_boxes);
}

}  // namespace spatial
#endif
