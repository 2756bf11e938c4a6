// Probes of pressure on solids and beside them, in water that stands and in front of a jet.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "sim/probes.hpp"
#include "sim/world.hpp"
#include "small_scenes.hpp"

namespace {

constexpr double g = 9.81, rho = 1000.0;
constexpr float spacing = 0.0125f;
constexpr float depth = 0.2f;

sim::Probe tap(glm::vec3 position) {
    sim::Probe one;
    one.name = "at " + std::to_string(position.x) + " " + std::to_string(position.y) + " " + std::to_string(position.z);
    one.kind = sim::ProbeKind::pressure;
    one.position = position;
    return one;
}

/// Water around a solid, at rest: whoever would be in the solid is left out, and the level stays.
sim::Scene pool_with(const sim::Solid& solid, float support) {
    sim::Scene scene = scenes::tank({0.3f, 0.2f, 0.3f}, spacing);
    scene.support = support;
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.3f, 0.2f, depth}));
    scene.fluids[0].artificial_viscosity = 0.3f;
    scene.fluids[0].sound_speed = 20.0f;
    scene.solids.push_back(solid);
    return scene;
}

/// Of all that probes say, over a third of a second, in which what is left of sound averages out.
std::vector<double> means_at_rest(const sim::Scene& scene) {
    sim::World world(scene);
    world.set_threads(1);
    for (int i = 0; i < 60; ++i) EXPECT_EQ(world.advance_frame().trouble, "");
    std::vector<double> means;
    constexpr int frames = 20;
    for (int i = 0; i < frames; ++i) {
        const sim::FrameReport report = world.advance_frame();
        means.resize(report.probes.size());
        for (std::size_t k = 0; k < means.size(); ++k) means[k] += report.probes.at(k) / frames;
    }
    return means;
}

}  // namespace

class PressureOnSolids : public testing::TestWithParam<float> {};
INSTANTIATE_TEST_SUITE_P(Supports, PressureOnSolids, testing::Values(2.0f, 3.0f));

// On faces in their middle, down at the floor and up at an edge; before a face, and where no surface is near.
TEST_P(PressureOnSolids, IsRhoGHOnABoxThatStandsInWater) {
    sim::Solid box;
    box.position = {0.15f, 0.1f, 0.05f};
    box.size = {0.1f, 0.1f, 0.1f};
    sim::Scene scene = pool_with(box, GetParam());
    for (const glm::vec3 place :
         {glm::vec3(0.1f, 0.1f, 0.05f), glm::vec3(0.1f, 0.1f, 0.01f), glm::vec3(0.1f, 0.1f, 0.004f),
          glm::vec3(0.1f, 0.1f, 0.085f), glm::vec3(0.2f, 0.08f, 0.05f), glm::vec3(0.15f, 0.05f, 0.03f),
          glm::vec3(0.15f, 0.1f, 0.1f), glm::vec3(0.115f, 0.1f, 0.1f), glm::vec3(0.085f, 0.1f, 0.05f),
          glm::vec3(0.15f, 0.1f, 0.12f), glm::vec3(0.05f, 0.1f, 0.06f)})
        scene.probes.push_back(tap(place));
    const std::vector<double> means = means_at_rest(scene);
    for (std::size_t k = 0; k < means.size(); ++k)
        EXPECT_NEAR(means[k], rho * g * (double{depth} - double{scene.probes[k].position.z}),
                    (scene.probes[k].position.z < 0.005f ? 0.1 : 0.05) * rho * g * 0.2)
            << scene.probes[k].name;
}

TEST_P(PressureOnSolids, IsRhoGHAllAroundABall) {
    sim::Solid ball;
    ball.shape = sim::SolidShape::sphere;
    ball.radius = 0.05f;
    ball.position = {0.15f, 0.1f, 0.1f};
    sim::Scene scene = pool_with(ball, GetParam());
    for (const glm::vec3 out :
         {glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(0.0f, 0.0f, -1.0f),
          glm::vec3(-0.6f, 0.0f, 0.8f), glm::vec3(0.48f, 0.6f, 0.64f), glm::vec3(0.6f, 0.0f, -0.8f)})
        scene.probes.push_back(tap(ball.position + ball.radius * out));
    const std::vector<double> means = means_at_rest(scene);
    for (std::size_t k = 0; k < means.size(); ++k)
        EXPECT_NEAR(means[k], rho * g * (double{depth} - double{scene.probes[k].position.z}), 0.06 * rho * g * 0.2)
            << scene.probes[k].name;
}

// Of several solids that make one surface, wherever they meet; and on a single one's edge.
TEST_P(PressureOnSolids, IsRhoGHWhereSolidsJoin) {
    sim::Solid half;
    half.position = {0.1f, 0.1f, 0.05f};
    half.size = {0.1f, 0.1f, 0.1f};
    sim::Scene scene = pool_with(half, GetParam());
    half.position.x = 0.2f;
    scene.solids.push_back(half);
    for (const glm::vec3 place : {glm::vec3(0.15f, 0.1f, 0.1f), glm::vec3(0.153f, 0.1f, 0.1f),
                                  glm::vec3(0.15f, 0.05f, 0.05f), glm::vec3(0.1f, 0.05f, 0.1f)})
        scene.probes.push_back(tap(place));
    const std::vector<double> means = means_at_rest(scene);
    for (std::size_t k = 0; k < means.size(); ++k)
        EXPECT_NEAR(means[k], rho * g * (double{depth} - double{scene.probes[k].position.z}), 0.06 * rho * g * 0.2)
            << scene.probes[k].name;
}

// The floor about a box that stands on it, and the level beside one that looks out of the water.
TEST_P(PressureOnSolids, LeavesWallsAndLevelsBesideThemWhatTheyAre) {
    sim::Solid box;
    box.position = {0.15f, 0.1f, 0.14f};
    box.size = {0.1f, 0.1f, 0.28f};
    sim::Scene scene = pool_with(box, GetParam());
    scene.probes = {tap({0.095f, 0.1f, 0.0f}), tap({0.103f, 0.047f, 0.0f}), tap({0.1f, 0.05f, 0.0f})};
    sim::Probe& floor = scene.probes.emplace_back();
    floor.name = "floor";
    floor.kind = sim::ProbeKind::wall_pressure;
    floor.side = sim::Side::z_min;
    floor.min = {0.075f, 0.025f, 0.0f};
    floor.max = {0.225f, 0.175f, 0.0f};
    for (const float beside : {0.004f, 0.011f}) {
        sim::Probe& level = scene.probes.emplace_back();
        level.name = "level";
        level.kind = sim::ProbeKind::level;
        level.position = {0.1f - beside, 0.1f, 0.0f};
    }
    const std::vector<double> means = means_at_rest(scene);
    const double whole = rho * g * double{depth};
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(means[k], whole, 0.1 * whole) << scene.probes[k].name;
    const double wet = 0.15 * 0.15 - 0.1 * 0.1;  // m²
    EXPECT_NEAR(means[4], whole * wet, 0.05 * whole * wet);
    for (std::size_t k = 5; k < means.size(); ++k) EXPECT_NEAR(means[k], double{depth}, 0.5 * double{spacing});
}

// Of a block that hits a shield, particles bring a good part by running into it: summed over the whole face, probes
// tell all of the force, however often they are asked.
TEST_P(PressureOnSolids, IsTheForceOfAJetByPressureAndByContact) {
    sim::Scene scene = scenes::tank({0.8f, 0.4f, 0.4f}, 0.02f);
    scene.support = GetParam();
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(scenes::box({0.2f, 0.1f, 0.1f}, {0.4f, 0.3f, 0.3f}, {2.0f, 0.0f, 0.0f}));
    sim::Solid shield;
    shield.name = "shield";
    shield.position = {0.5f, 0.2f, 0.2f};
    shield.size = {0.1f, 0.4f, 0.4f};
    scene.solids.push_back(shield);
    constexpr int across = 10;
    constexpr float cell = 0.4f / across;
    for (int i = 0; i < across; ++i)
        for (int j = 0; j < across; ++j)
            scene.probes.push_back(tap({0.45f, (float(i) + 0.5f) * cell, (float(j) + 0.5f) * cell}));
    sim::Probe& push = scene.probes.emplace_back();
    push.name = "push";
    push.kind = sim::ProbeKind::force;
    push.solid = "shield";
    sim::World world(scene);
    world.set_threads(1);
    sim::ProbeReader reader(world);
    double by_taps = 0.0, by_force = 0.0, asked = 0.0;  // N s
    int step = 0;
    const auto ask = [&] {
        if (++step % 3 != 0) return true;
        const std::span<const double> values = reader.read(world);
        const double seconds = world.time() - asked;
        asked = world.time();
        for (std::size_t k = 0; k + 3 < values.size(); ++k) by_taps += values[k] * double{cell * cell} * seconds;
        by_force += values[values.size() - 3] * seconds;
        return true;
    };
    for (int i = 0; i < 6; ++i) (void)world.advance_frame(ask);
    EXPECT_GT(by_force, 10.0);
    EXPECT_NEAR(by_taps, by_force, 0.05 * by_force);
}
