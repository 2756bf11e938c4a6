#include "sim/called_upon.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/called_upon.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t most_lanes = 16;
using Floats = hn::CappedTag<float, most_lanes>;

/// Slots side by side from one on. Those behind the end of the arrays are zero.
HWY_INLINE hn::Vec<Floats> load(const float* from, std::size_t at, std::size_t size) {
    const Floats d;
    if (at + hn::Lanes(d) <= size) return hn::LoadU(d, from + at);
    HWY_ALIGN float lanes[most_lanes] = {};
    std::copy(from + at, from + size, lanes);
    return hn::Load(d, lanes);
}

void find_called_target(const Callable& others, std::span<const spatial::Range> ranges, std::span<const Caller> callers,
                        std::vector<Call>& calls) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d), n = others.level.size();
    const auto most = hn::Set(d, std::ranges::max(callers, {}, &Caller::level).level);
    const auto half = hn::Set(d, 0.5f);
    for (const spatial::Range range : ranges)
        for (std::size_t at = range.begin; at < range.end; at += lanes) {
            const auto level = load(others.level.data(), at, n);
            const auto below = hn::And(hn::Lt(level, most), hn::FirstN(d, range.end - at));
            if (hn::AllFalse(d, below)) continue;  // mostly
            const auto x = load(others.x, at, n), y = load(others.y, at, n), z = load(others.z, at, n);
            const auto support = others.supports == nullptr ? hn::Set(d, others.support) : load(others.supports, at, n);
            auto wanted = level;
            for (const Caller& caller : callers) {
                const auto dx = hn::Sub(x, hn::Set(d, caller.x)), dy = hn::Sub(y, hn::Set(d, caller.y)),
                           dz = hn::Sub(z, hn::Set(d, caller.z));
                // The neighbour rule, operation by operation (spatial/neighbour_rule.hpp).
                const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
                const auto reach = hn::Mul(half, hn::Add(hn::Set(d, caller.support), support));
                const auto near = hn::Le(squared, hn::Mul(reach, reach));
                wanted = hn::IfThenElse(near, hn::Max(wanted, hn::Set(d, caller.level)), wanted);
            }
            const auto called = hn::And(below, hn::Gt(wanted, level));
            if (hn::AllFalse(d, called)) continue;
            std::uint64_t bits = 0;
            hn::StoreMaskBits(d, called, reinterpret_cast<std::uint8_t*>(&bits));
            HWY_ALIGN float levels[most_lanes];
            hn::Store(wanted, d, levels);
            for (; bits != 0; bits &= bits - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
                calls.push_back({static_cast<spatial::Index>(at + lane), levels[lane]});
            }
        }
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(find_called_target);

void find_called(const Callable& others, std::span<const spatial::Range> ranges, std::span<const Caller> callers,
                 std::vector<Call>& calls) {
    HWY_DYNAMIC_DISPATCH(find_called_target)(others, ranges, callers, calls);
}

}  // namespace sim
#endif
