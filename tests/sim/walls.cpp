// A tank's walls: what they do to a particle that runs into them, and that their push is a gradient.
#include "sim/walls.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "sim/calibration.hpp"

using glm::vec3;

namespace {

sim::Tank tank(const sim::Wall& floor = {}) {
    sim::Domain domain;
    domain.max = vec3(1.0f);
    domain.walls[static_cast<std::size_t>(sim::Side::z_min)] = floor;
    const sim::Calibration lattice = sim::calibrate(0.02f, 0.04f);
    return {domain, lattice.walls};
}

}  // namespace

TEST(Tank, StopsWhatRunsIntoAWallAndLetsItGlideOn) {
    vec3 p{0.5f, 0.5f, -0.01f}, v{1.0f, 0.0f, -2.0f};
    tank().collide(p, v);
    EXPECT_EQ(p, vec3(0.5f, 0.5f, 0.0f));
    EXPECT_EQ(v, vec3(1.0f, 0.0f, 0.0f));
}

TEST(Tank, GivesBackTheShareThatRestitutionSays) {
    vec3 p{0.5f, 0.5f, -0.01f}, v{1.0f, 0.0f, -2.0f};
    tank({.friction = 0.0f, .restitution = 0.25f}).collide(p, v);
    EXPECT_EQ(v, vec3(1.0f, 0.0f, 0.5f));
}

TEST(Tank, FrictionTakesOfTheGlideInProportionToTheBlow) {
    vec3 p{0.5f, 0.5f, -0.01f}, v{3.0f, 4.0f, -2.0f};
    tank({.friction = 0.5f, .restitution = 0.0f}).collide(p, v);
    EXPECT_NEAR(glm::length(v), 4.0f, 1e-5f) << "5 m/s of glide less half of 2";
    vec3 slow{0.1f, 0.0f, -2.0f};
    p = {0.5f, 0.5f, -0.01f};
    tank({.friction = 0.5f, .restitution = 0.0f}).collide(p, slow);
    EXPECT_EQ(slow, vec3(0.0f)) << "stopped, not turned round";
}

TEST(Tank, LeavesAloneWhatIsInsideOrAlreadyOnItsWayBack) {
    vec3 p{0.5f, 0.5f, 0.01f}, v{1.0f, 2.0f, -3.0f};
    tank().collide(p, v);
    EXPECT_EQ(v, vec3(1.0f, 2.0f, -3.0f));
    p.z = -0.01f;
    v.z = 3.0f;
    tank().collide(p, v);
    EXPECT_EQ(v, vec3(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(p.z, 0.0f);
}

// Drifts ask it of many at once, and collide() only where it says so; a place that is no number must not get past it.
TEST(Tank, SeesWhetherAnybodyOfManyIsOutside) {
    const sim::Tank t = tank();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const std::size_t count : {1u, 7u, 100u})
        for (std::size_t who = 0; who < count; ++who) {
            std::vector<float> places(count, 0.5f);
            places[who] = 1.0f;
            EXPECT_FALSE(t.any_outside(1, places));
            for (const float place : {-1e-6f, 1.000001f, nan}) {
                places[who] = place;
                EXPECT_TRUE(t.any_outside(1, places)) << who << " of " << count << " at " << place;
            }
        }
}

TEST(Tank, HasNoWallsInItsMiddle) {
    const auto shares = tank().shares_behind(vec3(0.5f));
    EXPECT_EQ(shares.poly6, 0.0f);
    EXPECT_EQ(shares.spiky, 0.0f);
    EXPECT_EQ(tank().push(vec3(0.5f)), vec3(0.0f));
}

// Otherwise a particle could gain energy by going round in a corner.
TEST(Tank, ItsPushIsTheGradientOfItsShareInCornersToo) {
    const sim::Tank t = tank();
    constexpr float step = 1e-4f;
    for (const vec3 p : {vec3(0.5f, 0.5f, 0.006f), vec3(0.01f, 0.5f, 0.012f), vec3(0.008f, 0.993f, 0.011f),
                         vec3(0.99f, 0.985f, 0.98f)})
        for (int k = 0; k < 3; ++k) {
            vec3 ahead = p, back = p;
            ahead[k] += step;
            back[k] -= step;
            const float slope = (t.shares_behind(ahead).spiky - t.shares_behind(back).spiky) / (2.0f * step);
            EXPECT_NEAR(t.push(p)[k], -slope, 0.1f) << p.x << " " << p.y << " " << p.z << ", axis " << k;
        }
}
