// What is particular to uniform hashing: the constants, the shared buckets, the counters.
#include "spatial/uniform_hash.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"
#include "tests/spatial/clouds.hpp"

namespace {

std::tuple<int, int, int> cell_of(const clouds::Cloud& cloud, std::size_t i) {
    const auto coordinate = [&](float x) {
        return static_cast<int>(std::floor(x / (double{cloud.reach[0]} * spatial::cell_margin)));
    };
    return {coordinate(cloud.x[i]), coordinate(cloud.y[i]), coordinate(cloud.z[i])};
}

}  // namespace

TEST(UniformHash, UsesTheConstantsOfThePaper) {
    EXPECT_EQ(spatial::teschner_hash({1, 0, 0}), 73856093u);
    EXPECT_EQ(spatial::teschner_hash({0, 1, 0}), 19349663u);
    EXPECT_EQ(spatial::teschner_hash({0, 0, 1}), 83492791u);
    EXPECT_EQ(spatial::teschner_hash({1, 1, 1}), 73856093u ^ 19349663u ^ 83492791u);
    EXPECT_EQ(spatial::teschner_hash({-1, 0, 0}), 0u - 73856093u);
}

TEST(UniformHash, CountsWhatAPlainTableCounts) {
    const clouds::Cloud cloud = clouds::random("wide", 5'000, 0.0f, 60.0f, {1.0f}, 30);
    spatial::UniformHash hash;
    hash.build(cloud.view());

    const auto bucket = [&](int x, int y, int z) { return spatial::teschner_hash({x, y, z}) % hash.table_size(); };
    std::map<std::tuple<int, int, int>, int> points_of_cell;
    std::map<std::uint32_t, std::set<std::tuple<int, int, int>>> cells_of_bucket;
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        const auto cell = cell_of(cloud, i);
        ++points_of_cell[cell];
        cells_of_bucket[std::apply(bucket, cell)].insert(cell);
    }
    std::uint64_t empty = 0, collisions = 0;
    for (const auto& [cell, count] : points_of_cell) {
        ASSERT_LE(count, 64) << "cells with more are handed out as several blocks";
        const auto [x, y, z] = cell;
        for (int n = 0; n < 27; ++n)
            empty += !cells_of_bucket.contains(bucket(x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1));
    }
    for (const auto& [b, cells] : cells_of_bucket) collisions += cells.size() > 1;
    ASSERT_GT(collisions, 100u) << "this cloud is here to collide";

    const auto counters = hash.counters();
    EXPECT_EQ(counters.blocks, points_of_cell.size()) << "one block a cell, also where cells share a bucket";
    EXPECT_EQ(counters.lookups, 27 * points_of_cell.size());
    EXPECT_EQ(counters.empty, empty);
    EXPECT_EQ(counters.cells, points_of_cell.size());
    EXPECT_EQ(counters.collisions, collisions);
}

TEST(UniformHash, TakesTheTableSizeItIsGivenAndFindsTheSame) {
    const clouds::Cloud cloud = clouds::random("sparse", 1'000, -50.0f, 50.0f, {3.0f}, 32);
    const auto truth = clouds::expected(cloud);
    const auto collisions = [&](std::uint32_t size) {
        spatial::UniformHash hash({.table_size = size});
        EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == truth) << size;
        EXPECT_EQ(hash.table_size(), size);
        return hash.counters().collisions;
    };
    EXPECT_EQ(collisions(1), 1u) << "everybody is in one bucket, and a candidate once";
    EXPECT_EQ(collisions(16), 16u);
    const std::uint64_t some = collisions(1'000);
    EXPECT_GT(some, 100u);
    EXPECT_LT(collisions(1u << 20), some / 20) << "a million buckets part nearly all of a thousand cells";
}

TEST(UniformHash, HasTwiceAsManyBucketsAsPointsAndAPrimeNumber) {
    spatial::UniformHash hash;
    hash.build(clouds::random("some", 5'000, 0.0f, 1.0f, {0.1f}).view());
    EXPECT_EQ(hash.table_size(), 10'007u);
}

TEST(UniformHash, SaysHowMuchMemoryItHolds) {
    spatial::UniformHash hash;
    const std::size_t before = hash.bytes();
    const clouds::Cloud cloud = clouds::random("some", 10'000, 0.0f, 1.0f, {0.05f});
    hash.build(cloud.view());
    EXPECT_GT(hash.bytes(), before + 10'000 * 2 * sizeof(spatial::Index));
}
