#include "spatial/modulo.hpp"

#include <gtest/gtest.h>

#include <random>

TEST(Modulo, IsTheRemainderOfEveryDivision) {
    std::mt19937 rng(4);
    const auto some = [&] { return static_cast<std::uint32_t>(rng()) >> rng() % 32; };
    for (int draw = 0; draw < 200'000; ++draw) {
        const std::uint32_t n = std::max(some(), 1u), x = some();
        const spatial::Modulo modulo(n);
        ASSERT_EQ(modulo(x), x % n) << x << " mod " << n;
    }
    for (const std::uint32_t n : {1u, 2u, 3u, 0x7fff'ffffu, 0x8000'0000u, 0xffff'fffeu, 0xffff'ffffu})
        for (const std::uint32_t x : {0u, 1u, n - 1, n, n + 1, 0x7fff'ffffu, 0x8000'0000u, 0xffff'fffeu, 0xffff'ffffu})
            EXPECT_EQ(spatial::Modulo(n)(x), x % n) << x << " mod " << n;
}
