#include "spatial/hash_buckets.hpp"

#include <gtest/gtest.h>

#include <random>

using spatial::Index;

TEST(HashBuckets, NumberTheirRunsAsTheyComeUpAndKeepTheOrderOfTheirPoints) {
    const std::vector<std::uint32_t> buckets = {70, 3, 3, 70, 900, 3, 70, 70, 0};
    spatial::HashBuckets sorted;
    sorted.sort(buckets, 901);
    ASSERT_EQ(sorted.runs(), 4u);
    EXPECT_EQ(sorted.find(70), 0u);
    EXPECT_EQ(sorted.find(3), 1u);
    EXPECT_EQ(sorted.find(900), 2u);
    EXPECT_EQ(sorted.find(0), 3u);
    EXPECT_EQ(sorted.find(1), sorted.none);
    EXPECT_EQ(sorted.slots(1), (spatial::Range{4, 7}));
    EXPECT_EQ(std::vector<Index>(sorted.order().begin(), sorted.order().end()),
              (std::vector<Index>{0, 3, 6, 7, 1, 2, 5, 4, 8}));
}

// What keeps a pass over the neighbours quick: points that come in as they lie in space stay as they are.
TEST(HashBuckets, LeavePointsWhereTheyAreThatComeInByBucket) {
    std::mt19937 rng(6);
    std::vector<std::uint32_t> buckets;
    for (std::uint32_t bucket = 0; bucket < 1'000; ++bucket)
        buckets.insert(buckets.end(), 1 + rng() % 9, bucket * 7'919 % 10'007);
    spatial::HashBuckets sorted;
    sorted.sort(buckets, 10'007);
    for (Index slot = 0; slot < buckets.size(); ++slot) ASSERT_EQ(sorted.order()[slot], slot);
}
