// Particles that come and go, as bookkeeping: sums, numbers, and that a run is the same for any number of threads,
// across checkpoints at any moment, and with individual steps.
#include "sim/traffic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "sim/checkpoint.hpp"
#include "sim/world.hpp"
#include "tests/sim/hash_after.hpp"
#include "tests/sim/small_scenes.hpp"

using scenes::box;
using scenes::hash_after;
using sim::World;

namespace {

/// Everything at once: two jets of two fluids that meet over a puddle, an overflow, a hole with a limit, a side without
/// a wall, and a solid in the way.
sim::Scene busy(sim::Steps steps = sim::Steps::global) {
    sim::Scene scene = scenes::tank({0.6f, 0.3f, 0.4f}, 0.02f);
    scene.fluids.resize(2);
    scene.fluids[1].name = "oil";
    scene.fluids[1].rest_density = 800.0f;
    scene.volumes = {box({0, 0, 0}, {0.24f, 0.3f, 0.08f})};
    sim::Emitter emitter;
    emitter.name = "left";
    emitter.position = {0.1f, 0.15f, 0.2f};
    emitter.direction = {1.0f, 0.0f, 0.3f};
    emitter.radius = 0.04f;
    emitter.speed = 1.7f;
    scene.emitters = {emitter, emitter};
    scene.emitters[1].name = "right";
    scene.emitters[1].fluid = "oil";
    scene.emitters[1].position.x = 0.5f;
    scene.emitters[1].direction = {-1.0f, 0.1f, 0.2f};
    scene.emitters[1].from = 0.03f;
    sim::Drain drain;
    drain.name = "overflow";
    drain.shape = sim::Shape::box;
    drain.min = {0, 0, 0.07f};
    drain.max = {0.04f, 0.3f, 0.4f};
    scene.drains = {drain, drain};
    scene.drains[1].name = "hole";
    scene.drains[1].shape = sim::Shape::cylinder;
    scene.drains[1].centre = {0.3f, 0.15f, 0.0f};
    scene.drains[1].radius = 0.06f;
    scene.drains[1].height = 0.05f;
    scene.drains[1].flow = 0.002f;
    scene.domain.open[static_cast<std::size_t>(sim::Side::y_max)] = true;
    sim::Solid ball;
    ball.shape = sim::SolidShape::sphere;
    ball.radius = 0.04f;
    ball.position = {0.3f, 0.1f, 0.12f};
    scene.solids = {ball};
    scene.steps = steps;
    if (steps == sim::Steps::individual) {  // or everybody is in the same hurry
        scene.fluids[0].viscosity = 1.0f;
        scene.fluids[1].viscosity = 100.0f;
    }
    return scene;
}

}  // namespace

TEST(Traffic, AddsUpInEveryFrameAndGivesNoNumberTwice) {
    for (const auto steps : {sim::Steps::global, sim::Steps::individual}) {
        World world(busy(steps));
        const std::uint64_t start = world.particles().size();
        std::set<std::uint32_t> before(world.particles().id.begin(), world.particles().id.end()), gone;
        std::uint64_t levels = 0;
        for (int frame = 0; frame < 20; ++frame) {
            const auto report = world.advance_frame();
            EXPECT_EQ(report.trouble, "");
            EXPECT_EQ(report.at_start, start);
            EXPECT_EQ(report.at_start + report.emitted - report.drained - report.left, report.particles);
            EXPECT_EQ(report.particles, world.particles().size());
            EXPECT_EQ(world.validate(), "");
            const std::set<std::uint32_t> now(world.particles().id.begin(), world.particles().id.end());
            for (const std::uint32_t id : before)
                if (!now.contains(id)) gone.insert(id);
            for (const std::uint32_t id : now) EXPECT_FALSE(gone.contains(id)) << id << " is back";
            before = now;
            for (std::size_t level = 1; level < report.levels.size(); ++level) levels += report.levels[level];
            if (frame != 19) continue;
            EXPECT_GT(report.emitted, 500u);
            EXPECT_GT(report.drained, 50u);
            EXPECT_GT(report.left, 50u);
            EXPECT_EQ(std::ranges::count_if(world.particles().fluid, [](auto fluid) { return fluid == 1; }) > 100,
                      true);
        }
        if (steps == sim::Steps::individual) EXPECT_GT(levels, 0u) << "steps were indeed individual";
    }
}

TEST(Traffic, IsTheSameForEveryThreadCount) {
    for (const auto steps : {sim::Steps::global, sim::Steps::individual}) {
        const std::uint64_t one = hash_after(busy(steps), 8, 1);
        for (const int threads : {2, 3, 4}) EXPECT_EQ(hash_after(busy(steps), 8, threads), one) << threads;
    }
}

TEST(Traffic, IsTheSameWithASkinAndAfterASwitchOfTheSearch) {
    sim::Scene scene = busy();
    scene.search.skin = 0.2f;
    EXPECT_EQ(hash_after(scene, 6, 1), hash_after(scene, 6, 2));
    World world(scene);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(world.advance_frame().trouble, "");
    world.set_neighbour_search("uniform-hash");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(world.advance_frame().trouble, "");
    EXPECT_EQ(world.validate(), "");
}

TEST(Traffic, GoesOnToTheLastBitFromACheckpointAtAnyMoment) {
    for (const auto steps : {sim::Steps::global, sim::Steps::individual}) {
        std::mt19937 rng(11);
        World whole(busy(steps));
        for (int trial = 0; trial < 6; ++trial) {
            for (int i = static_cast<int>(rng() % 3); i >= 0; --i) whole.advance_frame();
            // In the middle of a frame, after some steps of it.
            int steps_left = static_cast<int>(rng() % 5);
            whole.advance_frame([&] { return steps_left-- > 0; });
            World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
            EXPECT_EQ(resumed.state_hash(), whole.state_hash());
            resumed.set_threads(static_cast<int>(1 + rng() % 4));
            for (int i = 0; i < 2; ++i) {
                const auto expected = whole.advance_frame(), found = resumed.advance_frame();
                EXPECT_EQ(found.emitted, expected.emitted);
                EXPECT_EQ(found.drained, expected.drained);
                EXPECT_EQ(found.left, expected.left);
                ASSERT_EQ(resumed.state_hash(), whole.state_hash()) << trial;
            }
            EXPECT_EQ(resumed.validate(), "");
        }
    }
}

TEST(Traffic, HoldsNoMoreMemoryOnceItIsSettled) {
    // Flows in at one side and out at the other.
    sim::Scene scene = scenes::tank({0.4f, 0.2f, 0.2f}, 0.02f);
    scene.support = 2.0f;
    scene.gravity = glm::vec3(0.0f);
    scene.domain.open[static_cast<std::size_t>(sim::Side::x_max)] = true;
    sim::Emitter emitter;
    emitter.name = "inlet";
    emitter.shape = sim::EmitterShape::rectangle;
    emitter.position = {0.0f, 0.1f, 0.1f};
    emitter.direction = {1, 0, 0};
    emitter.width = emitter.height = 0.2f;
    emitter.speed = 1.0f;
    scene.emitters = {emitter};
    World world(scene);
    world.set_threads(1);
    std::uint64_t bytes = 0;
    for (int frame = 0; frame < 80; ++frame) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        if (frame == 50) bytes = report.bytes;
        if (frame > 50) EXPECT_EQ(report.bytes, bytes) << frame;
        if (frame > 40) EXPECT_NEAR(static_cast<double>(report.particles), 2000.0, 110.0);
        EXPECT_EQ(report.skipped, 0u);
    }
}

TEST(Traffic, ComesToTheSameWithIndividualStepsAsWithGlobalOnes) {
    sim::Scene scene = busy(sim::Steps::individual);
    World individual(scene);
    scene.steps = sim::Steps::global;
    World global(scene);
    sim::FrameReport a, b;
    for (int frame = 0; frame < 20; ++frame) {
        a = global.advance_frame();
        b = individual.advance_frame();
    }
    EXPECT_EQ(a.emitted + a.skipped, b.emitted + b.skipped);
    EXPECT_NEAR(static_cast<double>(b.particles), static_cast<double>(a.particles),
                0.02 * static_cast<double>(a.particles));
    EXPECT_NEAR(b.potential_energy, a.potential_energy, 0.02 * std::abs(a.potential_energy));
}
