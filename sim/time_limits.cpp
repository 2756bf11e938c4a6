#include "sim/time_limits.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/time_limits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "sim/due_lanes-inl.hpp"

#ifndef WEIR_SIM_TIME_LIMITS
#define WEIR_SIM_TIME_LIMITS
namespace sim {

/// Arrays by slot.
struct LimitInput {
    const float *vx, *vy, *vz, *ax, *ay, *az;
    const float *compression, *viscous, *closing, *stiffness;
    const std::uint8_t *grain, *fluid;  // no grains: all of one size
    const std::uint8_t* due;            // null = all
    const TimeLimits::Kind* kinds;
    std::size_t kind_count, fluids;
    float courant;
    float* hurry;
    spatial::Range slots;
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = DueLanes::Floats;
using Vector = DueLanes::Vector;

/// Calls take(lane, same, kind) for each lane, or for one where all are of the same kind, as mostly: particles lie
/// beside others of their kind.
template <class F>
HWY_INLINE void look_up_kinds(const LimitInput& input, const DueLanes& lanes, F take) {
    const auto kind_of = [&](std::size_t slot) {
        return (input.grain == nullptr ? 0u : input.grain[slot]) * input.fluids + input.fluid[slot];
    };
    const std::size_t first = kind_of(lanes.at());
    bool same = true;
    if (input.kind_count > 1)
        for (std::size_t i = 1; i < lanes.count(); ++i) same &= kind_of(lanes.at() + i) == first;
    for (std::size_t i = 0; i < (same ? 1 : lanes.count()); ++i) take(i, same, input.kinds[kind_of(lanes.at() + i)]);
}

HWY_INLINE Vector root_of_squares(Vector x, Vector y, Vector z) {
    return hn::Sqrt(hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z)));
}

void find_hurry(const LimitInput& p) {
    const Floats d;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), courant = hn::Set(d, p.courant),
               infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t at = p.slots.begin; at < p.slots.end; at += hn::Lanes(d)) {
        const DueLanes lanes(p.due, p.slots, at);
        if (!lanes.any_due()) continue;
        HWY_ALIGN float kinds[5][most_due_lanes] = {};
        bool same_kind = true;
        look_up_kinds(p, lanes, [&](std::size_t i, bool same, const TimeLimits::Kind& kind) {
            same_kind = same;
            kinds[0][i] = kind.sound_speed;
            kinds[1][i] = kind.artificial;
            kinds[2][i] = kind.length;
            kinds[3][i] = kind.full_stiffness;
            kinds[4][i] = kind.may_be_stretched ? 1.0f : 0.0f;
        });
        const auto kind = [&](std::size_t k)
                              HWY_ATTR { return same_kind ? hn::Set(d, kinds[k][0]) : hn::Load(d, kinds[k]); };
        const auto sound = kind(0), length = kind(2);
        const auto speed = root_of_squares(lanes.load(p.vx), lanes.load(p.vy), lanes.load(p.vz));
        const auto push = root_of_squares(lanes.load(p.ax), lanes.load(p.ay), lanes.load(p.az));
        const auto closing_rate = lanes.load(p.closing);
        // In a uniform fluid that fills its support the rate is 15 mu / (4 rho l²).
        const auto viscous = hn::Mul(hn::Mul(hn::Set(d, 16.0f / 15.0f), length), lanes.load(p.viscous));
        const auto closing = hn::Mul(hn::Mul(hn::Set(d, 1.0f / 3.0f), length), closing_rate);
        const auto others = hn::Add(hn::Add(kind(1), viscous), closing);
        const auto by_push = hn::IfThenElse(hn::Gt(push, zero), hn::Sqrt(hn::Div(length, push)), infinity);

        const auto slack = hn::Sub(one, lanes.load(p.compression));
        const auto pushes = hn::Or(hn::Le(slack, zero), hn::Gt(kind(4), zero));
        const auto stiff = hn::Mul(courant, hn::Min(by_push, hn::Div(length, hn::Add(sound, others))));
        const auto share = hn::Min(one, hn::Div(lanes.load(p.stiffness), kind(3)));
        const auto signal = hn::Add(hn::Add(hn::Mul(hn::Sqrt(share), sound), others), hn::Mul(hn::Set(d, 2.0f), speed));
        const auto by_signal = hn::IfThenElse(hn::Gt(signal, zero), hn::Div(length, signal), by_push);
        const auto loose = hn::Mul(courant, hn::Min(by_push, by_signal));
        const auto compressed = hn::IfThenElse(hn::Gt(closing_rate, zero),
                                               hn::Div(hn::Mul(hn::Set(d, usable_slack), slack), closing_rate), loose);
        const auto limit = hn::IfThenElse(pushes, stiff, hn::Max(stiff, hn::Min(loose, compressed)));
        // Limits that are no numbers come from particles that have gone wrong; they are reported before the next step.
        const auto is_sane = hn::Gt(limit, hn::Set(d, 1e-30f));
        const auto hurry =
            hn::IfThenElse(is_sane, hn::Neg(hn::Log2(d, hn::IfThenElse(is_sane, limit, one))), hn::Set(d, 100.0f));
        lanes.store(p.due == nullptr ? hurry : hn::IfThenElse(lanes.due(), hurry, lanes.load(p.hurry)), p.hurry);
    }
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(find_hurry);

void TimeLimits::adopt(const Medium& common, const Grains& grains, float courant) {
    kinds_.clear();
    const auto add = [&](const Medium& medium) {
        const float length = 0.5f * medium.support;
        for (const Medium::Phase& phase : medium.phases)
            kinds_.push_back({phase.sound_speed, 0.6f * phase.damping / (phase.rest_density * length), length,
                              medium.lattice.stiffness, phase.lowest_pressure < 0.0f});
    };
    if (!grains.mixed()) add(common);
    for (std::size_t g = 0; g < grains.size(); ++g) add(grains[g].medium);
    fluids_ = common.phases.size();
    courant_ = courant;
}

void TimeLimits::find(const Particles& p, const PairTerms& terms, const StepClues& clues, spatial::Range slots,
                      std::span<const std::uint8_t> due, std::span<float> hurry) const {
    HWY_DYNAMIC_DISPATCH(find_hurry)
    ({p.vx.data(), p.vy.data(), p.vz.data(), p.ax.data(), p.ay.data(), p.az.data(), terms.compression.data(),
      clues.viscous.data(), clues.closing.data(), clues.stiffness.data(), p.grain.empty() ? nullptr : p.grain.data(),
      p.fluid.data(), due.empty() ? nullptr : due.data(), kinds_.data(), kinds_.size(), fluids_, courant_, hurry.data(),
      slots});
}

}  // namespace sim
#endif
