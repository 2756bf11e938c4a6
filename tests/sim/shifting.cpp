// Particle shifting (sim/shifting.hpp): what it brings, what it must leave alone, and that it is the same every time.
#include "sim/shifting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/gtc/constants.hpp>

#include "sim/checkpoint.hpp"
#include "sim/world.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/sim/jets.hpp"
#include "tests/sim/small_scenes.hpp"

using scenes::box;
using sim::World;

namespace {

/// Vortices of Taylor and Green at Re 100 in a slab without walls.
sim::Scene vortices(int particles_a_wavelength = 16) {
    const float spacing = 1.0f / static_cast<float>(particles_a_wavelength);
    sim::Scene scene = scenes::tank({1.0f, 4.0f * spacing, 1.0f}, spacing);
    scene.domain.periodic = {true, true, true};
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].viscosity = 10.0f;
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, scene.domain.max));
    scene.volumes[0].flow = {.kind = sim::FlowKind::vortices, .speed = 1.0f, .wavelength = 1.0f};
    scene.frame = 0.05f;
    return scene;
}

/// How fast their energy dies away over a second after a tenth, 1/s.
double decay_of_vortices(float shifting) {
    sim::Scene scene = vortices(24);
    scene.shifting = shifting;
    World world(scene);
    world.set_threads(1);
    sim::FrameReport first, last;
    for (int i = 0; i < 2; ++i) first = world.advance_frame();
    for (int i = 0; i < 20; ++i) last = world.advance_frame();
    return std::log(first.kinetic_energy / last.kinetic_energy) / (last.time - first.time);
}

/// Where everybody is, by id.
std::vector<glm::vec3> places(const World& world) {
    const sim::Particles& p = world.particles();
    std::vector<glm::vec3> all(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) all[p.id[i]] = {p.x[i], p.y[i], p.z[i]};
    return all;
}

sim::Scene shifted_dam_break() {
    sim::Scene scene = scenes::dam_break();
    scene.shifting = 0.1f;
    return scene;
}

}  // namespace

TEST(Shifting, IsSlowerThanItsLimitAndLeavesSurfacesAlone) {
    const glm::vec3 crowding{0.0f, 0.0f, 0.0005f};
    EXPECT_EQ(sim::shift_of(crowding, 0.96f, 0.1f), glm::vec3(0.0f));
    EXPECT_FLOAT_EQ(sim::shift_of(crowding, 1.0f, 0.1f).z, 0.025f);
    EXPECT_FLOAT_EQ(sim::shift_of(100.0f * crowding, 1.0f, 0.1f).z, 0.1f);
}

TEST(Shifting, LetsVorticesDieAwayMoreSlowly) {
    const double exact = 16.0 * glm::pi<double>() * glm::pi<double>() / 100.0;
    const double off = decay_of_vortices(0.0f) / exact - 1.0, on = decay_of_vortices(0.2f) / exact - 1.0;
    EXPECT_GT(on, 0.0);
    EXPECT_LT(on, 0.8 * off) << off;
}

TEST(Shifting, LetsAPoolRest) {
    sim::Scene scene = scenes::tank({0.5f, 0.2f, 0.6f}, 0.05f);
    scene.domain.periodic = {false, true, false};
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.5f, 0.2f, 0.5f}));
    scene.shifting = 0.2f;
    scene.frame = 0.5f;
    World world(scene);
    sim::FrameReport last;
    for (int i = 0; i < 6; ++i) last = world.advance_frame();
    const double mass = 1000.0 * 0.5 * 0.2 * 0.5;
    EXPECT_LT(std::sqrt(2.0 * last.kinetic_energy / mass), 0.01 * std::sqrt(9.81 * 0.5));
}

TEST(Shifting, MovesNobodyInALattice) {
    sim::Scene scene = vortices();
    scene.volumes[0].flow = {};
    scene.shifting = 0.2f;
    World world(scene);
    const std::vector<glm::vec3> before = places(world);
    for (int i = 0; i < 5; ++i) world.advance_frame();
    const std::vector<glm::vec3> after = places(world);
    for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_LT(glm::length(after[i] - before[i]), 1e-3f * scene.spacing) << i;
}

TEST(Shifting, LeavesAloneWhoHasAWallOrASolidInSight) {
    sim::Scene scene = scenes::dam_break();
    sim::Solid solid;
    solid.name = "block";
    solid.shape = sim::SolidShape::box;
    solid.size = glm::vec3(0.05f);
    solid.position = {0.1f, 0.1f, 0.1f};
    scene.solids.push_back(solid);
    World before(scene);
    for (int i = 0; i < 8; ++i) before.advance_frame();
    const std::string saved = sim::save_checkpoint(before);
    World off = sim::load_checkpoint(saved, "saved"), on = sim::load_checkpoint(saved, "saved");
    sim::Parameters parameters = on.parameters();
    parameters.shifting = 0.2f;
    on.set_parameters(parameters);
    EXPECT_EQ(off.step(1e-4), on.step(1e-4));
    const std::vector<glm::vec3> still = places(off), shifted = places(on);
    int beside = 0, moved = 0;
    for (std::size_t i = 0; i < still.size(); ++i) {
        const glm::vec3 p = still[i], from_solid = glm::abs(p - solid.position) - 0.5f * solid.size;
        const float wall = std::min({p.x, p.y, p.z, 0.2f - p.y});
        const bool is_beside =
            std::min(wall, std::max({from_solid.x, from_solid.y, from_solid.z})) < 0.9f * scene.spacing;
        if (is_beside) EXPECT_EQ(shifted[i], p) << i;
        beside += is_beside ? 1 : 0;
        moved += shifted[i] != p ? 1 : 0;
    }
    EXPECT_GT(beside, 100);
    EXPECT_GT(moved, 20);
}

TEST(Shifting, KeepsMomentumToRounding) {
    sim::Scene scene = scenes::floating_blob({0.3f, -0.2f, 0.1f});
    scene.volumes.push_back(box({0.2f, 0.4f, 0.4f}, {0.36f, 0.56f, 0.56f}, {2.0f, 0.0f, 0.0f}));  // hits the first
    scene.shifting = 0.2f;
    World world(scene);
    const auto before = world.advance_frame();
    sim::FrameReport after;
    for (int i = 0; i < 9; ++i) after = world.advance_frame();
    const double scale = std::abs(before.momentum[0]);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-4 * scale) << k;
}

TEST(Shifting, IsTheSameForEveryThreadCountAndAfterAResume) {
    for (const sim::Scene& scene : {shifted_dam_break(), [] {
                                        sim::Scene periodic = vortices();
                                        periodic.shifting = 0.1f;
                                        return periodic;
                                    }()}) {
        World whole(scene), alone(scene);
        alone.set_threads(1);
        whole.set_threads(3);
        for (int i = 0; i < 4; ++i) {
            whole.advance_frame();
            alone.advance_frame();
        }
        EXPECT_EQ(whole.validate(), "");
        EXPECT_EQ(alone.state_hash(), whole.state_hash());
        World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
        EXPECT_EQ(resumed.parameters().shifting, 0.1f);
        for (int i = 0; i < 3; ++i) {
            whole.advance_frame();
            resumed.advance_frame();
        }
        EXPECT_EQ(resumed.state_hash(), whole.state_hash());
    }
}

TEST(Shifting, IsTheSameTwiceAndAboutTheSameWithEveryInstructionSet) {
    const auto run = [](std::string_view set) {
        spatial::use_instruction_set(set);
        World world(shifted_dam_break());
        for (int i = 0; i < 40; ++i) world.step(5e-4);
        return places(world);
    };
    const std::vector<glm::vec3> usual = run({});
    for (const std::string_view set : spatial::instruction_sets()) {
        const std::vector<glm::vec3> found = run(set);
        EXPECT_EQ(found, run(set)) << set;
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_LT(glm::length(found[i] - usual[i]), 1e-5f) << set << ", particle " << i;
    }
    spatial::use_instruction_set({});
}

TEST(Shifting, MayBeSwitchedOnAndOffWhileRunning) {
    sim::Scene scene = scenes::dam_break();
    scene.shifting = 0.0f;
    World shifted(scene), plain(scene);
    for (int i = 0; i < 3; ++i) {
        shifted.advance_frame();
        plain.advance_frame();
    }
    sim::Parameters parameters = shifted.parameters();
    parameters.shifting = 0.1f;
    shifted.set_parameters(parameters);
    for (int i = 0; i < 3; ++i) {
        shifted.advance_frame();
        plain.advance_frame();
    }
    EXPECT_NE(shifted.state_hash(), plain.state_hash());
    parameters.shifting = 0.0f;
    shifted.set_parameters(parameters);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(shifted.advance_frame().trouble, "");
    EXPECT_EQ(shifted.validate(), "");
}

// Jets hold whom they push out: not by shifts of a time when there were fewer particles.
TEST(Shifting, LeavesNothingBehindWhereParticlesComeIn) {
    World world(jets::jet({1.0f, 0.4f, 0.4f}, jets::disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.05f, 2.0f)));
    const std::size_t before = jets::run(world, 4).particles;
    sim::Parameters parameters = world.parameters();
    ASSERT_GT(parameters.shifting, 0.0f);
    parameters.shifting = 0.0f;
    world.set_parameters(parameters);
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "before the shifts were switched off");
    const auto last = jets::run(world, 12);
    EXPECT_GT(last.particles, 2 * before);
    jets::run(resumed, 12);
    EXPECT_EQ(world.state_hash(), resumed.state_hash());
}

// Who takes steps of his own is not to be moved by those of others.
TEST(Shifting, MovesNobodyWhereStepsAreIndividual) {
    sim::Scene scene = scenes::dam_break();
    scene.steps = sim::Steps::individual;
    scene.shifting = 0.3f;
    World one(scene);
    scene.shifting = 0.0f;
    World other(scene);
    for (int i = 0; i < 6; ++i) {
        one.advance_frame();
        other.advance_frame();
    }
    EXPECT_EQ(one.state_hash(), other.state_hash());
}
