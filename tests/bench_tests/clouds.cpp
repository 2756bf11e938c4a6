// The clouds of the benches are what their names say, or ratios between them mean nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "spatial/neighbour_lists.hpp"
#include "tests/bench/bench_clouds.hpp"

namespace {

double mean_neighbours(const bench::Cloud& cloud) {
    const auto search = spatial::make_neighbour_search("uniform-hash");
    return static_cast<double>(spatial::find_neighbours(*search, cloud.now()).ids.size()) /
           static_cast<double>(cloud.size());
}

}  // namespace

TEST(BenchClouds, HaveTheNeighboursTheyPromise) {
    // At the surface there are fewer; of 50,000 points many lie near it.
    EXPECT_NEAR(mean_neighbours(bench::dam(50'000)), 30.0, 3.0);
    EXPECT_NEAR(mean_neighbours(bench::dam(50'000, 2.5)), 60.0, 5.0);
    EXPECT_NEAR(mean_neighbours(bench::plane(50'000, 12.0)), 12.0, 0.4);
    EXPECT_NEAR(mean_neighbours(bench::plane(50'000, 0.2)), 0.2, 0.02);
}

TEST(BenchClouds, AreAsLargeAsAskedForAndTheSameEveryTime) {
    for (const bench::CloudMaker& maker : bench::cloud_makers())
        for (const std::size_t points : {std::size_t{100}, std::size_t{4'321}}) {
            const bench::Cloud once = maker.make(points), again = maker.make(points);
            EXPECT_EQ(once.name, maker.name);
            EXPECT_EQ(once.size(), points) << maker.name;
            EXPECT_EQ(once.moved_z.size(), points) << maker.name;
            EXPECT_EQ(once.x, again.x) << maker.name;
            EXPECT_EQ(once.moved_y, again.moved_y) << maker.name;
            EXPECT_NO_THROW(spatial::check(once.now()));
        }
}

TEST(BenchClouds, EveryPointMovesByOnePercentOfItsReach) {
    const bench::Cloud cloud = bench::dam(3'000);
    for (std::size_t i = 0; i < cloud.size(); ++i) {
        const float moved =
            std::hypot(cloud.moved_x[i] - cloud.x[i], cloud.moved_y[i] - cloud.y[i], cloud.moved_z[i] - cloud.z[i]);
        ASSERT_NEAR(moved, 0.01f * cloud.reach, 1e-3f * cloud.reach);
    }
}

TEST(BenchClouds, ASplashIsAThinLayerUnderScatteredDroplets) {
    const bench::Cloud cloud = bench::cloud_makers()[2].make(20'000);
    ASSERT_EQ(cloud.name, "splash");
    const auto layer = std::ranges::count_if(cloud.z, [&](float z) { return z < 5.0 * cloud.spacing; });
    EXPECT_NEAR(static_cast<double>(layer), 0.7 * 20'000, 10.0);
    EXPECT_GT(*std::ranges::max_element(cloud.z), 50.0 * cloud.spacing);
}

TEST(BenchClouds, ComeInNoOrder) {
    const bench::Cloud cloud = bench::dam(10'000);
    std::size_t near = 0;
    for (std::size_t i = 1; i < cloud.size(); ++i)
        near +=
            std::abs(cloud.x[i] - cloud.x[i - 1]) < cloud.reach && std::abs(cloud.y[i] - cloud.y[i - 1]) < cloud.reach;
    EXPECT_LT(near, cloud.size() / 20);
}
