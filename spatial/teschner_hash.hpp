// The hash of Teschner, Heidelberger, Müller, Pomeranets, Gross 2003, with the constants they give:
//
//   bucket = (x * 73856093  xor  y * 19349663  xor  z * 83492791) mod n      for the cell (x, y, z)
#pragma once

#include <cstddef>
#include <cstdint>

#include "spatial/cells.hpp"

namespace spatial {

[[nodiscard]] constexpr std::uint32_t teschner_hash(Cell c) noexcept {
    return (static_cast<std::uint32_t>(c.x) * 73856093u) ^ (static_cast<std::uint32_t>(c.y) * 19349663u) ^
           (static_cast<std::uint32_t>(c.z) * 83492791u);
}

/// The same in 64 bits: the lower half is teschner_hash. Three further numbers make the upper half, because products
/// with the paper's stay so short that a million cells, not hashed modulo anything, still collide by the ten thousand.
inline constexpr std::uint64_t teschner_factors_64[] = {0x9e37'79b9'0466'f45du, 0xc2b2'ae3d'0127'409fu,
                                                        0x1656'67b1'04f9'ffb7u};
[[nodiscard]] constexpr std::uint64_t teschner_hash_64(Cell c) noexcept {
    return (static_cast<std::uint64_t>(c.x) * teschner_factors_64[0]) ^
           (static_cast<std::uint64_t>(c.y) * teschner_factors_64[1]) ^
           (static_cast<std::uint64_t>(c.z) * teschner_factors_64[2]);
}

/// Twice as many buckets as points, and prime, as Teschner et al. recommend: fewer cells share a bucket.
[[nodiscard]] std::uint32_t teschner_table_size(std::size_t points) noexcept;

}  // namespace spatial
