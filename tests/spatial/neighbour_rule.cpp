// The rule itself: closed, symmetric, the longer reach decides.
#include "spatial/neighbour_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using spatial::in_reach;
using spatial::squared_distance;

TEST(NeighbourRule, IsClosedAtTheReach) {
    EXPECT_TRUE(in_reach(squared_distance(0.25f, 0.0f, 0.0f), 0.25f, 0.25f));
    EXPECT_FALSE(in_reach(squared_distance(std::nextafter(0.25f, 1.0f), 0.0f, 0.0f), 0.25f, 0.25f));
    EXPECT_TRUE(in_reach(squared_distance(3.0f, 4.0f, 0.0f), 5.0f, 1.0f));
}

TEST(NeighbourRule, GoesByTheLongerReachOfTheTwo) {
    EXPECT_TRUE(in_reach(1.0f, 0.1f, 1.0f));
    EXPECT_TRUE(in_reach(1.0f, 1.0f, 0.1f));
    EXPECT_FALSE(in_reach(1.0f, 0.1f, 0.9f));
}

// Were one product fused into a sum, the two orders of the same pair could disagree at the edge.
TEST(NeighbourRule, RoundsEachOperationOnItsOwn) {
    std::mt19937 rng(3);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (int i = 0; i < 100'000; ++i) {
        const float x = unit(rng), y = unit(rng), z = unit(rng);
        volatile float xx = x * x, yy = y * y, zz = z * z;
        volatile float xy = xx + yy;
        ASSERT_EQ(squared_distance(x, y, z), xy + zz);
        ASSERT_EQ(squared_distance(x, y, z), squared_distance(-x, -y, -z));
    }
}
