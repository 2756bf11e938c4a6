#include "sim/slots_below.hpp"

#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/slots_below.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

void find_below_target(std::span<const float> values, std::span<const spatial::Range> ranges, float limit,
                       std::vector<spatial::Index>& slots) {
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    const auto limits = hn::Set(d, limit);
    slots.clear();
    for (const spatial::Range range : ranges) {
        std::size_t at = range.begin;
        // Mostly nobody is, or few are.
        for (; at < range.end && at + lanes <= values.size(); at += lanes) {
            const auto below = hn::And(hn::Lt(hn::LoadU(d, values.data() + at), limits), hn::FirstN(d, range.end - at));
            if (hn::AllFalse(d, below)) continue;
            std::uint64_t bits = 0;
            hn::StoreMaskBits(d, below, reinterpret_cast<std::uint8_t*>(&bits));
            for (; bits != 0; bits &= bits - 1)
                slots.push_back(static_cast<spatial::Index>(at) + static_cast<spatial::Index>(std::countr_zero(bits)));
        }
        for (; at < range.end; ++at)
            if (values[at] < limit) slots.push_back(static_cast<spatial::Index>(at));
    }
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(find_below_target);

void find_below(std::span<const float> values, std::span<const spatial::Range> ranges, float limit,
                std::vector<spatial::Index>& slots) {
    HWY_DYNAMIC_DISPATCH(find_below_target)(values, ranges, limit, slots);
}

}  // namespace sim
#endif
