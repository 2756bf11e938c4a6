// A tank's walls: what they do to a particle that runs into them, and that their push is a gradient.
#include "sim/walls.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "sim/calibration.hpp"
#include "sim/medium.hpp"
#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

using glm::vec3;

namespace {

sim::Tank tank(const sim::Wall& floor = {}) {
    sim::Domain domain;
    domain.max = vec3(1.0f);
    domain.walls[static_cast<std::size_t>(sim::Side::z_min)] = floor;
    const sim::Calibration lattice = sim::calibrate(0.02f, 0.04f);
    return {domain, lattice.walls};
}

/// By the law of the wall: the stress, Pa, under which water is as fast as `speed` on the mean over a layer. Of the
/// layer's profile, u+ = y+ near the wall and 8.3 y+^(1/7) beyond, in slices.
double stress_under(double speed, double layer) {
    constexpr double nu = 1e-6;
    constexpr int slices = 4000;
    double low = 0.0, high = speed;  // of the friction velocity
    for (int halving = 0; halving < 50; ++halving) {
        const double u = 0.5 * (low + high);
        double mean = 0.0;
        for (int i = 0; i < slices; ++i) {
            const double y = (i + 0.5) / slices * layer * u / nu;
            mean += u * std::min(y, 8.3 * std::pow(y, 1.0 / 7.0)) / slices;
        }
        (mean < speed ? low : high) = u;
    }
    return 1000.0 * low * low;
}

/// Five layers of water that rush along a floor, with no other wall near.
sim::Scene rushing(const sim::Wall& floor, float viscosity = 0.001f) {
    sim::Scene scene = scenes::tank({0.2f, 0.1f, 0.4f}, 0.02f);
    scene.domain.periodic = {true, true, false};
    scene.domain.walls[static_cast<std::size_t>(sim::Side::z_min)] = floor;
    scene.gravity = vec3(0.0f);
    scene.fluids[0].viscosity = viscosity;
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.2f, 0.1f, 0.1f}, {2.0f, 0.0f, 0.0f}));
    return scene;
}

/// What it loses along x in a frame, N s.
double lost_in_a_frame(const sim::Scene& scene) {
    sim::World world(scene);
    world.set_threads(1);
    const sim::FrameReport report = world.advance_frame();
    EXPECT_EQ(report.trouble, "");
    return 2.0 * 1000.0 * 0.2 * 0.1 * 0.1 - report.momentum[0];
}

}  // namespace

TEST(Tank, HoldsBackWhatRushesAlongAWallByTheLawOfTheWall) {
    const double expected = stress_under(2.0, 0.02) * 0.2 * 0.1 / 60.0;
    const double lost = lost_in_a_frame(rushing({}));
    EXPECT_NEAR(lost, expected, 0.03 * expected);
    EXPECT_NEAR(lost_in_a_frame(rushing({.drag = 2.0f})), 2.0 * lost, 0.03 * lost);
    EXPECT_NEAR(lost_in_a_frame(rushing({.drag = 0.0f})), 0.0, 0.01 * lost);
    EXPECT_NEAR(lost_in_a_frame(rushing({.velocity = {2.0f, 0.0f, 0.0f}})), 0.0, 0.01 * lost) << "a belt as fast";
}

// Their layer is laminar and as thick as the particles: no slip is what holds such fluid.
TEST(Tank, LetsSlowAndViscousFluidGlideAlongItsWalls) {
    EXPECT_NEAR(lost_in_a_frame(rushing({}, 1.0f)), 0.0, 1e-5);
    const sim::Calibration lattice = sim::calibrate(0.02f, 0.06f);
    sim::Domain domain;
    domain.max = vec3(1.0f);
    const sim::Tank walls(domain, lattice.walls);
    const vec3 place{0.5f, 0.5f, 0.01f};
    EXPECT_EQ(walls.rub(place, {0.003f, 0.0f, 0.0f}, 0.0035f, 1.0f), vec3(0.0f));
    EXPECT_LT(walls.rub(place, {0.004f, 0.0f, 0.0f}, 0.0035f, 1.0f).x, 0.0f);
    EXPECT_EQ(walls.rub({0.5f, 0.5f, 0.021f}, {1.0f, 0.0f, 0.0f}, 0.0035f, 1.0f), vec3(0.0f)) << "the second layer";
    EXPECT_EQ(walls.rub(place, {0.0f, 0.0f, -1.0f}, 0.0035f, 1.0f), vec3(0.0f)) << "on its way to the wall";
}

TEST(Tank, SaysHowFastWallsWithoutSlipTakeASpeedAndTheMostThatTheyCan) {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.05f);
    for (const sim::Side side : {sim::Side::x_min, sim::Side::z_max})
        scene.domain.walls[static_cast<std::size_t>(side)].no_slip = true;
    const sim::Medium medium(scene);
    const sim::Tank tank(scene.domain, medium.lattice.walls);
    const glm::vec3 velocity{1.0f, 2.0f, 3.0f};
    for (const glm::vec3 place : {glm::vec3(0.02f, 0.5f, 0.5f), glm::vec3(0.06f, 0.01f, 0.97f), glm::vec3(0.5f)}) {
        const float rate = tank.drag_rate(place);
        EXPECT_LE(glm::length(tank.drag(place, velocity) + rate * velocity), 1e-4f * rate);
        EXPECT_LT(rate, tank.fastest_drag());
    }
    EXPECT_EQ(tank.drag_rate(glm::vec3(0.5f)), 0.0f);
    // In the edge, with a quarter of a ball of neighbours.
    const float by_neighbours = 15.0f / (medium.support * medium.support);
    EXPECT_FLOAT_EQ(tank.fastest_drag(), tank.drag_rate({0.0f, 0.5f, 1.0f}) + 0.25f * by_neighbours);

    scene.domain.walls = {};
    EXPECT_FLOAT_EQ(sim::Tank(scene.domain, medium.lattice.walls).fastest_drag(), by_neighbours);
}

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
