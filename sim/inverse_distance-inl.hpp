// 1 / r of many pairs. No #pragma once: it is compiled once for each instruction set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#if defined(WEIR_SIM_INVERSE_DISTANCE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SIM_INVERSE_DISTANCE_INL
#undef WEIR_SIM_INVERSE_DISTANCE_INL
#else
#define WEIR_SIM_INVERSE_DISTANCE_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {

/// 1 / r from the processor's estimate and one step of Newton: within two roundings of the root and the division, which
/// would take as long as all the rest of a pair.
template <class Vector>
HWY_INLINE Vector inverse_distance(Vector squared) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::DFromV<Vector> d;
    const auto half = hn::Set(d, 0.5f), one_and_a_half = hn::Set(d, 1.5f);
    const auto estimate = hn::ApproximateReciprocalSqrt(squared);
    return hn::Mul(estimate, hn::NegMulAdd(hn::Mul(half, squared), hn::Mul(estimate, estimate), one_and_a_half));
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
