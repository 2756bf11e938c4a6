// The sums of both density passes over the candidates of a block. No #pragma once: it is compiled once for each
// instruction set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>

#include "sim/density_block.hpp"

#if defined(WEIR_SIM_DENSITY_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SIM_DENSITY_SUMS_INL
#undef WEIR_SIM_DENSITY_SUMS_INL
#else
#define WEIR_SIM_DENSITY_SUMS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {

/// Two queries at a time share the loads of a candidate. What is below zero is out of reach and counts as zero, so
/// that no mask is needed. `supports.with(at, f)` calls f(h, h², weighed poly6, weighed spiky) for the candidates from
/// `at` on; the last two take the last factor of a kernel. Returns how many were in reach, when asked to.
template <bool Count, bool Viscous, class Supports>
HWY_INLINE std::uint64_t sum_densities(const DensityBlock& b, const Supports& supports) {
    namespace hn = hwy::HWY_NAMESPACE;
    constexpr std::size_t at_once = 2;
    const hn::CappedTag<float, 16> d;
    const auto zero = hn::Zero(d);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const float *const xs = b.xs, *const ys = b.ys, *const zs = b.zs;
    const std::size_t padded = b.padded;
    std::uint64_t in_reach = 0;
    for (std::size_t k = 0; k < b.queries.size(); k += at_once) {
        // The last portion may be short: its query is then summed twice, and written once more.
        const std::size_t next = std::min(k + 1, b.queries.size() - 1);
        const spatial::Index first = b.queries[k], second = b.queries[next];
        const auto x0 = hn::Set(d, b.x[first]), y0 = hn::Set(d, b.y[first]), z0 = hn::Set(d, b.z[first]);
        const auto x1 = hn::Set(d, b.x[second]), y1 = hn::Set(d, b.y[second]), z1 = hn::Set(d, b.z[second]);
        auto poly6_0 = zero, poly6_1 = zero, spiky_0 = zero, spiky_1 = zero;
        [[maybe_unused]] auto viscous_0 = zero, viscous_1 = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto xj = hn::Load(d, xs + at), yj = hn::Load(d, ys + at), zj = hn::Load(d, zs + at);
            supports.with(at, [&](auto h, auto h2, auto weighed_poly6, auto weighed_spiky) HWY_ATTR {
                const auto add = [&](auto xi, auto yi, auto zi, auto& poly6, auto& spiky,
                                     [[maybe_unused]] auto& viscous, bool counts) HWY_ATTR {
                    const auto dx = hn::Sub(xi, xj), dy = hn::Sub(yi, yj), dz = hn::Sub(zi, zj);
                    const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
                    const auto below = hn::Sub(h2, squared);
                    if constexpr (Count)
                        if (counts) in_reach += hn::CountTrue(d, hn::Ge(below, zero));
                    const auto p = hn::Max(below, zero);
                    poly6 = hn::MulAdd(hn::Mul(p, p), weighed_poly6(p), poly6);
                    const auto s = hn::Max(hn::Sub(h, hn::Sqrt(squared)), zero);
                    spiky = hn::MulAdd(hn::Mul(s, s), weighed_spiky(s), spiky);
                    if constexpr (Viscous) viscous = hn::MulAdd(s, squared, viscous);
                };
                add(x0, y0, z0, poly6_0, spiky_0, viscous_0, true);
                add(x1, y1, z1, poly6_1, spiky_1, viscous_1, second != first);
            });
        }
        const auto write = [&](std::size_t query, auto poly6, auto spiky, [[maybe_unused]] auto viscous) HWY_ATTR {
            b.poly6_sum[query] = b.poly6_factor * hn::GetLane(hn::SumOfLanes(d, poly6));
            b.spiky_sum[query] = b.spiky_factor * hn::GetLane(hn::SumOfLanes(d, spiky));
            if constexpr (Viscous) b.viscous_sum[query] = b.viscous_factor * hn::GetLane(hn::SumOfLanes(d, viscous));
        };
        write(k, poly6_0, spiky_0, viscous_0);
        write(next, poly6_1, spiky_1, viscous_1);
    }
    return in_reach;
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
