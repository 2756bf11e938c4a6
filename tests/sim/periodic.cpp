// Tanks without walls along an axis, walls without slip, and flows at the start: against what must be the same, and
// against the exact flow between two plates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/world.hpp"
#include "spatial/neighbour_search.hpp"
#include "tests/sim/scene_text.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/validation/drop_tension.hpp"

using scenes::box;
using sim::World;

namespace {

void run(World& world, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
}

/// A tank full of water that has no walls at all, gliding to a corner.
sim::Scene endless(glm::vec3 velocity) {
    sim::Scene scene = scenes::tank({0.2f, 0.16f, 0.24f}, 0.02f);
    scene.domain.periodic = {true, true, true};
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(box(scene.domain.min, scene.domain.max, velocity));
    return scene;
}

/// Two plates a metre apart, without slip, and fluid between them that is endless along x and y. Re = 0.0125, as
/// Morris, Fox and Zhu (1997) have it.
sim::Scene channel(int spacings) {
    const float spacing = 1.0f / static_cast<float>(spacings);
    sim::Scene scene = scenes::tank({4.0f * spacing, 4.0f * spacing, 1.0f}, spacing);
    scene.domain.periodic = {true, true, false};
    for (sim::Wall& wall : scene.domain.walls) wall.no_slip = true;
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].viscosity = 1000.0f;  // 1 m²/s
    scene.fluids[0].sound_speed = 0.125f;
    scene.frame = 0.0225f;
    scene.volumes.push_back(box(scene.domain.min, scene.domain.max));
    return scene;
}

/// Root mean square of the difference to `exact(z)`, relative to that of `exact` itself.
template <class Exact>
double profile_error(const World& world, Exact exact) {
    const sim::Particles& p = world.particles();
    double difference = 0.0, all = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double u = exact(double{p.z[i]});
        difference += (double{p.vx[i]} - u) * (double{p.vx[i]} - u);
        all += u * u;
    }
    return std::sqrt(difference / all);
}

}  // namespace

// Walls without slip take a speed in a corner faster than neighbours do, and steps must be as short as that.
TEST(World, TarComesToRestInACornerWithoutSlip) {
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.2f}, 0.02f);
    scene.support = 4.0f;
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].viscosity = 1000.0f;
    scene.fluids[0].sound_speed = 5.0f;
    for (sim::Wall& wall : scene.domain.walls) wall.no_slip = true;
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.2f}, {0.1f, 0.2f, 0.3f}));
    sim::World world(scene);
    sim::FrameReport report;
    for (int frame = 0; frame < 3; ++frame) report = world.advance_frame();
    EXPECT_EQ(report.trouble, "");
    EXPECT_LT(report.max_speed, 0.05f);
}

TEST(Periodic, AFullTankWithoutWallsIsAtRestDensityEverywhere) {
    const World world(endless(glm::vec3(0.0f)));
    const sim::Particles& p = world.particles();
    ASSERT_EQ(p.size(), 10u * 8u * 12u) << "no image is left among the particles";
    for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(p.density[i], 1000.0f, 0.05f);
        EXPECT_LT(std::abs(p.ax[i]) + std::abs(p.ay[i]) + std::abs(p.az[i]), 0.05f);
    }
}

TEST(Periodic, FluidThatGlidesThroughAllSidesStaysAsItIs) {
    const glm::vec3 velocity{1.0f, -0.7f, 0.4f};
    World world(endless(velocity));
    run(world, 30);  // half a second: two and a half times through the tank
    const sim::Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(p.vx[i], velocity.x, 2e-3f);
        EXPECT_NEAR(p.vy[i], velocity.y, 2e-3f);
        EXPECT_NEAR(p.density[i], 1000.0f, 1.0f);
    }
    EXPECT_EQ(world.validate(), "");
}

// The same blob in the middle of the tank and across its corners.
TEST(Periodic, ASeamIsNoPlaceInParticular) {
    const auto spread_after = [](glm::vec3 at) {
        sim::Scene scene = endless(glm::vec3(0.0f));
        scene.domain.max = glm::vec3(0.4f);
        scene.volumes.clear();
        for (const float x : {at.x, at.x - 0.4f})
            for (const float z : {at.z, at.z - 0.4f}) {
                const glm::vec3 min = glm::max(glm::vec3(x, 0.2f, z), glm::vec3(0.0f)),
                                max = glm::min(glm::vec3(x + 0.12f, 0.3f, z + 0.12f), glm::vec3(0.4f));
                if (min.x >= max.x || min.z >= max.z) continue;
                scene.volumes.push_back(box(min, max));
                scene.volumes.back().flow = {
                    .kind = sim::FlowKind::vortices, .centre = at, .speed = 0.5f, .wavelength = 0.4f};
            }
        World world(scene);
        EXPECT_EQ(world.particles().size(), 6u * 5u * 6u);
        run(world, 6);
        return world.advance_frame().kinetic_energy;
    };
    const double inside = spread_after({0.12f, 0.0f, 0.12f}), across = spread_after({0.36f, 0.0f, 0.32f});
    EXPECT_NEAR(across, inside, 1e-3 * inside);
}

TEST(Periodic, IsTheSameForThreadsAndAfterAResume) {
    sim::Scene scene = endless({0.5f, 0.0f, 0.0f});
    scene.volumes[0].flow = {.kind = sim::FlowKind::strain, .centre = {0.1f, 0.0f, 0.1f}, .rate = 2.0f};
    for (const auto& module : spatial::neighbour_modules()) {
        if (!module.reproducible) continue;
        scene.neighbours = module.name;
        scene.search.skin = 0.1f;
        World one(scene), three(scene);
        one.set_threads(1);
        three.set_threads(3);
        run(one, 2);
        run(three, 2);
        EXPECT_EQ(one.state_hash(), three.state_hash()) << module.name;
        World resumed = sim::load_checkpoint(sim::save_checkpoint(one), "periodic.weir");
        run(one, 2);
        run(resumed, 2);
        EXPECT_EQ(one.state_hash(), resumed.state_hash()) << module.name;
    }
}

// Artificial viscosity is for fluids that have too little of their own: on top of that it made vortices at a Reynolds
// number of 100 die away a tenth too fast.
TEST(Periodic, VorticesOfAViscousFluidAreNotMadeMoreViscous) {
    const auto state = [](float viscosity, float artificial) {
        sim::Scene scene = endless(glm::vec3(0.0f));
        scene.volumes[0].flow = {.kind = sim::FlowKind::vortices, .speed = 0.5f, .wavelength = 0.4f};
        scene.fluids[0].viscosity = viscosity;
        scene.fluids[0].artificial_viscosity = artificial;
        World world(scene);
        world.set_threads(1);
        run(world, 2);
        return world.state_hash();
    };
    const float enough = 0.05f * 1000.0f * 5.0f * 0.03f / 19.0f;  // a nineteenth of D; sound is ten times as fast
    EXPECT_EQ(state(1.01f * enough, 0.05f), state(1.01f * enough, 0.0f));
    EXPECT_NE(state(0.5f * enough, 0.05f), state(0.5f * enough, 0.0f));
}

TEST(Periodic, IsWrittenAndReadBack) {
    sim::Scene scene = endless(glm::vec3(0.0f));
    scene.domain.periodic = {true, false, true};
    EXPECT_EQ(sim::parse_scene(sim::write_scene(scene), "written").domain.periodic, scene.domain.periodic);
}

// A bar of fluid in the midst of a tank without walls, and the same bar on its sides, edges and corners: longer to both
// sides of the seam than tension reaches, so that images lack neighbours.
TEST(Periodic, TensionPullsAcrossSides) {
    sim::Scene scene = endless(glm::vec3(0.0f));
    scene.support = 2.0f;
    scene.fluids[0].tension = 0.07f;
    scene.frame = 2e-3f;
    scene.domain.max.z = 20.0f * scene.spacing;
    const auto bar = [&](const glm::ivec3& first) {
        const glm::ivec3 cells(10, 8, 20);
        std::vector<glm::vec3> places;
        for (int k = 0; k < 14; ++k)
            for (int j = 0; j < 5; ++j)
                for (int i = 0; i < 6 - k / 5; ++i)
                    places.push_back((glm::vec3((first + glm::ivec3(i, j, k)) % cells) + 0.5f) * scene.spacing);
        const std::vector<glm::vec3> still(places.size(), glm::vec3(0.0f));
        World world(validation::with_particles(scene, places, still));
        run(world, 1);
        std::vector<glm::vec3> velocities(places.size());
        const sim::Particles& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i) velocities[p.id[i]] = {p.vx[i], p.vy[i], p.vz[i]};
        return velocities;
    };
    const auto within = bar({2, 1, 3}), across = bar({7, 6, 13});
    float fastest = 0.0f;
    for (const glm::vec3& v : within) fastest = std::max(fastest, glm::length(v));
    EXPECT_GT(fastest, 1e-4f) << "m/s: it pulls";
    for (std::size_t i = 0; i < within.size(); ++i) EXPECT_LT(glm::length(within[i] - across[i]), 1e-3f * fastest) << i;
}

TEST(Periodic, ATankThinnerThanTensionReachesIsRefused) {
    sim::Scene scene = endless(glm::vec3(0.0f));  // 10, 8 and 12 spacings
    const auto errors_of_thickness = [&](float spacings, float tension) {
        scene.domain.max.y = spacings * scene.spacing;
        scene.volumes[0].max = scene.domain.max;
        scene.fluids[0].tension = tension;
        return sim::test::errors_in(sim::write_scene(scene));
    };
    EXPECT_EQ(errors_of_thickness(4.0f, 0.07f), sim::test::Lines{});
    EXPECT_EQ(errors_of_thickness(3.0f, 0.0f), sim::test::Lines{});
    const auto errors = errors_of_thickness(3.0f, 0.07f);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("less than the reach of tension (3.5 spacings"), std::string::npos) << errors[0];
}

// It once took any, summed a part of it, and wrote checkpoints that nobody could go on from.
TEST(Periodic, ATankThinnerThanTensionReachesTakesNoneWhileItRuns) {
    sim::Scene scene = endless(glm::vec3(0.0f));
    scene.domain.max.y = 3.0f * scene.spacing;
    scene.volumes[0].max = scene.domain.max;
    World world(scene);
    sim::Parameters wanted = world.parameters();
    wanted.fluids[0].tension = 0.07f;
    wanted.gravity.x = 1.0f;
    scene.fluids[0].tension = 0.07f;
    const auto errors = sim::test::errors_in(sim::write_scene(scene));
    ASSERT_EQ(errors.size(), 1u);
    try {
        world.set_parameters(wanted);
        FAIL() << "thinner than tension reaches";
    } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(errors[0].ends_with(std::string(": ") + error.what())) << errors[0] << "\n" << error.what();
    }
    EXPECT_EQ(world.parameters().fluids[0].tension, 0.0f);
    EXPECT_EQ(world.parameters().gravity.x, 0.0f) << "all of it or nothing";

    wanted.tension.model = sim::TensionModel::colour_field;  // which reaches as far as any other force
    world.set_parameters(wanted);
    run(world, 1);
    EXPECT_EQ(sim::load_checkpoint(sim::save_checkpoint(world), "here").state_hash(), world.state_hash());
    wanted.tension.model = sim::TensionModel::cohesion;
    EXPECT_THROW(world.set_parameters(wanted), std::invalid_argument);
}

TEST(Periodic, ASeamInTheLatticeIsNamed) {
    const std::string tank = "\"max\": [1, 1, 1]";
    EXPECT_EQ(sim::test::errors_with(tank, "\"max\": [1, 1, 1], \"periodic\": {\"x\": true}"), sim::test::Lines{});
    const auto errors = sim::test::errors_with(tank, "\"max\": [1.02, 1, 1], \"periodic\": {\"x\": true}");
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("periodic along x"), std::string::npos) << errors[0];
}

TEST(Periodic, ASideWithoutAWallHasNoPressureOnIt) {
    const std::string tank = sim::test::replaced(sim::test::good_scene, "\"max\": [1, 1, 1]",
                                                 "\"max\": [1, 1, 1], \"periodic\": {\"x\": true}");
    const auto errors_of = [&](const std::string& side) {
        return sim::test::errors_in(
            sim::test::replaced(tank, "  \"volumes\"",
                                "  \"probes\": [{\"name\": \"p\", \"kind\": \"wall-pressure\", \"side\": \"" + side +
                                    "\"}],\n  \"volumes\""));
    };
    EXPECT_EQ(errors_of("z_min"), sim::test::Lines{});
    ASSERT_EQ(errors_of("x_max").size(), 1u);
    EXPECT_NE(errors_of("x_max")[0].find("the tank is periodic along x and has no wall there"), std::string::npos);
}

TEST(NoSlip, BetweenPlatesTheFlowGrowsAsPoiseuilleSays) {
    sim::Scene scene = channel(16);
    const double force = 0.1;
    scene.gravity = {static_cast<float>(force), 0.0f, 0.0f};
    World world(scene);
    const auto exact = [&](double t) {
        return [=](double z) {
            double u = 0.5 * force * z * (1.0 - z);
            for (int n = 1; n < 200; n += 2) {
                const double k = n * std::numbers::pi;
                u -= 4.0 * force / (k * k * k) * std::sin(k * z) * std::exp(-k * k * t);
            }
            return u;
        };
    };
    run(world, 2);
    EXPECT_LT(profile_error(world, exact(world.time())), 0.03);
    run(world, 38);
    EXPECT_LT(profile_error(world, exact(world.time())), 0.04);
}

TEST(NoSlip, AMovingPlateDrawsTheFluidAlongAsCouetteSays) {
    sim::Scene scene = channel(16);
    const double speed = 0.0125;
    scene.domain.walls[static_cast<std::size_t>(sim::Side::z_max)].velocity = {static_cast<float>(speed), 0.0f, 9.0f};
    World world(scene);
    const auto exact = [&](double t) {
        return [=](double z) {
            double u = speed * z;
            for (int n = 1; n < 200; ++n) {
                const double k = n * std::numbers::pi;
                u += 2.0 * speed / k * (n % 2 == 0 ? 1.0 : -1.0) * std::sin(k * z) * std::exp(-k * k * t);
            }
            return u;
        };
    };
    run(world, 2);
    EXPECT_LT(profile_error(world, exact(world.time())), 0.04);
    run(world, 38);
    EXPECT_LT(profile_error(world, exact(world.time())), 0.01);
}

TEST(NoSlip, WithSlipAPlateDrawsNobodyAlong) {
    sim::Scene scene = channel(16);
    for (sim::Wall& wall : scene.domain.walls) wall = {.velocity = {0.0125f, 0.0f, 0.0f}};
    World world(scene);
    run(world, 2);
    for (const float vx : world.particles().vx) EXPECT_LT(std::abs(vx), 1e-6f);
}
