// Well-stirred bits: for hashes of states and for random numbers that are the same in every run.
#pragma once

#include <cstdint>

namespace sim {

/// The finaliser of splitmix64.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace sim
