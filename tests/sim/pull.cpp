// What pulls on everything: a centre that attracts, and a tank that is shaken.
#include "sim/pull.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/checkpoint.hpp"
#include "sim/medium.hpp"
#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

namespace sim {
namespace {

/// One particle at (0.3, 0.5, 0.5), alone in a tank without gravity.
Scene alone() {
    Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(scenes::box({0.29f, 0.49f, 0.49f}, {0.31f, 0.51f, 0.51f}));
    return scene;
}

/// A blob of water that sloshes in a shaken tank and is drawn to a place above its floor.
Scene restless(Steps steps) {
    Scene scene = scenes::dam_break();
    scene.steps = steps;
    scene.shaking = {.amplitude = {0.02f, 0.0f, 0.01f}, .period = 0.23f};
    scene.attraction = {.centre = {0.4f, 0.1f, 0.2f}, .rate = {3.0f, 0.0f, 1.0f}};
    return scene;
}

TEST(Pull, ACentreMakesAParticleSwingAndKeepsItsEnergy) {
    Scene scene = alone();
    scene.attraction = {.centre = {0.5f, 0.5f, 0.5f}, .rate = {5.0f, 5.0f, 5.0f}};
    World world(scene);
    ASSERT_EQ(world.particles().size(), 1u);
    double energy = 0.0;
    for (int frame = 0; frame < 120; ++frame) {
        const FrameReport report = world.advance_frame();
        if (frame == 0) energy = report.kinetic_energy + report.potential_energy;
        EXPECT_NEAR(report.kinetic_energy + report.potential_energy, energy, 2e-3 * energy);
        EXPECT_NEAR(double{world.particles().x[0]}, 0.5 - 0.2 * std::cos(5.0 * world.time()), 1e-3) << world.time();
    }
}

// The particle stays where it is; it is the tank that comes and goes.
TEST(Pull, AShakenTankLeavesAFreeParticleBehind) {
    Scene scene = alone();
    scene.shaking = {.amplitude = {0.1f, 0.0f, 0.05f}, .period = 0.5f};
    World world(scene);
    for (int frame = 0; frame < 60; ++frame) {
        (void)world.advance_frame();
        const double way = 1.0 - std::cos(2.0 * std::numbers::pi * world.time() / 0.5);
        EXPECT_NEAR(double{world.particles().x[0]}, 0.3 + 0.1 * way, 1e-3) << world.time();
        EXPECT_NEAR(double{world.particles().z[0]}, 0.5 + 0.05 * way, 1e-3) << world.time();
    }
}

TEST(Pull, MovesBodiesAsItMovesTheFluid) {
    Scene scene = alone();
    scene.shaking = {.amplitude = {0.1f, 0.0f, 0.0f}, .period = 0.5f};
    scene.attraction = {.centre = {0.0f, 0.5f, 0.5f}, .rate = {0.0f, 0.0f, 4.0f}};
    Solid solid;
    solid.size = glm::vec3(0.05f);
    solid.position = {0.5f, 0.2f, 0.7f};
    solid.motion = Motion::dynamic;
    scene.solids.push_back(solid);
    World world(scene);
    for (int frame = 0; frame < 30; ++frame) (void)world.advance_frame();
    const glm::vec3 place = world.solids()[0].pose.position;
    EXPECT_NEAR(double{place.x}, 0.5 + 0.1 * (1.0 - std::cos(4.0 * std::numbers::pi * world.time())), 0.01);
    EXPECT_NEAR(double{place.z}, 0.5 + 0.2 * std::cos(4.0 * world.time()), 0.01);
}

TEST(Pull, GoesOnFromACheckpointToTheLastBit) {
    for (const Steps steps : {Steps::global, Steps::individual}) {
        World whole(restless(steps));
        for (int frame = 0; frame < 5; ++frame) (void)whole.advance_frame();
        World resumed = load_checkpoint(save_checkpoint(whole), "kept");
        for (int frame = 0; frame < 5; ++frame) {
            (void)whole.advance_frame();
            (void)resumed.advance_frame();
        }
        EXPECT_EQ(resumed.state_hash(), whole.state_hash());
        EXPECT_EQ(whole.validate(), "");
    }
}

TEST(Pull, IsKnownToTheSoundSpeed) {
    Scene scene = alone();
    scene.attraction = {.centre = {0.5f, 0.5f, 0.5f}, .rate = {10.0f, 0.0f, 0.0f}};
    EXPECT_NEAR(automatic_sound_speed(scene), 10.0f * 10.0f * 0.21f, 0.1f) << "ten times the fall into the centre";
    scene.attraction = {};
    scene.shaking = {.amplitude = {0.0f, 0.1f, 0.0f}, .period = 1.0f};
    EXPECT_NEAR(automatic_sound_speed(scene), 10.0f * 0.2f * std::numbers::pi_v<float>, 0.1f);
}

}  // namespace
}  // namespace sim
