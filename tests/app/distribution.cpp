#include "app/recording/distribution.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace {

TEST(Distribution, OfTheNumbersToAHundredHasTheirRanksAsPercentiles) {
    std::vector<double> values(100);
    std::iota(values.rbegin(), values.rend(), 1.0);  // the order they come in does not matter
    const app::Distribution d = app::distribution(values);
    EXPECT_EQ(d.min, 1.0);
    EXPECT_EQ(d.p50, 50.0);
    EXPECT_EQ(d.p95, 95.0);
    EXPECT_EQ(d.p99, 99.0);
    EXPECT_EQ(d.max, 100.0);
    EXPECT_DOUBLE_EQ(d.mean, 50.5);
}

TEST(Distribution, IsAlwaysOfMeasuredValues) {
    const app::Distribution d = app::distribution({1.0, 10.0});
    EXPECT_EQ(d.p50, 1.0);
    EXPECT_EQ(d.p95, 10.0);
}

TEST(Distribution, OfOneValueIsThatValue) {
    const app::Distribution d = app::distribution({3.5});
    for (const double v : {d.min, d.mean, d.p50, d.p95, d.p99, d.max}) EXPECT_EQ(v, 3.5);
}

TEST(Distribution, OfNothingIsZero) { EXPECT_EQ(app::distribution({}).p99, 0.0); }

}  // namespace
