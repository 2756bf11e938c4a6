// Arrays by slot as vectors, a lane a slot, for loops over those who are due: few are at a time, but they lie together,
// so whole vectors are read and those in which nobody is due left out. No #pragma once: it is compiled once for each
// instruction set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "spatial/points.hpp"

#ifndef WEIR_SIM_DUE_LANES
#define WEIR_SIM_DUE_LANES
namespace sim {

inline constexpr std::size_t most_due_lanes = 16;

}  // namespace sim
#endif

#if defined(WEIR_SIM_DUE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SIM_DUE_LANES_INL
#undef WEIR_SIM_DUE_LANES_INL
#else
#define WEIR_SIM_DUE_LANES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {

/// Some slots side by side: a whole vector, or what is left at the end of a range. Other slots are neither read nor
/// written, for they may be another thread's.
class DueLanes {
public:
    using Floats = hwy::HWY_NAMESPACE::CappedTag<float, most_due_lanes>;
    using Ints = hwy::HWY_NAMESPACE::Rebind<std::int32_t, Floats>;
    using Vector = hwy::HWY_NAMESPACE::Vec<Floats>;
    using IntVector = hwy::HWY_NAMESPACE::Vec<Ints>;
    using Mask = hwy::HWY_NAMESPACE::Mask<Floats>;

    /// No bytes = all are due.
    HWY_INLINE DueLanes(const std::uint8_t* due, spatial::Range slots, std::size_t at)
        : due_(due), at_(at), count_(std::min<std::size_t>(hwy::HWY_NAMESPACE::Lanes(Floats()), slots.end - at)) {}

    [[nodiscard]] HWY_INLINE std::size_t at() const { return at_; }
    [[nodiscard]] HWY_INLINE std::size_t count() const { return count_; }
    [[nodiscard]] HWY_INLINE bool any_due() const {
        if (due_ == nullptr) return true;
        std::array<std::uint64_t, 2> bytes{};
        std::memcpy(bytes.data(), due_ + at_, count_);
        return (bytes[0] | bytes[1]) != 0;
    }
    [[nodiscard]] HWY_INLINE Mask due() const {
        namespace hn = hwy::HWY_NAMESPACE;
        const Floats d;
        if (due_ == nullptr) return hn::FirstN(d, count_);
        return hn::RebindMask(d, hn::Ne(load(due_), hn::Zero(Ints())));
    }

    [[nodiscard]] HWY_INLINE Vector load(const float* from) const { return load_as(Floats(), from); }
    /// Bytes and ticks, widened.
    template <class T>
    [[nodiscard]] HWY_INLINE IntVector load(const T* from) const {
        return hwy::HWY_NAMESPACE::PromoteTo(Ints(), load_as(hwy::HWY_NAMESPACE::Rebind<T, Ints>(), from));
    }
    /// All lanes: also who is not due, whose value should be the old one then.
    HWY_INLINE void store(Vector values, float* to) const { store_as(Floats(), values, to); }
    template <class T>
    HWY_INLINE void store(IntVector values, T* to) const {
        const hwy::HWY_NAMESPACE::Rebind<T, Ints> narrow;
        store_as(narrow, hwy::HWY_NAMESPACE::DemoteTo(narrow, values), to);
    }

private:
    template <class D, class T>
    [[nodiscard]] HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> load_as(D d, const T* from) const {
        if (count_ == hwy::HWY_NAMESPACE::Lanes(d)) return hwy::HWY_NAMESPACE::LoadU(d, from + at_);
        HWY_ALIGN T lanes[most_due_lanes] = {};
        std::copy_n(from + at_, count_, lanes);
        return hwy::HWY_NAMESPACE::Load(d, lanes);
    }
    template <class D, class T>
    HWY_INLINE void store_as(D d, hwy::HWY_NAMESPACE::Vec<D> values, T* to) const {
        if (count_ == hwy::HWY_NAMESPACE::Lanes(d)) return hwy::HWY_NAMESPACE::StoreU(values, d, to + at_);
        HWY_ALIGN T lanes[most_due_lanes];
        hwy::HWY_NAMESPACE::Store(values, d, lanes);
        std::copy_n(lanes, count_, to + at_);
    }

    const std::uint8_t* due_;
    std::size_t at_, count_;
};

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
