#include "spatial/boxes/box_rounding.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_rounding.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t round_boxes_target(std::span<const Box> boxes, const Box& bounds, float inverse,
                               CellRange* HWY_RESTRICT ranges, std::uint32_t* HWY_RESTRICT numbers) {
    // A box is two vectors that overlap: min x, min y, min z, max x and min z, max x, max y, max z.
    const hn::CappedTag<float, 4> d;
    const hn::RebindToSigned<decltype(d)> i;
    const Box& b = bounds;
    HWY_ALIGN const float least[] = {b.min_x, b.min_y, b.min_z, b.min_x, b.min_z, b.min_x, b.min_y, b.min_z};
    HWY_ALIGN const float most[] = {b.max_x, b.max_y, b.max_z, b.max_x, b.max_z, b.max_x, b.max_y, b.max_z};
    const auto scale = hn::Set(d, inverse);
    const auto round = [&](const float* from, std::size_t part, std::int32_t* to) HWY_ATTR {
        // Where the box overlaps the bounds, cutting it is clamping its coordinates.
        for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
            const auto within = hn::Min(hn::Max(hn::LoadU(d, from + lane), hn::LoadU(d, least + part + lane)),
                                        hn::LoadU(d, most + part + lane));
            hn::StoreU(hn::ConvertTo(i, hn::Floor(hn::Mul(within, scale))), i, to + lane);
        }
    };
    std::size_t count = 0;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        round(&boxes[k].min_x, 0, &ranges[k].min.x);
        round(&boxes[k].min_z, 4, &ranges[k].min.z);
        numbers[count] = static_cast<std::uint32_t>(k);
        count += overlap(boxes[k], bounds) ? 1 : 0;
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
