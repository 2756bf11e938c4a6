#include "app/window/colour_range.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

app::Snapshot snapshot_of(std::vector<float> values, sim::Colouring colouring) {
    app::Snapshot snapshot;
    sim::Scene scene;
    scene.fluids.resize(2);
    snapshot.scene = std::make_shared<const sim::Scene>(scene);
    snapshot.value = std::move(values);
    snapshot.colouring = colouring;
    snapshot.generation = 1;
    return snapshot;
}

std::vector<float> up_to(int count) {
    std::vector<float> values;
    for (int i = 0; i < count; ++i) values.push_back(static_cast<float>(i));
    return values;
}

}  // namespace

TEST(ColourRange, LeavesOutTheFewFastest) {
    std::vector<float> values = up_to(1000);
    values.back() = 1e6f;
    const app::ColourRange range = app::range_of(snapshot_of(values, sim::Colouring::speed));
    EXPECT_EQ(range.low, 0.0f);
    EXPECT_NEAR(range.high, 979.0f, 2.0f);
}

TEST(ColourRange, DoesNotMagnifyTheNoiseOfWaterAtRest) {
    const app::ColourRange speed = app::range_of(snapshot_of({1e-6f, 2e-6f, 3e-6f}, sim::Colouring::speed));
    EXPECT_GT(speed.high, 0.05f);
    const app::ColourRange density = app::range_of(snapshot_of({1000.0f, 1000.1f, 999.9f}, sim::Colouring::density));
    EXPECT_GE(density.high - density.low, 19.0f);
}

TEST(ColourRange, WithoutParticlesOrWithBrokenOnesIsStillARange) {
    for (const std::vector<float>& values : {std::vector<float>{}, std::vector<float>{NAN, INFINITY}}) {
        for (std::size_t i = 0; i < sim::colouring_names.size(); ++i) {
            const app::ColourRange range = app::range_of(snapshot_of(values, static_cast<sim::Colouring>(i)));
            EXPECT_LT(range.low, range.high);
        }
    }
}

TEST(ColourRange, OfLevelsHoldsTheFewInTheGreatestHurry) {
    std::vector<float> values(5000, 0.0f);
    values[7] = 6.0f;
    const app::ColourRange range = app::range_of(snapshot_of(values, sim::Colouring::time_level));
    EXPECT_EQ(range.low, 0.0f);
    EXPECT_EQ(range.high, 6.0f);
}

TEST(RangeFollower, MovesCalmlyAndJumpsWithTheColouring) {
    app::RangeFollower follower;
    EXPECT_NEAR(follower.follow(snapshot_of(up_to(100), sim::Colouring::speed), 0.02).high, 97.0f, 1.0f);
    const float later = follower.follow(snapshot_of(up_to(200), sim::Colouring::speed), 0.02).high;
    EXPECT_GT(later, 97.5f);
    EXPECT_LT(later, 110.0f);
    app::ColourRange last{};
    for (int i = 0; i < 200; ++i) last = follower.follow(snapshot_of(up_to(200), sim::Colouring::speed), 0.02);
    EXPECT_NEAR(last.high, 195.0f, 1.0f);
    const app::ColourRange jumped = follower.follow(snapshot_of(up_to(1000), sim::Colouring::density), 0.02);
    EXPECT_NEAR(jumped.high, 979.0f, 2.0f);
}

TEST(Histogram, CountsWhatHasEachColour) {
    const app::Snapshot snapshot =
        snapshot_of({0.0f, 0.01f, 5.0f, 5.0f, 5.0f, 99.0f, 1e9f, NAN}, sim::Colouring::speed);
    const app::Histogram shares = app::histogram_of(snapshot, {0.0f, 10.0f});
    EXPECT_FLOAT_EQ(shares.front(), std::sqrt(2.0f / 3.0f));
    EXPECT_FLOAT_EQ(shares[shares.size() / 2], 1.0f);
    EXPECT_FLOAT_EQ(shares.back(), std::sqrt(2.0f / 3.0f)) << "beyond the end has the colour of the end";
    EXPECT_FLOAT_EQ(shares[1], 0.0f);
    EXPECT_EQ(app::histogram_of(snapshot_of({}, sim::Colouring::speed), {0.0f, 1.0f}), app::Histogram{});
    EXPECT_EQ(app::histogram_of(snapshot, {1.0f, 1.0f}), app::Histogram{}) << "no range, no parts";
}
