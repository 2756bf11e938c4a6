#include "sim/next_levels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/next_levels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/due_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = DueLanes::Floats;

bool correct_target(const DueParticles& p, spatial::Range slots, std::span<std::uint64_t> by_level) {
    const Floats d;
    const DueLanes::Ints ints;
    const auto half_a_tick = hn::Set(d, 0.5f * p.tick_length);
    auto strange = hn::FirstN(d, 0);
    for (std::size_t at = slots.begin; at < slots.end; at += hn::Lanes(d)) {
        const DueLanes lanes(p.due, slots, at);
        if (!lanes.any_due()) continue;
        const auto due = lanes.due();
        const auto level = lanes.load(p.level);
        for (std::size_t k = 0; k < by_level.size(); ++k)
            by_level[k] += hn::CountTrue(d, hn::And(due, hn::Eq(level, hn::Set(d, static_cast<float>(k)))));
        const auto half = hn::Mul(half_a_tick, hn::ConvertTo(d, hn::Sub(hn::Set(ints, p.tick), lanes.load(p.since))));
        const auto along = [&](float* speeds, const float* now, const float* before) HWY_ATTR {
            const auto speed = lanes.load(speeds), pull = lanes.load(now);
            const auto corrected = hn::Add(speed, hn::Mul(half, hn::Sub(pull, lanes.load(before))));
            lanes.store(hn::IfThenElse(due, corrected, speed), speeds);
            strange = hn::Or(strange, hn::And(due, hn::Not(hn::IsFinite(hn::Add(corrected, pull)))));
        };
        along(p.vx, p.ax, p.before_x);
        along(p.vy, p.ay, p.before_y);
        along(p.vz, p.az, p.before_z);
    }
    return hn::AllFalse(d, strange);
}

LevelsChosen choose_target(const LevelChoice& p, spatial::Range slots) {
    const Floats d;
    const DueLanes::Ints ints;
    const auto last = hn::Set(d, p.last);
    auto too_slow = hn::FirstN(d, 0), some_call = too_slow;
    for (std::size_t at = slots.begin; at < slots.end; at += hn::Lanes(d)) {
        const DueLanes lanes(p.due, slots, at);
        if (!lanes.any_due()) continue;
        const auto due = lanes.due();
        const auto due_ints = hn::RebindMask(ints, due);
        const auto wanted = hn::Ceil(hn::Add(lanes.load(p.hurry), hn::Set(d, p.length)));
        too_slow = hn::Or(too_slow, hn::And(due, hn::Gt(wanted, last)));
        const auto beside = hn::Sub(lanes.load(p.deepest), hn::Set(d, p.limiter));
        const auto level = hn::Min(hn::Max(hn::Max(wanted, beside), hn::Set(d, p.first)), last);
        const auto before = lanes.load(p.level);
        const auto pushes = hn::Ne(lanes.load(p.push), hn::Zero(d));
        const auto limiter = hn::IfThenElse(pushes, hn::Set(d, p.limiter_of_pushers), hn::Set(d, p.limiter));
        const auto calls =
            hn::And(due, hn::Or(hn::Gt(level, before), hn::Gt(level, hn::Add(lanes.load(p.shallowest), limiter))));
        some_call = hn::Or(some_call, calls);
        lanes.store(hn::IfThenElse(due, level, before), p.level);
        lanes.store(hn::IfThenElseZero(hn::RebindMask(ints, calls), hn::Set(ints, 1)), p.calls);
        const auto now = hn::Set(ints, p.tick);
        lanes.store(hn::IfThenElse(due_ints, now, lanes.load(p.since)), p.since);
        const auto ticks = hn::Shl(hn::Set(ints, 1), hn::ConvertTo(ints, hn::Sub(last, level)));
        lanes.store(hn::IfThenElse(due_ints, hn::Add(now, ticks), lanes.load(p.until)), p.until);
    }
    return {!hn::AllFalse(d, too_slow), !hn::AllFalse(d, some_call)};
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(correct_target);
HWY_EXPORT(choose_target);

bool correct_velocities(const DueParticles& p, spatial::Range slots, std::span<std::uint64_t> by_level) noexcept {
    return HWY_DYNAMIC_DISPATCH(correct_target)(p, slots, by_level);
}

LevelsChosen choose_next_levels(const LevelChoice& p, spatial::Range slots) noexcept {
    return HWY_DYNAMIC_DISPATCH(choose_target)(p, slots);
}

}  // namespace sim
#endif
