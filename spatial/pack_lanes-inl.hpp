// Brings the lanes of a mask to the front, in their order, in as many vectors as share the mask. No #pragma once: it is
// compiled once for each instruction set, inside hwy/foreach_target.h.
//
// Highway's Compress does the same. For AVX2 and SSE4, however, Highway 1.0.3 has its table in the function, and g++ 12
// copies it to the stack each time: gathering candidates took seven times longer than with the tables below.
#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#ifndef WEIR_SPATIAL_PACK_LANES
#define WEIR_SPATIAL_PACK_LANES
namespace spatial {

/// For each set of eight lanes: their numbers, ascending, four bits each.
inline constexpr std::array<std::uint32_t, 256> packed_lanes = [] {
    std::array<std::uint32_t, 256> table{};
    for (unsigned set = 0; set < 256; ++set)
        for (unsigned lane = 0, place = 0; lane < 8; ++lane)
            if ((set >> lane & 1u) != 0) table[set] |= lane << 4 * place++;
    return table;
}();

/// For each set of four lanes: their bytes, ascending.
struct PackedBytes {
    alignas(16) std::uint8_t of_set[16][16];
};
inline constexpr PackedBytes packed_bytes = [] {
    PackedBytes table{};
    for (unsigned set = 0; set < 16; ++set)
        for (unsigned lane = 0, place = 0; lane < 4; ++lane)
            if ((set >> lane & 1u) != 0)
                for (unsigned byte = 0; byte < 4; ++byte)
                    table.of_set[set][place++] = static_cast<std::uint8_t>(4 * lane + byte);
    return table;
}();

}  // namespace spatial
#endif

#if defined(WEIR_SPATIAL_PACK_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_PACK_LANES_INL
#undef WEIR_SPATIAL_PACK_LANES_INL
#else
#define WEIR_SPATIAL_PACK_LANES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// D: a tag of 32-bit lanes.
template <class D>
class PackLanes {
public:
    using Mask = hwy::HWY_NAMESPACE::Mask<D>;

    explicit HWY_INLINE PackLanes(Mask mask) : count_(hwy::HWY_NAMESPACE::CountTrue(D(), mask)) {
        namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(D(), mask, bits);
#endif
#if HWY_TARGET == HWY_SSE4
        lanes_ = hn::Load(hn::Repartition<std::uint8_t, D>(), packed_bytes.of_set[bits[0]]);
#elif HWY_TARGET == HWY_AVX2
        const hn::RebindToUnsigned<D> d;
        alignas(32) static constexpr std::uint32_t shifts[8] = {0, 4, 8, 12, 16, 20, 24, 28};
        const auto lanes = hn::Set(d, packed_lanes[bits[0]]) >> hn::Load(d, shifts);
        lanes_ = hn::And(lanes, hn::Set(d, 7));
#else
        lanes_ = mask;
#endif
    }

    [[nodiscard]] HWY_INLINE std::size_t count() const { return count_; }

    template <class V>
    [[nodiscard]] HWY_INLINE V operator()(V v) const {
        namespace hn = hwy::HWY_NAMESPACE;
        const hn::DFromV<V> d;
#if HWY_TARGET == HWY_SSE4
        return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(hn::Repartition<std::uint8_t, D>(), v), lanes_));
#elif HWY_TARGET == HWY_AVX2
        return hn::TableLookupLanes(v, hn::IndicesFromVec(d, lanes_));
#else
        return hn::Compress(v, hn::RebindMask(d, lanes_));
#endif
    }

private:
    std::size_t count_;
#if HWY_TARGET == HWY_SSE4
    hwy::HWY_NAMESPACE::Vec<hwy::HWY_NAMESPACE::Repartition<std::uint8_t, D>> lanes_;
#elif HWY_TARGET == HWY_AVX2
    hwy::HWY_NAMESPACE::Vec<hwy::HWY_NAMESPACE::RebindToUnsigned<D>> lanes_;
#else
    Mask lanes_;
#endif
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
