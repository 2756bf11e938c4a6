// Real-time mode: the stated compression is used and kept, and sound does not go up and down.
#include "sim/slow_sound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "sim/checkpoint.hpp"
#include "sim/medium.hpp"
#include "tests/sim/small_scenes.hpp"

using sim::SlowSound;
using sim::World;

namespace {

constexpr double frame = 1.0 / 60.0;

/// Over two spacings: where the mode is wanted, and where a lattice that is let go swings least.
sim::Scene in_real_time(sim::Scene scene, float error = 0.05f) {
    scene.support = 2.0f;
    scene.real_time = {.on = true, .density_error = error};
    return scene;
}

}  // namespace

TEST(SlowSound, IsWhatItWasWhereTheModeIsOff) {
    SlowSound sound(scenes::dam_break());
    sound.look_at(0.5, frame);
    EXPECT_TRUE(std::isinf(sound.speed()));
}

TEST(SlowSound, SlowsDownUntilTheErrorIsUsedUpAndThenOnlyGetsFaster) {
    const sim::Scene scene = in_real_time(scenes::dam_break());
    SlowSound sound(scene);
    const auto look = [&](double error) {
        const float before = sound.speed();
        sound.look_at(error, frame);
        return sound.speed() / before;
    };
    EXPECT_LT(look(0.0), 1.0f);
    EXPECT_LT(look(0.01), 1.0f);
    EXPECT_EQ(look(0.03), 1.0f) << "enough of it is used";
    EXPECT_LT(look(0.01), 1.0f);
    EXPECT_GT(look(0.05), 1.0f);
    EXPECT_GT(look(0.2), 1.1f) << "impacts are answered at once";
    EXPECT_EQ(look(0.03), 1.0f);
    EXPECT_EQ(look(0.0), 1.0f) << "or a pool would be pumped up";
}

// A box that was pushed at 50 m/s through water whose sound was made for a fall of 0.4 m blew it up.
TEST(SlowSound, KnowsHowFastSolidsAre) {
    sim::Scene scene = scenes::dam_break();
    const float fall = sim::fastest_flow(scene);
    sim::Solid& solid = scene.solids.emplace_back();
    solid.size = {0.1f, 0.2f, 0.2f};
    EXPECT_EQ(sim::fastest_flow(scene), fall);
    solid.motion = sim::Motion::moving;
    solid.velocity = {-1.0f, 0.0f, 0.0f};
    EXPECT_EQ(sim::fastest_flow(scene), fall) << "slower than water that falls";
    solid.velocity = {-30.0f, 0.0f, 40.0f};
    EXPECT_FLOAT_EQ(sim::fastest_flow(scene), 50.0f);
    solid.motion = sim::Motion::dynamic;
    EXPECT_FLOAT_EQ(sim::fastest_flow(scene), 50.0f);
    solid.spin = {0.0f, 0.0f, 3600.0f};
    EXPECT_NEAR(sim::fastest_flow(scene), 50.0f + 62.832f * 0.15f, 1e-3f) << "half a diagonal from its middle";

    solid = {};
    solid.motion = sim::Motion::moving;
    solid.shape = sim::SolidShape::sphere;
    solid.radius = 0.1f;
    solid.path = {{0.0f, {0.0f, 0.0f, 0.0f}}, {1.0f, {1.0f, 0.0f, 0.0f}}, {1.1f, {0.0f, 0.0f, 0.0f}}};
    EXPECT_NEAR(sim::fastest_flow(scene), 10.0f, 1e-4f);
}

// A lid that glided at 10 m/s over fluid without gravity blew it up: sound was at 1 m/s.
TEST(SlowSound, KnowsHowFastWallsGlide) {
    sim::Scene scene = scenes::dam_break();
    scene.gravity = glm::vec3(0.0f);
    scene.domain.walls[static_cast<std::size_t>(sim::Side::z_max)].velocity = {6.0f, 8.0f, 0.0f};
    EXPECT_FLOAT_EQ(sim::fastest_flow(scene), 10.0f);
}

// Sound was at 1 m/s at once, and what splashed at 3 was said to have blown up.
TEST(SlowSound, HoldsWhatMovesOnWhenGravityIsTakenAway) {
    World world(scenes::dam_break());
    for (int i = 0; i < 18; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
    const float before = world.sound_speed(0);
    sim::Parameters parameters = world.parameters();
    const auto gravity = std::exchange(parameters.gravity, glm::vec3(0.0f));
    world.set_parameters(parameters);
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    EXPECT_GT(world.advance_frame().max_speed, 0.1f * before);
    EXPECT_FLOAT_EQ(world.sound_speed(0), before);
    for (int i = 0; i < 30; ++i) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        EXPECT_LT(report.max_density_error, 0.2);
    }
    for (int i = 0; i < 31; ++i) resumed.advance_frame();
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
    World again = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    EXPECT_EQ(again.sound_speed(0), world.sound_speed(0));
    parameters.gravity = gravity;
    world.set_parameters(parameters);
    world.advance_frame();
    EXPECT_FLOAT_EQ(world.sound_speed(0), before);
}

TEST(SlowSound, StaysBetweenTheFlowAndTenTimesThat) {
    const sim::Scene scene = in_real_time(scenes::dam_break());
    SlowSound slow(scene), fast(scene);
    for (int i = 0; i < 1'000; ++i) {
        slow.look_at(0.0, frame);
        fast.look_at(1.0, frame);
    }
    EXPECT_FLOAT_EQ(slow.speed(), 1.4f * sim::fastest_flow(scene));
    EXPECT_FLOAT_EQ(fast.speed(), sim::automatic_sound_speed(scene));
}

TEST(SlowSound, KeepsToTheErrorInAFractionOfTheSteps) {
    sim::Scene scene = scenes::wide_dam_break();
    scene.support = 2.0f;
    World exact(scene), hurried(in_real_time(scene));
    std::uint32_t exact_steps = 0, hurried_steps = 0;
    double error = 0.0;
    for (int i = 0; i < 60; ++i) {
        const auto a = exact.advance_frame(), b = hurried.advance_frame();
        ASSERT_EQ(a.trouble + b.trouble, "");
        exact_steps += a.substeps;
        hurried_steps += b.substeps;
        error = std::max(error, b.mean_density_error);
    }
    EXPECT_LT(error, 0.05);
    EXPECT_GT(error, 0.02) << "stated to be used";
    EXPECT_GT(exact_steps, 4 * hurried_steps);
}

// With a speed that followed the error up and down, this pool's surface swung by a third of its depth after a second.
TEST(SlowSound, LetsAPoolComeToRest) {
    sim::Scene scene = scenes::tank({0.6f, 0.2f, 0.4f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.6f, 0.2f, 0.3f}));
    World world(in_real_time(scene));
    float late = 0.0f;
    double error = 0.0;
    for (int i = 0; i < 180; ++i) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        error = std::max(error, report.mean_density_error);
        if (i >= 150) late = std::max(late, report.max_speed);
    }
    EXPECT_LT(error, 0.055) << "when it is let go at rest density, it swings once";
    EXPECT_LT(late, 0.3f);
}

TEST(SlowSound, KeepsASpeedThatIsSlowerYet) {
    sim::Scene scene = in_real_time(scenes::wide_dam_break());
    scene.fluids[0].sound_speed = 3.0f;
    World world(scene);
    world.advance_frame();
    EXPECT_EQ(world.sound_speed(0), 3.0f);
}

TEST(SlowSound, GoesOnFromACheckpointToTheLastBit) {
    World whole(in_real_time(scenes::wide_dam_break()));
    for (int i = 0; i < 7; ++i) whole.advance_frame();
    World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
    EXPECT_EQ(resumed.sound_speed(0), whole.sound_speed(0));
    resumed.set_threads(3);
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(resumed.advance_frame().substeps, whole.advance_frame().substeps);
        ASSERT_EQ(resumed.state_hash(), whole.state_hash()) << i;
    }
    EXPECT_EQ(resumed.sound_speed(0), whole.sound_speed(0));
}

TEST(SlowSound, BeginsAnewWhenAnotherErrorIsWanted) {
    World world(in_real_time(scenes::wide_dam_break()));
    for (int i = 0; i < 20; ++i) world.advance_frame();
    const float before = world.sound_speed(0);
    sim::Parameters parameters = world.parameters();
    parameters.gravity.x = 0.1f;
    world.set_parameters(parameters);
    world.advance_frame();
    EXPECT_NEAR(world.sound_speed(0), before, 0.05f * before) << "what does not concern it changes nothing";
    parameters.real_time.density_error = 0.01f;
    world.set_parameters(parameters);
    // A checkpoint taken before the change is adopted has what will be.
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    world.advance_frame();
    resumed.advance_frame();
    EXPECT_GT(world.sound_speed(0), 1.5f * before);
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
    parameters.real_time.on = false;
    world.set_parameters(parameters);
    world.advance_frame();
    EXPECT_FLOAT_EQ(world.sound_speed(0), sim::automatic_sound_speed(world.scene()));
}
