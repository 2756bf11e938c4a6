// The remainder of a division by one number again and again, by two multiplications: x mod n is the fraction of x / n,
// times n. Exact for all 32-bit numbers with a fraction of 64 bits (Lemire, Kaser, Kurz 2019, "Faster remainder by
// direct computation").
#pragma once

#include <cstdint>

namespace spatial {

class Modulo {
public:
    explicit constexpr Modulo(std::uint32_t n) noexcept : n_(n), reciprocal_(~std::uint64_t{0} / n + 1) {}

    [[nodiscard]] constexpr std::uint32_t operator()(std::uint32_t x) const noexcept {
        const std::uint64_t fraction = reciprocal_ * x;
        // The upper half of fraction * n, which has 96 bits.
        const std::uint64_t low = (fraction & 0xffff'ffff) * n_, high = (fraction >> 32) * n_;
        return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
    }

private:
    std::uint32_t n_;
    std::uint64_t reciprocal_;
};

}  // namespace spatial
