#include "spatial/boxes/box_rounding.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_rounding.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Eight boxes are so many numbers side by side, of which as many vectors of any length are made without a rest.
constexpr std::size_t boxes_at_a_time = 8, sides = 6, numbers_at_a_time = boxes_at_a_time * sides;

/// Boxes cut to bounds and rounded, and which of them reach into the bounds.
class Rounding {
public:
    Rounding(const Box& b, float inverse) : scale_(hn::Set(floats, inverse)) {
        const float lowest[] = {b.min_x, b.min_y, b.min_z}, highest[] = {b.max_x, b.max_y, b.max_z};
        for (std::size_t k = 0; k < numbers_at_a_time; ++k) {
            least_[k] = lowest[k % 3];
            most_[k] = highest[k % 3];
            is_max_[k] = k % sides < 3 ? 0 : -1;
        }
    }

    /// Returns six bits a box, of which none is set where it reaches into the bounds.
    HWY_INLINE std::uint64_t eight(const float* HWY_RESTRICT from, std::int32_t* HWY_RESTRICT to) const {
        std::uint64_t outside = 0;
        for (std::size_t k = 0; k < numbers_at_a_time; k += hn::Lanes(floats)) {
            const auto side = hn::LoadU(floats, from + k), least = hn::Load(floats, least_ + k),
                       most = hn::Load(floats, most_ + k);
            const auto is_max = hn::MaskFromVec(hn::BitCast(floats, hn::Load(whole, is_max_ + k)));
            const auto beyond = hn::Or(hn::And(is_max, hn::Lt(side, least)), hn::AndNot(is_max, hn::Gt(side, most)));
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(floats, beyond, bits);
            outside |= (bits[0] | std::uint64_t{bits[1]} << 8) << k;
            const auto within = hn::Min(hn::Max(side, least), most);
            hn::StoreU(hn::ConvertTo(whole, hn::Floor(hn::Mul(within, scale_))), whole, to + k);
        }
        return outside;
    }

private:
    static constexpr hn::CappedTag<float, 16> floats{};
    static constexpr hn::RebindToSigned<hn::CappedTag<float, 16>> whole{};
    HWY_ALIGN float least_[numbers_at_a_time], most_[numbers_at_a_time];
    HWY_ALIGN std::int32_t is_max_[numbers_at_a_time];
    hn::Vec<hn::CappedTag<float, 16>> scale_;
};

/// One box: two vectors that overlap, min x, min y, min z, max x and min z, max x, max y, max z.
HWY_INLINE void round_box(const Box& box, const Box& b, float inverse, CellRange& range) {
    const hn::CappedTag<float, 4> d;
    const hn::RebindToSigned<decltype(d)> i;
    HWY_ALIGN const float least[] = {b.min_x, b.min_y, b.min_z, b.min_x, b.min_z, b.min_x, b.min_y, b.min_z};
    HWY_ALIGN const float most[] = {b.max_x, b.max_y, b.max_z, b.max_x, b.max_z, b.max_x, b.max_y, b.max_z};
    const auto round = [&](const float* from, std::size_t part, std::int32_t* to) HWY_ATTR {
        // Where the box overlaps the bounds, cutting it is clamping its coordinates.
        for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
            const auto within = hn::Min(hn::Max(hn::LoadU(d, from + lane), hn::LoadU(d, least + part + lane)),
                                        hn::LoadU(d, most + part + lane));
            hn::StoreU(hn::ConvertTo(i, hn::Floor(hn::Mul(within, hn::Set(d, inverse)))), i, to + lane);
        }
    };
    round(&box.min_x, 0, &range.min.x);
    round(&box.min_z, 4, &range.min.z);
}

std::size_t round_boxes_target(std::span<const Box> boxes, const Box& bounds, float inverse,
                               CellRange* HWY_RESTRICT ranges, std::uint32_t* HWY_RESTRICT numbers) {
    std::size_t count = 0, first = 0;
    const auto list = [&](std::size_t number, bool inside) {
        numbers[count] = static_cast<std::uint32_t>(number);
        count += inside ? 1 : 0;
    };
    if (boxes.size() >= boxes_at_a_time)
        for (const Rounding rounding(bounds, inverse); first + boxes_at_a_time <= boxes.size();
             first += boxes_at_a_time) {
            std::uint64_t outside = rounding.eight(&boxes[first].min_x, &ranges[first].min.x);
            for (std::size_t k = 0; k < boxes_at_a_time; ++k, outside >>= sides) list(first + k, (outside & 63) == 0);
        }
    for (; first < boxes.size(); ++first) {
        round_box(boxes[first], bounds, inverse, ranges[first]);
        list(first, overlap(boxes[first], bounds));
    }
    return count;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

static_assert(sizeof(Box) == 6 * sizeof(float) && sizeof(CellRange) == 6 * sizeof(std::int32_t));

HWY_EXPORT(round_boxes_target);

std::size_t round_boxes(std::span<const Box> boxes, const Box& bounds, float inverse, CellRange* ranges,
                        std::uint32_t* numbers) {
    return HWY_DYNAMIC_DISPATCH(round_boxes_target)(boxes, bounds, inverse, ranges, numbers);
}

}  // namespace spatial
#endif
