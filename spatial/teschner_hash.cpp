#include "spatial/teschner_hash.hpp"

#include <algorithm>

namespace spatial {

namespace {

bool is_prime(std::uint32_t n) noexcept {
    for (std::uint32_t d = 3; std::uint64_t{d} * d <= n; d += 2)
        if (n % d == 0) return false;
    return true;
}

}  // namespace

std::uint32_t teschner_table_size(std::size_t points) noexcept {
    auto n = static_cast<std::uint32_t>(std::min<std::size_t>(2 * points, 0x7fff'ffff)) | 1u;
    while (!is_prime(n)) n += 2;
    return n;
}

}  // namespace spatial
