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

Box box_around(const Points& points) {
    const std::size_t n = points.size();
    if (n == 0) return {};
    constexpr std::size_t portion = 16'384;
    const std::size_t portions = (n + portion - 1) / portion;
    float min_x = points.x[0], min_y = points.y[0], min_z = points.z[0];
    float max_x = min_x, max_y = min_y, max_z = min_z;
    // clang-format off
#pragma omp parallel for schedule(static) reduction(min : min_x, min_y, min_z) reduction(max : max_x, max_y, max_z) if (portions > 1)
    // clang-format on
    for (std::size_t p = 0; p < portions; ++p) {
        const std::size_t first = p * portion, count = std::min(portion, n - first);
        const Bounds x = bounds_of(points.x.subspan(first, count)), y = bounds_of(points.y.subspan(first, count)),
                     z = bounds_of(points.z.subspan(first, count));
        min_x = std::min(min_x, x.min);
        min_y = std::min(min_y, y.min);
        min_z = std::min(min_z, z.min);
        max_x = std::max(max_x, x.max);
        max_y = std::max(max_y, y.max);
        max_z = std::max(max_z, z.max);
    }
    return {min_x, min_y, min_z, max_x, max_y, max_z};
}

}  // namespace spatial
#endif
