// Values of a block's queries as vectors, a lane a query, whether their slots lie side by side or not. No #pragma once:
// it is compiled once for each instruction set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>
#include <span>

#include "spatial/points.hpp"

#ifndef WEIR_SIM_QUERY_LANES
#define WEIR_SIM_QUERY_LANES
namespace sim {

// As many as share a block of a settled fluid.
inline constexpr std::size_t most_query_lanes = 8;

}  // namespace sim
#endif

#if defined(WEIR_SIM_QUERY_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SIM_QUERY_LANES_INL
#undef WEIR_SIM_QUERY_LANES_INL
#else
#define WEIR_SIM_QUERY_LANES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {

class QueryLanes {
public:
    using Floats = hwy::HWY_NAMESPACE::CappedTag<float, most_query_lanes>;
    using Vector = hwy::HWY_NAMESPACE::Vec<Floats>;

    explicit QueryLanes(std::span<const spatial::Index> slots)
        : slots_(slots), side_by_side_(slots.back() - slots.front() + 1 == slots.size()) {}

    /// Calls f() for each vector of queries; load() and store() then mean those.
    template <class F>
    HWY_INLINE void for_each(F f) {
        for (at_ = 0; at_ < slots_.size(); at_ += hwy::HWY_NAMESPACE::Lanes(Floats())) f(at_);
    }

    /// From an array by slot.
    [[nodiscard]] HWY_INLINE Vector load(const float* from) const {
        const Floats d;
        if (whole()) return hwy::HWY_NAMESPACE::LoadU(d, from + slots_[at_]);
        HWY_ALIGN float lanes[most_query_lanes] = {};
        for (std::size_t lane = 0; lane < count(); ++lane) lanes[lane] = from[slots_[at_ + lane]];
        return hwy::HWY_NAMESPACE::Load(d, lanes);
    }
    HWY_INLINE void store(Vector values, float* to) const {
        const Floats d;
        if (whole()) return hwy::HWY_NAMESPACE::StoreU(values, d, to + slots_[at_]);
        HWY_ALIGN float lanes[most_query_lanes];
        hwy::HWY_NAMESPACE::Store(values, d, lanes);
        for (std::size_t lane = 0; lane < count(); ++lane) to[slots_[at_ + lane]] = lanes[lane];
    }

private:
    [[nodiscard]] HWY_INLINE std::size_t count() const {
        return std::min(hwy::HWY_NAMESPACE::Lanes(Floats()), slots_.size() - at_);
    }
    [[nodiscard]] HWY_INLINE bool whole() const {
        return side_by_side_ && count() == hwy::HWY_NAMESPACE::Lanes(Floats());
    }

    std::span<const spatial::Index> slots_;
    bool side_by_side_;
    std::size_t at_ = 0;
};

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
