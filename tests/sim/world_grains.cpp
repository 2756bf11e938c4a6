// A world of mixed sizes: as reproducible, as calm and as tight as one of equal particles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sim/checkpoint.hpp"
#include "sim/grains.hpp"
#include "sim/scene_writer.hpp"
#include "sim/world.hpp"
#include "spatial/neighbour_search.hpp"
#include "tests/sim/scene_text.hpp"
#include "tests/sim/small_scenes.hpp"

using namespace sim;

namespace {

/// A coarse pool into which a fine drop falls.
Scene drop_on_pool(int ratio = 4) {
    Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.04f);
    scene.support = 2.0f;
    scene.volumes = {scenes::box({0.0f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.12f}),
                     scenes::box({0.16f, 0.16f, 0.16f}, {0.24f, 0.24f, 0.24f}, {0.0f, 0.0f, -1.0f})};
    scene.volumes[1].spacing = scene.spacing / static_cast<float>(ratio);
    return scene;
}

FrameReport run(World& world, int frames) {
    FrameReport report;
    for (int i = 0; i < frames; ++i) {
        report = world.advance_frame();
        EXPECT_EQ(report.trouble, "");
    }
    return report;
}

}  // namespace

TEST(WorldGrains, AreTheSameForEveryThreadCount) {
    for (const Steps steps : {Steps::global, Steps::individual}) {
        std::uint64_t first = 0;
        for (const int threads : {1, 2, 3}) {
            Scene scene = drop_on_pool();
            scene.steps = steps;
            World world(scene);
            world.set_threads(threads);
            run(world, 6);
            if (threads == 1) first = world.state_hash();
            EXPECT_EQ(world.state_hash(), first) << threads << " threads";
        }
    }
}

TEST(WorldGrains, GoOnFromACheckpointToTheLastBit) {
    Scene scene = drop_on_pool();
    scene.steps = Steps::individual;
    scene.search.skin = 0.1f;
    World world(scene);
    run(world, 4);
    world.step(1e-3);
    World other = load_checkpoint(save_checkpoint(world), "kept");
    EXPECT_EQ(other.state_hash(), world.state_hash());
    run(world, 4);
    run(other, 4);
    EXPECT_EQ(other.state_hash(), world.state_hash());
    EXPECT_EQ(other.validate(), "");
}

TEST(WorldGrains, ModulesAgreeOnThem) {
    Scene scene = drop_on_pool();
    scene.support = 2.05f;  // no pair of the lattice at exactly the reach, where rounding decides
    for (const auto& module : spatial::neighbour_modules()) {
        World world(scene), other(scene);
        other.set_neighbour_search(module.name);
        const FrameReport a = run(world, 1), b = run(other, 1);
        EXPECT_NEAR(static_cast<double>(b.pairs), static_cast<double>(a.pairs), 1e-3 * static_cast<double>(a.pairs))
            << module.name;
        EXPECT_NEAR(b.kinetic_energy, a.kinetic_energy, 1e-4 * a.kinetic_energy) << module.name;
    }
}

TEST(WorldGrains, TakeStepsByTheirOwnSupports) {
    Scene scene = drop_on_pool();
    World fine(scene);
    scene.volumes[1].spacing = 0.0f;
    World coarse(scene);
    EXPECT_NEAR(coarse.step(1.0) / fine.step(1.0), 4.0, 0.4);
}

TEST(WorldGrains, WeighWhatTheyFill) {
    Scene scene = drop_on_pool();
    scene.gravity = glm::vec3(0.0f);
    World world(scene);
    EXPECT_NEAR(run(world, 1).momentum[2], -0.512, 0.01) << "the drop weighs 512 g, whatever its grain";
}

TEST(WorldGrains, FallIntoAPoolAndStayInTheTank) {
    Scene scene = drop_on_pool();
    scene.steps = Steps::individual;
    World world(scene);
    const FrameReport first = run(world, 1);
    double total = first.kinetic_energy + first.potential_energy;
    for (int frame = 0; frame < 30; ++frame) {
        const FrameReport report = run(world, 1);
        EXPECT_LT(report.kinetic_energy + report.potential_energy, total + 0.3) << "gains no energy";
        total = std::min(total, report.kinetic_energy + report.potential_energy);
    }
    EXPECT_EQ(world.validate(), "");
    EXPECT_LT(run(world, 1).max_speed, 2.0f);
}

TEST(WorldGrains, TakeLevelsBySizeWithoutBeingAsked) {
    Scene scene = drop_on_pool();
    scene.gravity = glm::vec3(0.0f, 0.0f, -9.81f);
    scene.volumes[1].velocity = glm::vec3(0.0f);
    scene.steps = Steps::individual;
    World world(scene);
    run(world, 12);  // the drop has landed
    FrameReport report;
    std::array<std::uint64_t, most_levels> levels{};
    for (int frame = 0; frame < 6; ++frame) {
        report = run(world, 1);
        for (std::size_t level = 0; level < levels.size(); ++level) levels[level] += report.levels[level];
    }
    EXPECT_GT(levels[0], 0u);
    EXPECT_GT(levels[2], 0u);
}

TEST(WorldGrains, MeetSolidsByTheirOwnSize) {
    Scene scene = drop_on_pool();
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.erase(scene.volumes.begin());
    Solid plate;
    plate.position = {0.2f, 0.2f, 0.1f};
    plate.size = {0.4f, 0.4f, 0.02f};
    scene.solids = {plate};
    World world(scene);
    run(world, 12);
    const Particles& p = world.particles();
    const float lowest = *std::ranges::min_element(p.z);
    EXPECT_GE(lowest, 0.11f + 0.005f - 1e-4f) << "half a spacing of its own off the surface";
    EXPECT_LT(lowest, 0.11f + 0.010f);
    EXPECT_EQ(world.validate(), "");
}

TEST(WorldGrains, RefuseWhatTheyCannotBe) {
    Scene periodic = drop_on_pool(), many = drop_on_pool();
    periodic.domain.periodic[0] = true;
    EXPECT_THROW(World world(periodic), std::invalid_argument);
    Scene open = drop_on_pool();
    open.domain.open[0] = true;
    EXPECT_THROW(World world(open), std::invalid_argument);
    for (int k = 0; k < 8; ++k) {
        many.volumes.push_back(many.volumes[1]);
        many.volumes.back().spacing = 0.011f + 0.002f * static_cast<float>(k);
    }
    EXPECT_THROW(World world(many), std::invalid_argument) << "ten sizes";
}

TEST(WorldGrains, ComeThroughTheWriterAndTheReader) {
    const Scene scene = parse_scene(write_scene(drop_on_pool()), "written");
    EXPECT_EQ(scene.volumes[0].spacing, 0.0f);
    EXPECT_EQ(scene.volumes[1].spacing, 0.01f);
}

namespace sim::test {
namespace {

const std::string box = "\"max\": [0.5, 1, 0.5]";

TEST(GrainChecks, SayWhatIsWrongWithASpacing) {
    const auto with = [](const std::string& spacing) { return errors_with(box, box + ", \"spacing\": " + spacing); };
    EXPECT_EQ(with("0.05"), Lines{});
    EXPECT_EQ(with("0.0125"), Lines{});
    EXPECT_EQ(with("0.2"), Lines{"s:6:73: volumes.0.spacing is 0.2 m, coarser than the scene's (0.1 m), which is the "
                                 "coarsest there is: raise that, and give the others a finer one"});
    EXPECT_EQ(with("0.01"), Lines{"s:6:73: volumes.0.spacing is 0.01 m; it may be an eighth of the scene's at least, "
                                  "0.0125 m: use that, or a smaller spacing of the scene"});
}

TEST(GrainChecks, RefuseWhatDoesNotGoWithMixedSizes) {
    const std::string fine = box + ", \"spacing\": 0.05";
    const auto tense = errors_in(
        replaced(replaced(good_scene, box, fine), "{\"name\": \"oil\"}", "{\"name\": \"oil\", \"tension\": 0.1}"));
    ASSERT_EQ(tense.size(), 1u);
    EXPECT_TRUE(
        tense[0].ends_with("fluids.1.tension does not go with volumes of different spacings: set it to 0, or "
                           "give all volumes the same spacing"))
        << tense[0];
    const auto open = errors_in(
        replaced(replaced(good_scene, box, fine), "\"domain\": {", "\"domain\": {\"open\": {\"x_max\": true}, "));
    ASSERT_EQ(open.size(), 1u);
    EXPECT_TRUE(
        open[0].ends_with("domain.open does not go with volumes of different spacings: leave all sides closed, or give "
                          "all volumes the same spacing"))
        << open[0];
}

}  // namespace
}  // namespace sim::test

// Its checkpoints could then not be opened again.
TEST(WorldGrains, TakeNoTensionWhileTheyRun) {
    World world(drop_on_pool());
    Parameters wanted = world.parameters();
    wanted.fluids[0].tension = 0.07f;
    try {
        world.set_parameters(wanted);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()).find("fluids.0.tension does not go with volumes of different spacings"), 0u)
            << error.what();
    }
}
