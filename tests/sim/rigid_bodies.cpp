// Dynamic solids: among each other, in the tank, on every broad phase, and in water.
#include "sim/rigid_bodies.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "sim/solid_warnings.hpp"
#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/sim/solid_shapes.hpp"

namespace sim {
namespace {

Solid block(glm::vec3 position, glm::vec3 size, float density = 500.0f) {
    Solid solid;
    solid.position = position;
    solid.size = size;
    solid.motion = Motion::dynamic;
    solid.density = density;
    return solid;
}

/// A dry tank but for a few drops in a corner: a scene needs fluid.
Scene dry_tank() {
    Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.04f, 0.04f, 0.04f}));
    scene.domain.walls.fill({0.5f, 0.0f});
    return scene;
}

/// Blocks, balls, capsules and hulls that fall onto each other beside a fixed and a moving solid.
Scene small_heap() {
    Scene scene = dry_tank();
    scene.spacing = 0.03f;
    scene.fluids[0].sound_speed = 15.0f;
    scene.volumes[0] = scenes::box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.09f});
    test::Draws draws(3);
    for (Solid solid : test::every_shape()) {
        if (solid.shape == SolidShape::plane) continue;
        solid.size *= 0.15f;
        solid.radius *= 0.15f;
        solid.height *= 0.15f;
        for (glm::vec3& p : solid.points) p *= 0.15f;
        solid.motion = Motion::dynamic;
        solid.position = glm::vec3(0.3f, 0.3f, 0.2f + 0.1f * static_cast<float>(scene.solids.size()));
        solid.rotation = glm::vec3(draws.within(180.0));
        solid.repeat = {{3, 3, 1}, {0.1f, 0.11f, 0.0f}, 0.01f};
        scene.solids.push_back(solid);
    }
    Solid pillar;
    pillar.shape = SolidShape::capsule;
    pillar.radius = 0.05f;
    pillar.height = 0.2f;
    pillar.position = {0.5f, 0.5f, 0.1f};
    scene.solids.push_back(pillar);
    Solid broom = block({0.2f, 0.5f, 0.05f}, {0.05f, 0.4f, 0.08f});
    broom.motion = Motion::moving;
    broom.path = {{0.0f, {0, 0, 0}}, {0.2f, {0.1f, 0, 0}}, {0.5f, {0, 0, 0}}};
    scene.solids.push_back(broom);
    return scene;
}

void run(World& world, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
}

TEST(RigidBodies, ABoxOnTheFloorComesToRest) {
    Scene scene = dry_tank();
    scene.solids.push_back(block({0.5f, 0.5f, 0.3f}, {0.2f, 0.2f, 0.1f}));
    scene.solids[0].rotation = {5.0f, 3.0f, 20.0f};
    World world(scene);
    run(world, 120);
    const SolidState& state = world.solids()[0];
    EXPECT_LT(glm::length(state.velocity), 0.01f);
    EXPECT_LT(glm::length(state.spin), 0.05f);
    EXPECT_NEAR(state.pose.position.z, 0.05f, 0.002f);
    const glm::vec3 up = state.pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f);
    EXPECT_GT(up.z, 0.999f) << "flat on the floor";
}

TEST(RigidBodies, FallAsGalileoSaysAndFeelGravityChange) {
    Scene scene = dry_tank();
    scene.domain.max.z = 10.0f;
    scene.solids.push_back(block({0.5f, 0.5f, 8.0f}, {0.1f, 0.1f, 0.1f}));
    World world(scene);
    run(world, 30);
    const double t = world.time();
    EXPECT_NEAR(world.solids()[0].pose.position.z, 8.0 - 0.5 * 9.81 * t * t, 0.015);
    Parameters parameters = world.parameters();
    parameters.gravity = {5.0f, 0.0f, 0.0f};
    world.set_parameters(parameters);
    const float before = world.solids()[0].velocity.x;
    run(world, 6);
    EXPECT_NEAR(world.solids()[0].velocity.x - before, 0.5f, 0.03f);
}

// As fluid is: away from its centre, with a hand that moves along with it, and not beyond its reach.
TEST(RigidBodies, AreMovedByTheBrush) {
    Scene scene = dry_tank();
    scene.gravity = glm::vec3(0.0f);
    scene.solids = {block({0.5f, 0.5f, 0.5f}, glm::vec3(0.1f)), block({0.8f, 0.5f, 0.5f}, glm::vec3(0.1f))};
    const auto speeds_after_a_frame = [&](const Brush& brush) {
        World world(scene);
        world.set_brush(brush);
        EXPECT_EQ(world.advance_frame().trouble, "");
        return std::array{world.solids().bodies()[0].velocity, world.solids().bodies()[1].velocity};
    };
    Brush brush;
    brush.centre = {0.42f, 0.5f, 0.5f};
    const auto [pushed, untouched] = speeds_after_a_frame(brush);
    EXPECT_GT(pushed.x, 0.1f) << "m/s";
    EXPECT_NEAR(pushed.y, 0.0f, 1e-4f);
    EXPECT_EQ(untouched, glm::vec3(0.0f));
    brush.strength = -brush.strength;
    EXPECT_LT(speeds_after_a_frame(brush)[0].x, -0.1f);
    brush.strength = 0.0f;
    brush.velocity = {0.0f, 2.0f, 0.0f};
    const glm::vec3 dragged = speeds_after_a_frame(brush)[0];
    EXPECT_GT(dragged.y, 0.1f);
    EXPECT_LT(dragged.y, 2.0f);
}

TEST(RigidBodies, StayInTheTankHoweverTheyAreThrown) {
    Scene scene = dry_tank();
    for (int i = 0; i < 12; ++i) {
        scene.solids.push_back(block(
            {0.2f + 0.2f * static_cast<float>(i % 4), 0.3f + 0.2f * static_cast<float>(i / 4), 0.5f}, glm::vec3(0.1f)));
        scene.solids.back().velocity = 30.0f * glm::vec3(i % 2 ? 1.0f : -1.0f, i % 3 ? 1.0f : -1.0f, 0.5f);
    }
    World world(scene);
    for (int frame = 0; frame < 30; ++frame) {
        run(world, 1);
        for (const SolidState& state : world.solids().states())
            for (int k = 0; k < 3; ++k) {
                ASSERT_GE(state.pose.position[k], 0.0f) << frame;
                ASSERT_LE(state.pose.position[k], 1.0f) << frame;
            }
    }
}

TEST(RigidBodies, FloatAsDeepAsTheirDensitySays) {
    for (const auto& [density, support] : {std::pair(300.0f, 3.0f), {700.0f, 3.0f}, {700.0f, 2.0f}}) {
        Scene scene = scenes::tank({0.35f, 0.35f, 0.5f}, 0.025f);
        scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.35f, 0.35f, 0.2f}));
        scene.fluids[0].sound_speed = 16.0f;
        scene.support = support;
        scene.solids.push_back(block({0.175f, 0.175f, 0.25f}, {0.16f, 0.16f, 0.1f}, density));
        World world(scene);
        run(world, 60);
        double depth = 0.0, level = 0.0;
        for (int frame = 0; frame < 20; ++frame) {
            run(world, 1);
            const Particles& p = world.particles();
            std::vector<float> z = p.z;
            std::ranges::nth_element(z, z.begin() + static_cast<std::ptrdiff_t>(z.size() * 97 / 100));
            level += z[z.size() * 97 / 100] / 20.0;
            depth += (world.solids()[0].pose.position.z - 0.05) / 20.0;
        }
        const double draught = level + 0.5 * 0.025 - depth;  // the water ends half a spacing above its last particles
        EXPECT_NEAR(draught / 0.1, density / 1000.0, 0.12);
        EXPECT_EQ(world.validate(), "");
    }
}

TEST(RigidBodies, SwitchingTheModuleChangesNothing) {
    Scene scene = small_heap();
    scene.broadphase = "all-pairs";
    World kept(scene);
    run(kept, 20);
    for (const auto& module : spatial::broad_phase_modules()) {
        World switched(scene);
        run(switched, 7);
        switched.set_broad_phase(module.name);
        run(switched, 3);
        // In the middle of a frame, too: contacts go on as they were.
        int steps = 0;
        (void)switched.advance_frame([&] { return ++steps < 5; });
        switched.set_broad_phase("all-pairs");
        run(switched, 1);
        switched.set_broad_phase(module.name);
        switched.set_solid_queries(SolidQueries::particles);
        run(switched, 9);
        EXPECT_EQ(switched.frame(), kept.frame());
        EXPECT_EQ(switched.state_hash(), kept.state_hash()) << module.name;
        EXPECT_EQ(switched.advance_frame().broadphase, module.name);
    }
    EXPECT_THROW(kept.set_broad_phase("octree"), std::invalid_argument);
}

TEST(RigidBodies, IsTheSameForEveryThreadCount) {
    World one(small_heap());
    one.set_threads(1);
    run(one, 8);
    for (const int threads : {2, 3}) {
        World many(small_heap());
        many.set_threads(threads);
        run(many, 8);
        EXPECT_EQ(many.state_hash(), one.state_hash()) << threads;
    }
}

/// So many that a team finds their contacts, and moves them.
TEST(RigidBodies, ManyBoxesAreTheSameForEveryThreadCount) {
    Scene scene = dry_tank();
    scene.spacing = 0.03f;
    scene.fluids[0].sound_speed = 15.0f;
    scene.volumes[0] = scenes::box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.09f});
    Solid box = block({0.2f, 0.2f, 0.15f}, {0.08f, 0.06f, 0.05f});
    box.repeat = {{7, 9, 5}, {0.082f, 0.062f, 0.052f}, 0.002f};
    scene.solids.push_back(box);
    std::uint64_t alone = 0;
    for (const int threads : {1, 2, 3}) {
        World world(scene);
        world.set_threads(threads);
        run(world, 8);
        const FrameReport last = world.advance_frame();
        EXPECT_GT(last.body_contacts, 500u);
        EXPECT_GT(last.solid_hits, 0u);
        if (threads == 1) alone = world.state_hash();
        EXPECT_EQ(world.state_hash(), alone) << threads;
    }
}

TEST(RigidBodies, GoOnFromACheckpointToTheLastBit) {
    World whole(small_heap());
    run(whole, 12);
    World resumed = load_checkpoint(save_checkpoint(whole), "some.weir");
    EXPECT_EQ(resumed.state_hash(), whole.state_hash());
    for (int i = 0; i < 6; ++i) {
        run(whole, 1);
        run(resumed, 1);
        EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << i + 1 << " frames later";
    }
}

// The very contacts, not only as many: what Bullet's own tree hands to its narrow phase ours hand, too.
TEST(RigidBodies, MeetAsOnBulletsOwnTree) {
    const Scene scene = small_heap();
    Solids solids(scene);
    RigidBodies ours(scene, solids, spatial::make_broad_phase("all-pairs"));
    constexpr double h = 1.0 / 240.0;
    std::size_t contacts = 0;
    for (int step = 0; step < 240; ++step) {
        const double time = step * h;
        if (step % 20 == 19)
            for (const auto& module : spatial::broad_phase_modules()) {
                Solids a = solids, b = solids;
                RigidBodies tree(scene, a, nullptr), other(scene, b, spatial::make_broad_phase(module.name));
                tree.step(scene, a, time, h);
                other.step(scene, b, time, h);
                EXPECT_EQ(other.contacts(), tree.contacts()) << module.name << ", step " << step;
                contacts += other.contacts().size();
            }
        ours.step(scene, solids, time, h);
        solids.advance(scene, time, h);
    }
    EXPECT_GT(contacts, 500u);
}

// Shipped scenes, with fewer particles and boxes: nothing bursts, and nobody is found inside of a solid.
TEST(RigidBodies, RunTheShippedScenesWithNobodyInsideOfASolid) {
    const std::filesystem::path folder = WEIR_SCENES;
    const auto check = [&](const char* file, const std::vector<std::string>& overrides, int frames) {
        World world(read_scene(folder / file, overrides));
        std::uint64_t hits = 0, squeezed = 0;
        for (int frame = 0; frame < frames; ++frame) {
            const FrameReport report = world.advance_frame();
            ASSERT_EQ(report.trouble, "") << file;
            ASSERT_EQ(world.validate(), "") << file << ", frame " << frame;
            EXPECT_LT(report.max_speed, 30.0f) << file << ", frame " << frame;
            hits += report.solid_hits;
            squeezed += report.squeezed;
        }
        EXPECT_GT(hits, 1000u) << file;
        EXPECT_EQ(squeezed, 0u) << file;
    };
    check("pillars.json", {"spacing=0.04"}, 40);
    check("floating-boxes.json", {"spacing=0.04"}, 40);
    check("heap.json", {"spacing=0.08", "solids.0.repeat.count=[18,18,3]"}, 45);
}

TEST(RigidBodies, ThatBeginInsideOfEachOtherAreNamed) {
    Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    Solid crate = block({0.1f, 0.2f, 0.1f}, {0.08f, 0.08f, 0.08f});
    crate.name = "crate";
    scene.solids = {crate, crate};
    scene.solids[1].name = "lid";
    scene.solids[1].position.x += 0.07f;
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_EQ(solid_warnings(scene)[0].find(
                  "solids.0 ('crate') and solids.1 ('lid') begin inside of each other, by up to 0.01"),
              0u)
        << solid_warnings(scene)[0];

    scene.solids[1].position.x += 0.01f;
    EXPECT_TRUE(solid_warnings(scene).empty()) << "side by side";
    scene.solids[1].position.x = 0.37f;
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_NE(solid_warnings(scene)[0].find("solids.1 ('lid') begins inside a wall of the tank, by up to 0.01"),
              std::string::npos)
        << solid_warnings(scene)[0];

    scene.solids.pop_back();
    scene.solids[0].repeat.count = {1, 1, 3};
    scene.solids[0].repeat.step = {0.0f, 0.0f, 0.06f};
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_EQ(solid_warnings(scene)[0].find(
                  "copies of solids.0 ('crate') begin inside of each other, by up to 0.02 m in 2 places"),
              0u)
        << solid_warnings(scene)[0];

    for (Solid& solid : scene.solids) solid.motion = Motion::fixed;
    EXPECT_TRUE(solid_warnings(scene).empty()) << "as pillars are built";
}

TEST(RigidBodies, ThatMayComeToPeriodicSidesAreNamed) {
    Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    scene.solids = {block({0.2f, 0.2f, 0.2f}, {0.08f, 0.08f, 0.08f})};
    scene.solids[0].name = "crate";
    EXPECT_TRUE(solid_warnings(scene).empty());
    scene.domain.periodic = {true, true, false};
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_EQ(solid_warnings(scene)[0].find("solids.0 ('crate') is dynamic in a tank that is periodic along x, y: "),
              0u)
        << solid_warnings(scene)[0];

    scene.solids[0].motion = Motion::moving;
    EXPECT_TRUE(solid_warnings(scene).empty()) << "it stays where it is";
    scene.solids[0].velocity = {0.0f, 0.1f, 0.1f};
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_EQ(solid_warnings(scene)[0].find("solids.0 ('crate') moves in a tank that is periodic along y: "), 0u)
        << solid_warnings(scene)[0];
    scene.solids[0].velocity = glm::vec3(0.0f);
    scene.solids[0].spin = {0.0f, 90.0f, 0.0f};
    ASSERT_EQ(solid_warnings(scene).size(), 1u);
    EXPECT_NE(solid_warnings(scene)[0].find(" periodic along x: "), std::string::npos) << solid_warnings(scene)[0];
}

TEST(RigidBodies, FluidIsNotMadeWhereASolidIs) {
    Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.2f, 0.4f, 0.2f}));
    scene.volumes.push_back(scenes::box({0.2f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.2f}));
    Solid solid = block({0.1f, 0.2f, 0.1f}, {0.08f, 0.08f, 0.08f});
    solid.motion = Motion::fixed;
    scene.solids.push_back(solid);
    const World world(scene);
    ASSERT_EQ(world.left_out().size(), 2u);
    EXPECT_EQ(world.left_out()[0], 64u) << "not the neighbours: they are half a spacing away";
    EXPECT_EQ(world.left_out()[1], 0u);
    EXPECT_EQ(world.particles().size(), 4000u - 64u);
    EXPECT_EQ(world.validate(), "");
}

}  // namespace
}  // namespace sim
