// Where a box is in a hash grid. No #pragma once: it is compiled once for each instruction set, inside
// hwy/foreach_target.h.
#include <hwy/highway.h>

#include "spatial/boxes/hash_grid.hpp"

#if defined(WEIR_SPATIAL_HASH_GRID_KEY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_HASH_GRID_KEY_INL
#undef WEIR_SPATIAL_HASH_GRID_KEY_INL
#else
#define WEIR_SPATIAL_HASH_GRID_KEY_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A box in a grid: which cell, and its digest. The same roundings as HashGrid's.
struct GridKey {
    std::uint32_t cell;
    BoxDigest digest;

    HWY_INLINE GridKey(const Box& box, const HashGrid& grid) {
        const hn::CappedTag<double, 4> d;
        const hn::Rebind<float, decltype(d)> df;
        const hn::Rebind<std::int32_t, decltype(d)> di;
        // Two vectors that overlap: min x, min y, min z, max x and min z, max x, max y, max z.
        HWY_ALIGN std::int32_t fine[4], unit[8];
        for (std::size_t part = 0; part < 2; ++part)
            for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
                const auto x = hn::PromoteTo(d, hn::LoadU(df, &box.min_x + 2 * part + lane));
                const auto scaled = hn::Mul(x, hn::Set(d, grid.fine_inverse()));
                const auto cut = hn::Min(hn::Max(scaled, hn::Set(d, -outermost_cell)), hn::Set(d, outermost_cell));
                const auto whole = hn::DemoteTo(di, hn::Floor(cut));
                if (part == 0) hn::Store(whole, di, fine + lane);
                hn::Store(hn::Sub(whole, hn::ShiftRight<4>(whole)), di, unit + 4 * part + lane);
            }
        constexpr int bits = HashGrid::fine_bits;
        cell = grid.shape().fold({fine[0] >> bits, fine[1] >> bits, fine[2] >> bits});
#if HWY_TARGET == HWY_SCALAR
        digest = digest_of({unit[0], unit[1], unit[2]}, {unit[5], unit[6], unit[7]});
#else
        // The lowest byte of each of them.
        const hn::CappedTag<std::uint8_t, 16> bytes;
        const hn::Repartition<std::int32_t, decltype(bytes)> four;
        alignas(16) static constexpr std::uint8_t lowest[16] = {0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12};
        const auto packed = [&](auto v) HWY_ATTR {
            const auto all = hn::TableLookupBytes(hn::BitCast(bytes, v), hn::Load(bytes, lowest));
            return static_cast<std::uint32_t>(hn::GetLane(hn::BitCast(four, all)));
        };
        const std::uint32_t min = packed(hn::Neg(hn::Load(four, unit))), max = packed(hn::Load(four, unit + 4));
        digest = (min & 0x00ff'ffffu) | std::uint64_t{max >> 8} << 32;
#endif
    }
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
