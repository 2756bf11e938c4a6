#include "spatial/candidates.hpp"

#include <gtest/gtest.h>

#include <numeric>

TEST(Candidates, HoldTheRangesOneAfterTheOtherAndThenPadding) {
    std::vector<float> a(100), b(100);
    std::iota(a.begin(), a.end(), 0.0f);
    std::iota(b.begin(), b.end(), 1000.0f);
    const std::vector<spatial::Range> ranges = {{3, 6}, {10, 11}, {50, 70}, {97, 100}};
    spatial::Candidates<2> candidates;
    candidates.gather(ranges, {a.data(), b.data()}, a.size(), {-1.0f, -2.0f});

    EXPECT_EQ(candidates.count(), 27u);
    EXPECT_EQ(candidates.padded(), 32u);
    std::size_t at = 0;
    for (const auto r : ranges)
        for (auto slot = r.begin; slot < r.end; ++slot, ++at) {
            EXPECT_EQ(candidates.column(0)[at], a[slot]);
            EXPECT_EQ(candidates.column(1)[at], b[slot]);
        }
    for (; at < candidates.padded(); ++at) {
        EXPECT_EQ(candidates.column(0)[at], -1.0f);
        EXPECT_EQ(candidates.column(1)[at], -2.0f);
    }
}

TEST(Candidates, KeepTheirMemoryWhenLessIsAsked) {
    std::vector<float> a(5'000, 1.0f);
    spatial::Candidates<1> candidates;
    candidates.gather(std::vector<spatial::Range>{{0, 5'000}}, {a.data()}, a.size(), {0.0f});
    const float* const column = candidates.column(0);
    candidates.gather(std::vector<spatial::Range>{{0, 10}}, {a.data()}, a.size(), {0.0f});
    EXPECT_EQ(candidates.column(0), column);
    EXPECT_EQ(candidates.count(), 10u);
}
