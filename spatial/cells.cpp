#include "spatial/cells.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void cell_coordinates_target(std::span<const float> x, double origin, double inverse_edge, std::int32_t* out) {
    const hn::ScalableTag<double> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    const hn::Rebind<std::int32_t, decltype(wide)> whole;
    const auto inverse = hn::Set(wide, inverse_edge), zero = hn::Set(wide, origin);
    const auto low = hn::Set(wide, -outermost_cell), high = hn::Set(wide, outermost_cell);
    const std::size_t lanes = hn::Lanes(wide);
    std::size_t i = 0;
    for (; i + lanes <= x.size(); i += lanes) {
        const auto cells =
            hn::Floor(hn::Mul(hn::Sub(hn::PromoteTo(wide, hn::LoadU(narrow, x.data() + i)), zero), inverse));
        hn::StoreU(hn::DemoteTo(whole, hn::Min(hn::Max(cells, low), high)), whole, out + i);
    }
    for (; i < x.size(); ++i) out[i] = cell_coordinate(x[i] - origin, inverse_edge);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(cell_coordinates_target);

void cell_coordinates(std::span<const float> x, double origin, double inverse_edge, std::int32_t* out) {
    HWY_DYNAMIC_DISPATCH(cell_coordinates_target)(x, origin, inverse_edge, out);
}

}  // namespace spatial
#endif
