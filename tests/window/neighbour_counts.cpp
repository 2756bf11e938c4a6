// What particles are coloured by that no array of the solver holds: how many neighbours each has, and its time level.
#include "app/neighbour_counts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include "app/snapshot.hpp"
#include "scenes.hpp"
#include "sim/checkpoint.hpp"
#include "sim/grains.hpp"
#include "sim/scene_reader.hpp"
#include "spatial/neighbour_rule.hpp"

namespace {

std::vector<float> counted(const sim::World& world) {
    std::vector<float> counts;
    app::count_neighbours(world, counts);
    return counts;
}

/// Everybody asks everybody; along a periodic axis also those a length of the tank away.
std::vector<float> asked_one_by_one(const sim::World& world) {
    const sim::Particles& p = world.particles();
    const sim::Domain& tank = world.scene().domain;
    const std::vector<float> spacings = sim::spacings_of(world.scene());
    const auto support = [&](std::size_t i) {
        return world.scene().support * (p.grain.empty() ? world.scene().spacing : spacings[p.grain[i]]);
    };
    std::vector<float> counts(p.size());
    const float length = tank.max.x - tank.min.x;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < p.size(); ++j)
            for (int turn = tank.periodic[0] ? -1 : 0; turn <= (tank.periodic[0] ? 1 : 0); ++turn) {
                const float x = p.x[j] + static_cast<float>(turn) * length, reach = 0.5f * (support(i) + support(j));
                if (i != j && spatial::in_reach(spatial::squared_distance(x - p.x[i], p.y[j] - p.y[i], p.z[j] - p.z[i]),
                                                reach, reach))
                    counts[i] += 1.0f;
            }
    return counts;
}

sim::World flowing(const std::string& text, const std::vector<std::string>& overrides = {}) {
    sim::World world(sim::parse_scene(text, "test.json", overrides));
    for (int frame = 0; frame < 4; ++frame) (void)world.advance_frame();
    return world;
}

/// Of this process, by what the kernel calls them.
std::set<std::string> running_threads() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        names.insert(entry.path().string());
    return names;
}

const std::string drop_in_a_pool = R"({
  "domain": {"min": [0, 0, 0], "max": [0.6, 0.4, 0.6]}, "spacing": 0.04, "support": 2,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.6, 0.4, 0.16]},
              {"shape": "sphere", "centre": [0.3, 0.2, 0.24], "radius": 0.05, "spacing": 0.01}],
  "time": {"frame": 0.008, "steps": "individual"}
})";

}  // namespace

TEST(NeighbourCounts, AreThoseOfAskingEverybodyWhateverSearchRuns) {
    for (const char* module : {"compact-grid", "kd-tree"}) {
        const sim::World world = flowing(small_dam, {std::string("modules.neighbours=") + module});
        EXPECT_EQ(counted(world), asked_one_by_one(world)) << module;
    }
}

TEST(NeighbourCounts, ReachAcrossThePeriodicSidesOfATank) {
    sim::Scene scene = sim::parse_scene(small_dam, "test.json");
    scene.domain.periodic[0] = true;
    scene.domain.max.x = 0.4f;
    sim::World world(scene);
    for (int frame = 0; frame < 4; ++frame) (void)world.advance_frame();
    EXPECT_EQ(counted(world), asked_one_by_one(world));
}

TEST(NeighbourCounts, OfMixedSizesGoByTheMeanOfBothSupports) {
    const sim::World world = flowing(drop_in_a_pool);
    ASSERT_FALSE(world.particles().grain.empty());
    EXPECT_EQ(counted(world), asked_one_by_one(world));
}

TEST(NeighbourCounts, AreThereInAWorldThatWasResumedAndHasNotStepped) {
    const sim::World resumed = sim::load_checkpoint(sim::save_checkpoint(flowing(small_dam)), "here");
    EXPECT_EQ(counted(resumed), asked_one_by_one(resumed));
}

// Whatever the simulation was set to, they once took all cores that there are.
TEST(NeighbourCounts, AreFoundByAsManyThreadsAsTheSimulationIsSetTo) {
    for (const int threads : {1, 2, 5}) {
        sim::World world(sim::parse_scene(small_dam, "test.json", {"spacing=0.02"}));  // few are no work for a team
        world.set_threads(threads);
        int helpers = 0;
        std::thread asking([&] {  // which has no team as yet: those who are new are its helpers
            const std::set<std::string> before = running_threads();
            (void)counted(world);
            for (const std::string& name : running_threads()) helpers += before.contains(name) ? 0 : 1;
        });
        asking.join();
        EXPECT_EQ(helpers, threads - 1);
    }
}

// A search refuses somebody who is nowhere; a picture after a blow-up is shown all the same.
TEST(NeighbourCounts, AreNoneAfterABlowUp) {
    sim::Scene scene = sim::parse_scene(small_dam, "test.json");
    scene.courant = 1.0f;
    sim::World world(scene);
    sim::Parameters wild = world.parameters();
    wild.gravity = glm::vec3(NAN);
    world.set_parameters(wild);
    for (int frame = 0; frame < 3; ++frame) try {
            if (!world.advance_frame().trouble.empty()) break;
        } catch (const std::exception&) {
            break;
        }
    ASSERT_FALSE(std::isfinite(world.particles().z[0] + world.particles().vz[0]));
    EXPECT_EQ(counted(world).size(), world.particles().size());
}

TEST(TimeLevels, AreShownOfTheLastStepsAlsoBetweenTwoBlocks) {
    sim::World world = flowing(drop_in_a_pool);
    app::Snapshot snapshot;
    app::copy_state(world, sim::Colouring::time_level, snapshot);
    ASSERT_EQ(snapshot.value.size(), world.particles().size());
    EXPECT_TRUE(world.step_levels().empty()) << "a frame ends with its last block";
    const float deepest = *std::ranges::max_element(snapshot.value);
    EXPECT_GE(deepest, 1.0f);
    EXPECT_EQ(*std::ranges::min_element(snapshot.value), 0.0f);
    EXPECT_GT(snapshot.longest_step, 0.0);
    EXPECT_LE(snapshot.longest_step, static_cast<double>(world.scene().frame) * (1.0 + 1e-6));
}

TEST(TimeLevels, AreZeroForAllWhereStepsAreGlobalAndBeforeTheFirst) {
    app::Snapshot snapshot;
    sim::World world(sim::parse_scene(small_dam, "test.json"));
    app::copy_state(world, sim::Colouring::time_level, snapshot);
    EXPECT_EQ(snapshot.longest_step, 0.0) << "none was taken yet";
    (void)world.advance_frame();
    app::copy_state(world, sim::Colouring::time_level, snapshot);
    EXPECT_EQ(snapshot.value, std::vector<float>(world.particles().size(), 0.0f));
    EXPECT_GT(snapshot.longest_step, 0.0);
    EXPECT_LT(snapshot.longest_step, static_cast<double>(world.scene().frame));
}
