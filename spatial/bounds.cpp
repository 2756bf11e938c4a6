#include "spatial/bounds.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/bounds.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void bounds_target(std::span<const float> values, Bounds& bounds) {
    const hn::CappedTag<float, 16> d;
    const std::size_t lanes = hn::Lanes(d);
    auto low = hn::Set(d, values[0]), high = low;
    // v * 0 is 0 for every finite v and NaN otherwise, and a NaN stays one in every sum.
    const auto zero = hn::Zero(d);
    auto poison = zero;
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const auto v = hn::LoadU(d, values.data() + i);
        low = hn::Min(low, v);
        high = hn::Max(high, v);
        poison = hn::Add(poison, hn::Mul(v, zero));
    }
    bounds = {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high)),
              hn::GetLane(hn::SumOfLanes(d, poison)) == 0.0f};
    for (; i < values.size(); ++i) {
        bounds.min = std::min(bounds.min, values[i]);
        bounds.max = std::max(bounds.max, values[i]);
        bounds.finite = bounds.finite && std::isfinite(values[i]);
    }
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(bounds_target);

Bounds bounds_of(std::span<const float> values) noexcept {
    Bounds bounds{0.0f, 0.0f, true};
    if (!values.empty()) HWY_DYNAMIC_DISPATCH(bounds_target)(values, bounds);
    return bounds;
}

}  // namespace spatial
#endif
