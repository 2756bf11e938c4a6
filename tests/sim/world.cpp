// The physics as properties: what stays, what comes to rest, and that a run is the same every time.
#include "sim/world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "spatial/instruction_set.hpp"
#include "spatial/neighbour_search.hpp"
#include "tests/sim/hash_after.hpp"
#include "tests/sim/small_scenes.hpp"

using scenes::box;
using scenes::hash_after;
using sim::World;

namespace {

void run(World& world, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
}

double total_energy(const sim::FrameReport& report) { return report.kinetic_energy + report.potential_energy; }

}  // namespace

TEST(World, IsTheSameForEveryThreadCount) {
    const std::uint64_t one = hash_after(scenes::wide_dam_break(), 3, 1);
    for (const int threads : {2, 3, 4}) EXPECT_EQ(hash_after(scenes::wide_dam_break(), 3, threads), one) << threads;
}

TEST(World, IsTheSameTwiceWithEveryModuleAndInstructionSet) {
    for (const auto& module : spatial::neighbour_modules())
        for (const std::string_view set : spatial::instruction_sets()) {
            if (!module.reproducible) continue;
            spatial::use_instruction_set(set);
            sim::Scene scene = scenes::dam_break();
            scene.neighbours = module.name;
            EXPECT_EQ(hash_after(scene, 2, 1), hash_after(scene, 2, 2)) << module.name << ", " << set;
        }
    spatial::use_instruction_set({});
}

TEST(World, HashSeesTheLastBitOfAnyParticle) {
    const World a(scenes::dam_break());
    sim::Scene scene = scenes::dam_break();
    scene.volumes[0].velocity.x = 1e-30f;
    EXPECT_NE(World(scene).state_hash(), a.state_hash());
    EXPECT_EQ(World(scenes::dam_break()).state_hash(), a.state_hash());
}

// The modules sum the same neighbours in another order: alike for a while, to rounding.
TEST(World, ModulesAgreeOnTheFluid) {
    sim::Scene scene = scenes::dam_break();
    scene.frame = 1e-4f;    // a single step
    scene.support = 2.05f;  // no pair of the lattice at exactly the reach, where rounding decides
    World a(scene);
    scene.neighbours = "all-pairs";
    World b(scene);
    const auto ra = a.advance_frame(), rb = b.advance_frame();
    EXPECT_EQ(ra.pairs, rb.pairs);
    EXPECT_EQ(rb.candidates, 1'000u * 1'000u);
    EXPECT_NEAR(ra.kinetic_energy, rb.kinetic_energy, 1e-4 * ra.kinetic_energy);
}

TEST(World, SwitchesTheSearchWithoutTouchingAParticle) {
    World world(scenes::dam_break());
    run(world, 2);
    const std::uint64_t before = world.state_hash();
    world.set_neighbour_search("all-pairs");
    EXPECT_EQ(world.state_hash(), before);
    EXPECT_EQ(world.advance_frame().neighbours, "all-pairs");
    EXPECT_EQ(world.neighbour_search(), "all-pairs");
    EXPECT_THROW(world.set_neighbour_search("octree"), std::invalid_argument);
    EXPECT_EQ(world.advance_frame().neighbours, "all-pairs");
    EXPECT_EQ(world.validate(), "");
}

TEST(World, KeepsItsMomentumToRounding) {
    sim::Scene scene = scenes::floating_blob({0.3f, -0.2f, 0.1f});
    scene.volumes.push_back(box({0.2f, 0.4f, 0.4f}, {0.36f, 0.56f, 0.56f}, {2.0f, 0.0f, 0.0f}));  // hits the first
    World world(scene);
    const auto before = world.advance_frame();
    sim::FrameReport after;
    double hardest = 0.0;
    for (int i = 0; i < 9; ++i) {
        after = world.advance_frame();
        hardest = std::max(hardest, after.max_density_error);
    }
    ASSERT_GT(hardest, 0.001) << "they should have met";
    const double scale = std::abs(before.momentum[0]);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-4 * scale) << k;
}

TEST(World, FallsAsGalileoSays) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 4.0f}, 0.02f);
    scene.volumes.push_back(box({0.1f, 0.1f, 3.0f}, {0.3f, 0.3f, 3.2f}));
    World world(scene);
    run(world, 30);
    const auto& z = world.particles().z;
    const double mean = std::accumulate(z.begin(), z.end(), 0.0) / static_cast<double>(z.size());
    const double t = world.time();
    EXPECT_NEAR(t, 0.5, 1e-6);
    EXPECT_NEAR(mean, 3.1 - 0.5 * 9.81 * t * t, 0.002) << "m";
}

// Without friction the equations of motion know no direction of time, and neither may the integration: a run whose
// velocities are turned round goes back to where it came from.
TEST(World, RunsBackwards) {
    sim::Scene scene = scenes::floating_blob(glm::vec3(0.0f));
    scene.shifting = scene.isotropy = 0.0f;
    scene.fluids[0].viscosity = 0.0f;
    scene.fluids[0].artificial_viscosity = 0.0f;
    scene.fluids[0].sound_speed = 10.0f;
    scene.neighbours = "all-pairs";  // keeps the order, so that places can be compared slot by slot
    scene.volumes.push_back(box({0.38f, 0.4f, 0.4f}, {0.4f, 0.56f, 0.56f}, {1.0f, 0.0f, 0.0f}));
    World forth(scene);
    const std::vector<float> start = forth.particles().x;
    constexpr double dt = 2e-4;
    for (int i = 0; i < 100; ++i) ASSERT_EQ(forth.step(dt), dt);
    const std::vector<float> turned = forth.particles().x;
    forth.reverse();
    for (int i = 0; i < 100; ++i) ASSERT_EQ(forth.step(dt), dt);

    double moved = 0.0, missed = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        moved = std::max(moved, std::abs(double{turned[i]} - start[i]));
        missed = std::max(missed, std::abs(double{forth.particles().x[i]} - start[i]));
    }
    EXPECT_GT(moved, 0.005);
    EXPECT_LT(missed, 1e-4 * 1.0) << "m";
}

namespace {

/// A pool, ten particles deep and wide, after a second and a half: its pressures against rho g h where the kernel does
/// not see the air, and that it has come to rest.
void expect_rest(float support, double tolerance) {
    SCOPED_TRACE(support);
    constexpr float depth = 0.2f;
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.3f}, 0.02f);
    scene.support = support;
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, depth}));
    World world(scene);
    run(world, 90);
    // Sound waves from the start still run up and down: pressures are averaged over a while, by depth.
    double pressure = 0.0, expected = 0.0, kinetic = 0.0;
    for (int frame = 0; frame < 60; ++frame) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        kinetic = std::max(kinetic, report.kinetic_energy);
        const auto& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (p.z[i] > depth - 0.05f) continue;  // within a support of the surface
            pressure += p.pressure[i];
            expected += 1000.0 * 9.81 * (depth - p.z[i]);
        }
    }
    EXPECT_NEAR(pressure / expected, 1.0, tolerance);
    EXPECT_LT(kinetic, 2e-4 * 8.0 * 9.81 * depth) << "J: 8 kg of water, at rest but for a whisper";
}

}  // namespace

// Pressure forces that were not the derivative of an energy made pools boil; see density_pass.hpp.
TEST(World, AStillPoolComesToRestAndReachesRhoGH) {
    expect_rest(2.0f, 0.08);
    expect_rest(3.0f, 0.12);  // half of its particles are within a support of a wall: walls.hpp
}

// A column as tall as the reference tank's, whose gate is closed: it is at rest density from the start.
TEST(World, AColumnStaysWhereItIs) {
    for (const float support : {2.0f, 3.0f}) {
        SCOPED_TRACE(support);
        sim::Scene scene = scenes::tank({0.5f, 0.5f, 1.2f}, 0.05f);
        scene.support = support;
        scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.5f, 0.5f, 1.0f}));
        scene.probes.resize(1);
        scene.probes[0].name = "top";
        scene.probes[0].kind = sim::ProbeKind::level;
        scene.probes[0].position = {0.25f, 0.25f, 0.0f};
        World world(scene);
        (void)world.step(1.0);
        const auto& p = world.particles();
        float fastest = 0.0f;
        for (std::size_t i = 0; i < p.size(); ++i) fastest = std::max(fastest, std::hypot(p.vx[i], p.vy[i], p.vz[i]));
        EXPECT_LE(fastest, 0.02f) << "m/s, after the first step";
        sim::FrameReport report;
        for (int frame = 0; frame < 60; ++frame) report = world.advance_frame();
        const double compressed = 0.5 * 9.81 / std::pow(double{world.sound_speed(0)}, 2.0);  // m, by its own weight
        EXPECT_GT(report.probes[0] + compressed, 1.0 - 0.5 * 0.05) << "m: within half a spacing of where it was";
    }
}

TEST(World, LosesEnergyAndNeverGainsIt) {
    World world(scenes::dam_break());
    double last = total_energy(world.advance_frame());
    const double first = last;
    for (int frame = 0; frame < 60; ++frame) {
        const auto report = world.advance_frame();
        // What compression stores is not in the sum; it may come back.
        EXPECT_LT(total_energy(report), last + 0.01 * std::abs(first)) << "frame " << frame;
        last = total_energy(report);
    }
    EXPECT_LT(last, first);
}

TEST(World, KeepsEverybodyInsideTheTank) {
    sim::Scene scene = scenes::dam_break();
    scene.volumes[0].velocity = {20.0f, 20.0f, 20.0f};
    World world(scene);
    run(world, 20);
    EXPECT_EQ(world.validate(), "");
}

TEST(World, EndsItsFramesWhereTheyShould) {
    sim::Scene scene = scenes::dam_break();
    scene.frame = 0.013f;
    World world(scene);
    for (int frame = 1; frame <= 20; ++frame) {
        const auto report = world.advance_frame();
        EXPECT_EQ(report.frame, static_cast<std::uint64_t>(frame));
        EXPECT_DOUBLE_EQ(report.time, frame * static_cast<double>(scene.frame));
        EXPECT_GE(report.longest_step, report.shortest_step);
    }
}

TEST(World, TakesNewParametersAtTheNextStep) {
    World world(scenes::dam_break());
    sim::Parameters parameters = world.parameters();
    parameters.gravity = {0.0f, 0.0f, 0.0f};
    parameters.fluids[0].sound_speed = 5.0f;
    world.set_parameters(parameters);
    run(world, 5);
    EXPECT_EQ(world.scene().gravity, glm::vec3(0.0f));
    EXPECT_EQ(world.sound_speed(0), 5.0f);
    EXPECT_LT(world.advance_frame().max_speed, 0.2f) << "nothing pulls: nothing falls";
    parameters.fluids.resize(2);
    EXPECT_THROW(world.set_parameters(parameters), std::invalid_argument);
}

TEST(World, ChoosesASoundSpeedOfTenTimesTheFall) {
    const World world(scenes::dam_break());
    EXPECT_NEAR(world.sound_speed(0), 10.0f * std::sqrt(2.0f * 9.81f * 0.2f), 0.1f);
}

TEST(World, HeavierAndStifferFluidsKeepApart) {
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.3f}, 0.02f);
    scene.fluids.resize(2);
    scene.fluids[1].name = "oil";
    scene.fluids[1].rest_density = 500.0f;
    scene.volumes = {box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.1f}), box({0.0f, 0.0f, 0.1f}, {0.2f, 0.2f, 0.2f})};
    scene.volumes[1].fluid = "oil";
    World world(scene);
    run(world, 30);
    double height[2] = {}, count[2] = {};
    const auto& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
        height[p.fluid[i]] += p.z[i];
        ++count[p.fluid[i]];
    }
    EXPECT_LT(height[0] / count[0], 0.06);
    EXPECT_GT(height[1] / count[1], 0.14);
}

TEST(World, PausesAndNamesTheParticleWhenNumbersGoWrong) {
    sim::Scene scene = scenes::dam_break();
    World world(scene);
    run(world, 2);
    // A push beyond all measure, as a runaway script might give.
    world.set_brush(sim::Brush{{0.1f, 0.1f, 0.1f}, 0.2f, 1e38f, glm::vec3(0.0f)});
    const auto report = world.advance_frame();
    EXPECT_NE(report.trouble, "");
    EXPECT_NE(report.trouble.find("courant"), std::string::npos) << report.trouble;
    EXPECT_EQ(report.frame, 2u) << "a frame that went wrong is not finished";
}

// Fluid much too soft for its weight falls into itself. It used to go on for ever, four times as dense as at rest.
TEST(World, PausesWhenTheFluidCollapses) {
    sim::Scene scene = scenes::dam_break();
    scene.fluids[0].sound_speed = 0.1f;
    World world(scene);
    sim::FrameReport report;
    while (world.frame() < 60 && report.trouble.empty()) report = world.advance_frame();
    EXPECT_NE(report.trouble.find("times as dense as at rest on the mean, particle "), std::string::npos)
        << report.trouble;
    EXPECT_NE(report.trouble.find("raise fluids.0.sound_speed"), std::string::npos) << report.trouble;
    EXPECT_EQ(report.frame, world.frame());
    EXPECT_EQ(report.substeps, 0u) << "it is found at the end of a frame";
}

// Half as dense again, and the run went on; and sound next to none was said to have blown up at once.
TEST(World, SaysOfFluidThatIsMuchTooSoftThatItCollapses) {
    for (const float sound : {0.3f, 1e-5f}) {
        sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.4f}, 0.02f);
        scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.2f}));
        scene.fluids[0].sound_speed = sound;
        World world(scene);
        sim::FrameReport report;
        while (world.frame() < 60 && report.trouble.empty()) report = world.advance_frame();
        EXPECT_NE(report.trouble.find("raise fluids.0.sound_speed"), std::string::npos)
            << sound << " m/s: " << report.trouble;
    }
}

// Ten times as much energy as anything here could have, but no step that falls to nothing.
TEST(World, PausesWhenTheFluidMovesFasterThanItsSound) {
    sim::Scene scene = scenes::floating_blob(glm::vec3(0.0f));
    World world(scene);
    run(world, 1);
    world.set_brush(sim::Brush{{0.48f, 0.48f, 0.48f}, 0.5f, 2e4f, glm::vec3(0.0f)});
    (void)world.advance_frame();
    const auto report = world.advance_frame();
    EXPECT_NE(report.trouble.find("m/s on the mean, faster than its sound, particle "), std::string::npos)
        << report.trouble;
    EXPECT_NE(report.trouble.find("artificial_viscosity"), std::string::npos) << report.trouble;
}

// A flow that only gets faster as a whole is none of that, however fast.
TEST(World, LetsAFluidBeCarriedFasterThanItsSound) {
    sim::Scene scene = scenes::floating_blob(glm::vec3(1000.0f, 0.0f, 0.0f));
    scene.domain.periodic[0] = true;
    World world(scene);
    run(world, 1);
    EXPECT_EQ(world.advance_frame().trouble, "");
}

TEST(World, NamesTheParticleWhoseStepFallsToNothing) {
    sim::Scene scene = scenes::dam_break();
    World world(scene);
    run(world, 1);
    world.set_brush(sim::Brush{{0.1f, 0.1f, 0.1f}, 0.2f, 1e12f, glm::vec3(0.0f)});
    const auto report = world.advance_frame();
    EXPECT_NE(report.trouble.find("the stable time step fell to "), std::string::npos) << report.trouble;
    EXPECT_NE(report.trouble.find(" for particle "), std::string::npos) << report.trouble;
    EXPECT_NE(report.trouble.find("time.courant"), std::string::npos) << report.trouble;
}

TEST(World, TheBrushPushesAndPulls) {
    for (const float strength : {80.0f, -80.0f}) {
        World world(scenes::floating_blob(glm::vec3(0.0f)));
        const glm::vec3 centre(0.35f, 0.48f, 0.48f);  // left of the blob
        world.set_brush(sim::Brush{centre, 0.3f, strength, glm::vec3(0.0f)});
        const auto report = world.advance_frame();
        EXPECT_GT(report.momentum[0] * strength, 0.0) << "pushes away to the right, pulls to the left";
    }
    World world(scenes::floating_blob(glm::vec3(0.0f)));
    world.set_brush(sim::Brush{{0.48f, 0.48f, 0.48f}, 0.3f, 0.0f, {0.0f, 2.0f, 0.0f}});
    EXPECT_GT(world.advance_frame().momentum[1], 0.0) << "and drags along";
    world.set_brush(std::nullopt);
    const auto free = world.advance_frame();
    EXPECT_NEAR(world.advance_frame().momentum[1], free.momentum[1], 1e-4 * free.momentum[1]);
}

TEST(World, RefusesMoreParticlesThanItCouldHold) {
    sim::Scene scene = scenes::tank({10.0f, 10.0f, 10.0f}, 0.001f);
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {10.0f, 10.0f, 10.0f}));
    EXPECT_THROW(World{scene}, std::invalid_argument);
}
