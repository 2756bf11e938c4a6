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

/// The same in 64 bits, for keys that are not to collide before the modulo: its lower half is teschner_hash.
[[nodiscard]] constexpr std::uint64_t teschner_hash_64(Cell c) noexcept {
    return (static_cast<std::uint64_t>(c.x) * 73856093u) ^ (static_cast<std::uint64_t>(c.y) * 19349663u) ^
           (static_cast<std::uint64_t>(c.z) * 83492791u);
}

/// Twice as many buckets as points, and prime, as Teschner et al. recommend: fewer cells share a bucket.
[[nodiscard]] std::uint32_t teschner_table_size(std::size_t points) noexcept;

}  // namespace spatial
