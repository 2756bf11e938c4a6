// Individual time steps in a fluid: what they keep, and that they come to the same as one step for all.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "sim/checkpoint.hpp"
#include "sim/world.hpp"
#include "tests/sim/hash_after.hpp"
#include "tests/sim/shipped.hpp"
#include "tests/sim/small_scenes.hpp"

using scenes::box;
using scenes::hash_after;
using sim::World;

namespace {

/// Drops that fall one after the other on a small puddle and the floor around it.
sim::Scene drops(sim::Steps steps = sim::Steps::individual) {
    sim::Scene scene = scenes::tank({0.6f, 0.6f, 0.6f}, 0.02f);
    scene.support = 2.0f;                    // the wider it is, the fewer have nobody in reach
    scene.shifting = scene.isotropy = 0.0f;  // which individual steps do without
    scene.volumes = {box({0.2f, 0.2f, 0.0f}, {0.4f, 0.4f, 0.04f})};
    for (int i = 0; i < 9; ++i) {
        const glm::vec3 corner{0.06f + 0.2f * static_cast<float>(i % 3), 0.06f + 0.2f * static_cast<float>(i / 3),
                               0.06f + 0.04f * static_cast<float>(i * 5 % 9)};
        scene.volumes.push_back(box(corner, corner + 0.08f, {0.0f, 0.0f, -0.5f}));
    }
    scene.steps = steps;
    return scene;
}

/// Two fluids of which one is a hundred times as viscous.
sim::Scene thick_in_thin(sim::Steps steps) {
    sim::Scene scene = scenes::tank({0.3f, 0.3f, 0.3f}, 0.02f);
    scene.support = 2.0f;
    scene.shifting = scene.isotropy = 0.0f;
    scene.fluids.resize(2);
    scene.fluids[1].name = "honey";
    scene.fluids[0].viscosity = 10.0f;
    scene.fluids[1].viscosity = 1000.0f;
    scene.volumes = {box({0.0f, 0.0f, 0.0f}, {0.3f, 0.3f, 0.14f}), box({0.1f, 0.1f, 0.16f}, {0.2f, 0.2f, 0.22f})};
    scene.volumes[1].fluid = "honey";
    scene.steps = steps;
    return scene;
}

struct Course {
    std::vector<double> energy, height, front;
    std::uint64_t updates = 0, substeps = 0;
    std::size_t levels = 0;
};

Course run(World& world, int frames) {
    Course course;
    for (int i = 0; i < frames; ++i) {
        const auto report = world.advance_frame();
        EXPECT_EQ(report.trouble, "");
        course.updates += report.active;
        course.substeps += report.substeps;
        course.energy.push_back(report.kinetic_energy + report.potential_energy);
        const auto& p = world.particles();
        course.height.push_back(std::accumulate(p.z.begin(), p.z.end(), 0.0) / static_cast<double>(p.size()));
        course.front.push_back(*std::ranges::max_element(p.x));
        for (std::size_t level = 0; level < report.levels.size(); ++level)
            if (report.levels[level] > 0) course.levels = std::max(course.levels, level);
        EXPECT_EQ(std::accumulate(report.levels.begin(), report.levels.end(), std::uint64_t{0}), report.active);
    }
    EXPECT_EQ(world.validate(), "");
    return course;
}

}  // namespace

TEST(IndividualSteps, FollowTheGlobalOnesWithHalfTheWork) {
    for (auto* make :
         {+[](sim::Steps steps) { return drops(steps); }, +[](sim::Steps steps) { return thick_in_thin(steps); }}) {
        World global(make(sim::Steps::global)), individual(make(sim::Steps::individual));
        const Course expected = run(global, 30), found = run(individual, 30);
        const double given_off = expected.energy.front() - expected.energy.back();
        for (std::size_t i = 0; i < expected.energy.size(); ++i) {
            EXPECT_NEAR(found.energy[i], expected.energy[i], 0.05 * given_off) << "J, frame " << i;
            EXPECT_NEAR(found.height[i], expected.height[i], 0.003) << "m, frame " << i;
        }
        EXPECT_LT(2.0 * static_cast<double>(found.updates), 1.0 * static_cast<double>(expected.updates));
        EXPECT_GE(found.levels, 2u) << "of steps";
    }
}

// A puddle that begins a little short of rest density is loose, and in free fall: its step must end before the floor
// has compressed it, though nothing moves yet.
// Tar in the edge of two walls without slip loses more to them than to its neighbours: steps that forget that are too
// long, and it shakes with 20 m/s.
TEST(IndividualSteps, AreAsShortAsWallsWithoutSlipWant) {
    sim::Scene scene = scenes::tank({0.6f, 0.4f, 0.5f}, 0.02f);
    scene.support = 2.0f;
    scene.shifting = scene.isotropy = 0.0f;
    for (sim::Wall& wall : scene.domain.walls) wall.no_slip = true;
    scene.fluids.push_back({.name = "tar", .viscosity = 1000.0f});
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.2f}));
    scene.volumes.push_back(scenes::box({0.5f, 0.1f, 0.0f}, {0.6f, 0.3f, 0.1f}, {0.0f, 1.0f, 0.0f}));
    scene.volumes.push_back(scenes::box({0.46f, 0.14f, 0.24f}, {0.58f, 0.26f, 0.36f}, {1.0f, 0.0f, 0.0f}));
    scene.volumes[1].fluid = scene.volumes[2].fluid = "tar";
    float fastest[2];
    for (const bool individual : {false, true}) {
        scene.steps = individual ? sim::Steps::individual : sim::Steps::global;
        sim::World world(scene);
        sim::FrameReport report;
        for (int frame = 0; frame < 5; ++frame) report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        EXPECT_EQ(report.levels[0] == report.active, !individual);
        fastest[individual ? 1 : 0] = report.max_speed;
    }
    EXPECT_NEAR(fastest[1], fastest[0], 0.1f * fastest[0]);
}

TEST(IndividualSteps, SeeAFallOnTheFloorComing) {
    for (const float support : {2.2f, 2.5f, 2.8f, 3.0f}) {
        sim::Scene scene = drops();
        scene.support = support;
        World individual(scene);
        scene.steps = sim::Steps::global;
        World global(scene);
        const Course found = run(individual, 3), expected = run(global, 3);
        for (std::size_t i = 0; i < found.energy.size(); ++i)
            EXPECT_NEAR(found.energy[i], expected.energy[i], 0.02) << "J, support " << support << ", frame " << i;
    }
}

TEST(IndividualSteps, OfAFreeFallAreExact) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 4.0f}, 0.02f);
    scene.volumes = {box({0.1f, 0.1f, 3.0f}, {0.3f, 0.3f, 3.2f}), box({0.34f, 0.1f, 3.4f}, {0.36f, 0.12f, 3.42f})};
    scene.steps = sim::Steps::individual;
    World world(scene);
    std::vector<float> start(world.particles().size());
    for (std::size_t i = 0; i < start.size(); ++i) start[world.particles().id[i]] = world.particles().z[i];
    const Course course = run(world, 30);
    const double fallen = 0.5 * 9.81 * world.time() * world.time();
    for (std::size_t i = 0; i < start.size(); ++i)
        ASSERT_NEAR(world.particles().z[i], static_cast<double>(start[world.particles().id[i]]) - fallen, 3e-4) << i;
    scene.steps = sim::Steps::global;
    World global(scene);
    EXPECT_LT(course.updates * 4, run(global, 30).updates) << "nobody pushes, so nobody hears sound";
}

TEST(IndividualSteps, OfNeighboursDifferByAFactorOfFourAtMost) {
    World world(drops());
    const float reach = 0.04f;
    std::uint64_t checked = 0, wrong = 0;
    const auto look = [&] {
        const std::span<const float> levels = world.step_levels();
        const auto& p = world.particles();
        for (std::size_t i = 0; i < levels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                if (std::abs(levels[i] - levels[j]) <= 2.0f && checked > 0) continue;
                const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.z[i] - p.z[j];
                if (dx * dx + dy * dy + dz * dz > 0.999f * reach * reach) continue;
                ++checked;
                wrong += std::abs(levels[i] - levels[j]) > 2.0f;
            }
        return true;
    };
    for (int frame = 0; frame < 8; ++frame) ASSERT_EQ(world.advance_frame(look).trouble, "");
    EXPECT_GT(checked, 0u);
    EXPECT_EQ(wrong, 0u);
}

// The pool floats without weight, at rest and asleep; nothing tells it what is coming but the drop.
TEST(IndividualSteps, WakeASleepingPoolThatAFastDropHits) {
    const auto hit = [](sim::Steps steps) {
        sim::Scene scene = scenes::floating_blob(glm::vec3(0.0f));
        scene.fluids[0].sound_speed = 60.0f;
        scene.isotropy = 0.0f;
        scene.volumes = {box({0.3f, 0.3f, 0.3f}, {0.7f, 0.7f, 0.42f}),
                         box({0.44f, 0.44f, 0.5f}, {0.56f, 0.56f, 0.62f}, {0.0f, 0.0f, -6.0f})};
        scene.steps = steps;
        World world(scene);
        double hardest = 0.0, kinetic = 0.0, momentum = 0.0, drift = 0.0;
        for (int frame = 0; frame < 6; ++frame) {
            const auto report = world.advance_frame();
            EXPECT_EQ(report.trouble, "");
            if (frame == 0) momentum = report.momentum[2];
            drift = std::max(drift, std::abs(report.momentum[2] / momentum - 1.0));
            hardest = std::max(hardest, report.max_density_error);
            kinetic = report.kinetic_energy;
        }
        return std::array{hardest, kinetic, drift};
    };
    const auto [hardest, kinetic, drift] = hit(sim::Steps::individual);
    const auto [hardest_expected, kinetic_expected, drift_expected] = hit(sim::Steps::global);
    EXPECT_NEAR(kinetic, kinetic_expected, 0.03 * kinetic_expected) << "J";
    EXPECT_LT(hardest, 1.5 * hardest_expected + 0.02);
    EXPECT_LT(drift_expected, 1e-4);
    // Of a pair one may be due and the other not, so that for a while only one of them gets the push.
    EXPECT_LT(drift, 0.01);
}

TEST(IndividualSteps, AreTheSameForEveryThreadCount) {
    for (const sim::Scene& scene : {drops(), thick_in_thin(sim::Steps::individual)}) {
        const std::uint64_t one = hash_after(scene, 8, 1);
        for (const int threads : {2, 3}) EXPECT_EQ(hash_after(scene, 8, threads), one) << threads;
    }
}

// What is kept of those who are not due goes with them when a search orders particles anew; all-pairs never does. Where
// pair terms stayed behind, places were 8 to 5,000 times as far apart as rounding takes them.
TEST(IndividualSteps, AreTheSameInWhateverOrderASearchPutsParticles) {
    sim::Scene scene = thick_in_thin(sim::Steps::individual);
    const auto places_by = [&](const char* search) {
        scene.neighbours = search;
        World world(scene);
        EXPECT_GT(run(world, 6).levels, 0u);
        std::vector<glm::vec3> places(world.particles().size());
        const sim::Particles& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i) places[p.id[i]] = {p.x[i], p.y[i], p.z[i]};
        return places;
    };
    const std::vector<glm::vec3> expected = places_by("all-pairs");
    for (const char* const search : {"compact-grid", "uniform-hash", "kd-tree"}) {
        const std::vector<glm::vec3> found = places_by(search);
        double apart = 0.0;
        for (std::size_t i = 0; i < found.size(); ++i) apart += double{glm::distance(found[i], expected[i])};
        EXPECT_LT(apart / static_cast<double>(found.size()), 3e-5 * double{scene.spacing}) << search;
    }
}

class AnyMoment : public testing::TestWithParam<sim::Scene (*)(sim::Steps)> {};

TEST_P(AnyMoment, IsOneToGoOnFromToTheLastBit) {
    std::mt19937 rng(3);
    std::uniform_int_distribution<int> moment(1, 60);
    World whole(GetParam()(sim::Steps::individual));
    int within_a_block = 0;
    for (int save = 0; save < 12; ++save) {
        int left = moment(rng);
        (void)whole.advance_frame([&] { return --left > 0; });
        within_a_block += !whole.step_levels().empty();
        World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
        ASSERT_EQ(resumed.state_hash(), whole.state_hash());
        EXPECT_EQ(sim::save_checkpoint(resumed), sim::save_checkpoint(whole));
        int of_both = 40;
        (void)resumed.advance_frame([&] { return --of_both > 0; });
        of_both = 40;
        (void)whole.advance_frame([&] { return --of_both > 0; });
        (void)resumed.advance_frame();
        (void)whole.advance_frame();
        ASSERT_EQ(resumed.state_hash(), whole.state_hash()) << save;
        ASSERT_EQ(resumed.time(), whole.time());
    }
    EXPECT_GT(within_a_block, 3) << "most moments should lie within a block";
}

// The second keeps how viscous neighbours make a particle, too.
INSTANTIATE_TEST_SUITE_P(IndividualSteps, AnyMoment, testing::Values(drops, thick_in_thin));

TEST(IndividualSteps, MayBeSwitchedOnAndOffWhileRunning) {
    World world(drops(sim::Steps::global));
    std::mt19937 rng(8);
    std::uniform_int_distribution<int> moment(1, 40);
    double energy = 0.0;
    for (int i = 0; i < 16; ++i) {
        int left = moment(rng);
        (void)world.advance_frame([&] { return --left > 0; });
        sim::Parameters parameters = world.parameters();
        parameters.steps = i % 2 == 0 ? sim::Steps::individual : sim::Steps::global;
        parameters.deepest_level = 1 + i % 7;
        world.set_parameters(parameters);
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        ASSERT_EQ(world.validate(), "");
        ASSERT_EQ(world.parameters().steps, parameters.steps);
        energy = report.kinetic_energy + report.potential_energy;
    }
    World global(drops(sim::Steps::global));
    Course expected;
    while (global.frame() < world.frame()) expected = run(global, 1);
    EXPECT_NEAR(energy, expected.energy.back(), 0.02 * std::abs(energy));
}

TEST(IndividualSteps, NameTheParticleWhenNumbersGoWrong) {
    World world(drops());
    run(world, 1);
    world.set_brush(sim::Brush{{0.2f, 0.2f, 0.05f}, 0.2f, 1e38f, glm::vec3(0.0f)});
    const auto report = world.advance_frame();
    EXPECT_NE(report.trouble.find("particle"), std::string::npos) << report.trouble;
    EXPECT_EQ(report.frame, 1u);
}

namespace {

class EveryScene : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(EveryScene, RunsWithIndividualSteps) {
    sim::Scene scene = scenes::shipped(GetParam());
    scene.steps = sim::Steps::individual;
    World world(scene);
    if (world.particles().size() > 30'000) {
        int left = 6;
        ASSERT_EQ(world.advance_frame([&] { return --left > 0; }).trouble, "");
    } else {
        for (int i = 0; i < 4; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
    }
    EXPECT_EQ(world.validate(), "");
}

INSTANTIATE_TEST_SUITE_P(All, EveryScene, testing::ValuesIn(scenes::shipped()), scenes::parameter_name);
