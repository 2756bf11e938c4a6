// Solids that somebody moves while the fluid runs, and takes out and puts back.
#include "sim/solid_hand.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "sim/world.hpp"

namespace sim {
namespace {

/// Half a tank of water at rest, a pillar in its middle, a mill beside it, a ball that floats and a floor beyond the
/// tank.
World bay(const std::vector<std::string>& overrides = {}) {
    return World(parse_scene(R"({
      "domain": {"min": [0, 0, 0], "max": [1, 0.4, 0.5]}, "spacing": 0.05, "support": 2,
      "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 0.4, 0.2]}],
      "solids": [
        {"name": "pillar", "shape": "box", "size": [0.12, 0.12, 0.3], "position": [0.5, 0.2, 0.2]},
        {"name": "mill", "shape": "box", "size": [0.1, 0.04, 0.04], "position": [0.15, 0.2, 0.35], "motion": "moving",
         "spin": [0, 0, 90]},
        {"name": "ball", "shape": "sphere", "radius": 0.06, "position": [0.8, 0.2, 0.3], "motion": "dynamic"},
        {"name": "bed", "shape": "plane", "position": [0.5, 0.2, -0.1]}
      ]})",
                             "bay.json", overrides));
}
constexpr std::uint32_t pillar = 0, mill = 1, ball = 2, bed = 3;

/// A tank that a gate divides, with water on one side of it.
World lock() {
    return World(parse_scene(R"({
      "domain": {"min": [0, 0, 0], "max": [1, 0.2, 0.5]}, "spacing": 0.04, "support": 2,
      "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.36, 0.2, 0.4]}],
      "solids": [{"name": "gate", "shape": "box", "size": [0.04, 0.2, 0.5], "position": [0.4, 0.1, 0.25]}]})",
                             "lock.json"));
}

glm::vec3 place_of(const World& world, std::uint32_t number) { return world.solids()[number].pose.position; }

void run(World& world, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        const FrameReport report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        ASSERT_EQ(world.validate(), "") << "frame " << report.frame;
    }
}

float fastest_particle(const World& world) {
    const Particles& p = world.particles();
    float most = 0.0f;
    for (std::size_t i = 0; i < p.size(); ++i) most = std::max(most, std::hypot(p.vx[i], p.vy[i], p.vz[i]));
    return most;
}

std::size_t beyond(const World& world, float x) {
    return static_cast<std::size_t>(std::ranges::count_if(world.particles().x, [&](float place) { return place > x; }));
}

}  // namespace

TEST(SolidHand, TakesAFixedSolidAlongThroughTheFluidNoFasterThanATenthOfSound) {
    World world = bay();
    run(world, 3);
    const float still = fastest_particle(world);
    const glm::vec3 goal(0.75f, 0.25f, 0.2f);
    world.hold_solid(pillar, goal);
    glm::vec3 before = place_of(world, pillar);
    float fastest = 0.0f;
    for (int frame = 0; frame < 40; ++frame) {
        run(world, 1);
        const glm::vec3 now = place_of(world, pillar);
        fastest = std::max(fastest, glm::length(now - before) / world.scene().frame);
        before = now;
    }
    EXPECT_LT(glm::length(before - goal), 1e-4f);
    EXPECT_LE(fastest, 0.1f * world.sound_speed(0) * 1.001f);
    EXPECT_GT(fastest, 0.3f) << "it did not creep";
    EXPECT_GT(fastest_particle(world), still) << "the water was pushed";
}

TEST(SolidHand, GoesOnToWhereAFixedSolidWasLetGoAndStaysThere) {
    World world = bay();
    const glm::vec3 goal(0.4f, 0.2f, 0.2f);
    world.hold_solid(pillar, goal);
    world.let_go_of_solid(pillar);
    run(world, 40);
    EXPECT_LT(glm::length(place_of(world, pillar) - goal), 1e-4f);
    EXPECT_FALSE(world.solids().hand().is_busy());
    const glm::vec3 there = place_of(world, pillar);
    run(world, 5);
    EXPECT_EQ(place_of(world, pillar), there);
    EXPECT_EQ(world.solids()[pillar].velocity, glm::vec3(0.0f));
}

// A way of metres, in steps so short that what is left of it is less than a coordinate of metres can tell.
TEST(SolidHand, ArrivesFarFromWhereItWasTakenHoweverShortStepsAre) {
    World world(parse_scene(R"({
      "domain": {"min": [0, 0, 0], "max": [8, 0.4, 0.5]}, "spacing": 0.05, "support": 2,
      "fluids": [{"sound_speed": 400}],
      "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.2]}],
      "solids": [{"name": "pillar", "shape": "box", "size": [0.12, 0.12, 0.3], "position": [0.7, 0.2, 0.2]}]})",
                            "long.json"));
    const glm::vec3 goal(5.3f, 0.2f, 0.2f);
    world.hold_solid(0, goal);
    world.let_go_of_solid(0);
    run(world, 60);
    const FrameReport last = world.advance_frame();
    EXPECT_LT(last.longest_step, 1e-4);
    EXPECT_FALSE(last.touched) << "it has arrived";
    EXPECT_LT(glm::length(place_of(world, 0) - goal), 2e-5f);
}

TEST(SolidHand, HoldsABodyAgainstItsWeightAndLetsItFall) {
    World world = bay();
    const glm::vec3 goal(0.6f, 0.2f, 0.4f);
    world.hold_solid(ball, goal);
    run(world, 60);
    EXPECT_LT(glm::length(place_of(world, ball) - goal), 0.01f);
    world.let_go_of_solid(ball);
    run(world, 15);
    EXPECT_LT(place_of(world, ball).z, goal.z - 0.05f);
}

TEST(SolidHand, ShiftsAMovingSolidWhichGoesOnWithItsWay) {
    World world = bay(), left_alone = bay();
    world.hold_solid(mill, {0.3f, 0.2f, 0.4f});
    run(world, 40);
    world.let_go_of_solid(mill);
    run(world, 5);
    run(left_alone, 45);
    EXPECT_NEAR(place_of(world, mill).x, 0.3f, 1e-3f);
    EXPECT_EQ(world.solids()[mill].pose.rotation, left_alone.solids()[mill].pose.rotation);
}

TEST(SolidHand, PushesBodiesOutOfTheWay) {
    World world = bay();
    run(world, 20);
    const glm::vec3 before = place_of(world, ball);
    world.hold_solid(pillar, {0.85f, 0.2f, 0.2f});
    run(world, 60);
    const glm::vec3 from = place_of(world, ball) - place_of(world, pillar);
    EXPECT_GT(glm::length(place_of(world, ball) - before), 0.1f) << "m";
    EXPECT_GT(world.solids().shape(pillar).closest(glm::dvec3(from)).distance, 0.05) << "not in each other";
}

TEST(SolidHand, LeavesNobodyOutsideOfTheTank) {
    World world = bay();
    world.hold_solid(pillar, {5.0f, -3.0f, 9.0f});
    world.hold_solid(ball, {-9.0f, 0.2f, 0.3f});
    run(world, 60);
    EXPECT_NEAR(place_of(world, pillar).x, 0.94f, 1e-3f);
    EXPECT_NEAR(place_of(world, pillar).y, 0.06f, 1e-3f);
    EXPECT_NEAR(place_of(world, pillar).z, 0.35f, 1e-3f);
    EXPECT_NEAR(place_of(world, ball).x, 0.06f, 0.01f);
}

// A hand is wild: to and fro through the water, against walls and the ball, with both kinds of steps.
TEST(SolidHand, DoesNotBlowTheFluidUpHoweverItIsWaved) {
    for (const char* steps : {"global", "individual"}) {
        World world = bay({std::string("time.steps=") + steps});
        for (int wave = 0; wave < 12; ++wave) {
            world.hold_solid(wave % 3 == 2 ? ball : pillar,
                             {wave % 2 == 0 ? 0.9f : 0.1f, wave % 4 < 2 ? 0.1f : 0.3f, wave % 5 < 2 ? 0.05f : 0.3f});
            run(world, 10);
        }
        EXPECT_LT(fastest_particle(world), 0.5f * world.sound_speed(0)) << steps;
    }
}

TEST(SolidHand, IsToldOfByTheFramesInWhichItActed) {
    World world = bay();
    EXPECT_FALSE(world.advance_frame().touched);
    world.hold_solid(pillar, {0.55f, 0.2f, 0.2f});
    world.let_go_of_solid(pillar);
    EXPECT_TRUE(world.advance_frame().touched);
    run(world, 40);
    EXPECT_FALSE(world.advance_frame().touched) << "it has arrived";
    world.take_out_solid(mill);
    EXPECT_TRUE(world.advance_frame().touched);
    EXPECT_FALSE(world.advance_frame().touched);
    world.set_brush(Brush{});
    EXPECT_TRUE(world.advance_frame().touched);
}

TEST(SolidHand, OfAGateLetsTheWaterOut) {
    World world = lock();
    run(world, 10);
    EXPECT_EQ(beyond(world, 0.42f), 0u);
    world.take_out_solid(0);
    run(world, 1);
    EXPECT_TRUE(world.solids().hand().is_out(0));
    EXPECT_GT(place_of(world, 0).z, 0.5f);
    run(world, 20);
    EXPECT_GT(beyond(world, 0.42f), world.particles().size() / 10);
}

TEST(SolidHand, PutsASolidBackOnlyWhereThereIsNoFluid) {
    World world = lock();
    const glm::vec3 place = place_of(world, 0);
    world.take_out_solid(0);
    world.put_back_solid(0);
    EXPECT_EQ(place_of(world, 0), place);
    EXPECT_FALSE(world.solids().hand().is_out(0));
    world.take_out_solid(0);
    run(world, 20);
    try {
        world.put_back_solid(0);
        FAIL() << "there is water in its place";
    } catch (const std::invalid_argument& error) {
        const std::string what = error.what();
        EXPECT_EQ(what.find("'gate' cannot come back: there are "), 0u) << what;
        EXPECT_NE(what.find(" particles where it was; go back in time instead"), std::string::npos) << what;
    }
    EXPECT_TRUE(world.solids().hand().is_out(0));
}

TEST(SolidHand, TakesOutBodiesPlanesAndWhatMoves) {
    World world = bay();
    for (const std::uint32_t number : {mill, ball, bed}) world.take_out_solid(number);
    run(world, 20);
    for (const std::uint32_t number : {mill, ball, bed}) EXPECT_TRUE(world.solids().hand().is_out(number));
    const glm::vec3 above = place_of(world, ball);
    EXPECT_GT(above.z, 0.5f);
    run(world, 5);
    EXPECT_EQ(place_of(world, ball), above) << "it does not fall";
    EXPECT_LT(place_of(world, bed).z, -0.1f);
    world.put_back_solid(ball);
    EXPECT_NEAR(place_of(world, ball).z, 0.3f, 1e-6f);
    run(world, 10);
    EXPECT_LT(place_of(world, ball).z, 0.29f) << "falls again";
}

TEST(SolidHand, LeavesATraceInCheckpointsToTheLastBit) {
    World world = bay();
    world.hold_solid(pillar, {0.7f, 0.2f, 0.2f});
    world.take_out_solid(ball);
    run(world, 40);
    world.let_go_of_solid(pillar);
    run(world, 2);
    World resumed = load_checkpoint(save_checkpoint(world), "here");
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
    EXPECT_EQ(place_of(resumed, pillar), place_of(world, pillar));
    EXPECT_TRUE(resumed.solids().hand().is_out(ball));
    run(world, 10);
    run(resumed, 10);
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
}

TEST(SolidHand, SaysThatThereIsNoSuchSolid) {
    World world = bay();
    for (const auto& act :
         std::vector<std::function<void()>>{[&] { world.hold_solid(4, {}); }, [&] { world.let_go_of_solid(4); },
                                            [&] { world.take_out_solid(4); }, [&] { world.put_back_solid(4); }})
        try {
            act();
            FAIL();
        } catch (const std::invalid_argument& error) {
            EXPECT_STREQ(error.what(), "there is no solid 4; the scene has 4");
        }
}

}  // namespace sim
