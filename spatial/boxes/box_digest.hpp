// A box in eight bytes, for grids whose boxes are at most a cell or two long: where its sides are, in units of a
// fraction of a cell, modulo 256.
//
//   byte      0       1       2       3    |    4      5      6      7
//           -min x  -min y  -min z    0    |  max x  max y  max z    0
//
// With the halves of one of them swapped, the sum of two digests, byte by byte, is how far each reaches into the other:
// all of it >= 0 where boxes overlap, >= 1 where that is beyond doubt, because rounding down keeps order; in between
// the boxes themselves have to be asked. So eight candidates are one load, one addition and two tests, where six
// columns of floats take thirteen loads. Nobody who overlaps is lost as long as two boxes together are at most 127
// units long; and nobody is taken for near who is less than 128 units away from being so. Where candidates can be
// further apart (cells that fold), nothing is beyond doubt.
#pragma once

#include <array>
#include <cstdint>

#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace spatial {

using BoxDigest = std::uint64_t;

/// Digests that may be read, but count for nothing, beyond the last.
inline constexpr std::size_t digest_lanes = 8;

/// Of the sides in units; x, y, z.
[[nodiscard]] constexpr BoxDigest digest_of(const std::array<std::int32_t, 3>& min,
                                            const std::array<std::int32_t, 3>& max) noexcept {
    BoxDigest digest = 0;
    for (unsigned a = 0; a < 3; ++a)
        digest |= static_cast<BoxDigest>(static_cast<std::uint8_t>(-static_cast<std::uint32_t>(min[a]))) << (8 * a) |
                  static_cast<BoxDigest>(static_cast<std::uint8_t>(max[a])) << (8 * a + 32);
    return digest;
}

/// To be added to others.
[[nodiscard]] constexpr BoxDigest asking(BoxDigest digest) noexcept {
    return digest << 32 | digest >> 32 | 0x0100'0000'0100'0000u;  // the bytes that are left are always beyond doubt
}

/// Slots with digests, as SIMD loops read them: up to digest_lanes more than there are.
struct DigestView {
    const BoxDigest* digest;
    const Index* number;
};

}  // namespace spatial
