// Pressure that presses alike in all directions (sim/isotropy_pass.hpp): what it takes off, what it must keep, and that
// it is the same every time.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>

#include "sim/checkpoint.hpp"
#include "sim/isotropy_pass.hpp"
#include "sim/world.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/sim/hash_after.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/validation/drop_tension.hpp"

using scenes::box;
using sim::World;

namespace {

constexpr int cells = 12;
constexpr float apart = 0.0195f;  // m, in a fluid whose particles would be 0.02 m apart: it is under pressure

/// Particles on a lattice in a tank without walls, each moved by `offset(its place)`.
sim::Scene packed(const std::function<glm::vec3(const glm::vec3&)>& offset) {
    const float side = static_cast<float>(cells) * apart;
    sim::Scene scene = scenes::tank({side, side, side}, 0.02f);
    scene.domain.periodic = {true, true, true};
    scene.support = 2.5f;  // over which a lattice resists both kinds of shear
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].sound_speed = 10.0f;
    std::vector<glm::vec3> places;
    for (int k = 0; k < cells; ++k)
        for (int j = 0; j < cells; ++j)
            for (int i = 0; i < cells; ++i) {
                const glm::vec3 place = apart * (glm::vec3(i, j, k) + 0.5f);
                places.push_back(place + offset(place));
            }
    return validation::with_particles(scene, places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f)));
}

/// What accelerations push along a direction times a wave, the mean over all particles.
double push_along(const World& world, const glm::vec3& direction, const glm::vec3& wave) {
    const sim::Particles& p = world.particles();
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += double{glm::dot(glm::vec3(p.ax[i], p.ay[i], p.az[i]), direction)} *
               std::sin(double{glm::dot(wave, glm::vec3(p.x[i], p.y[i], p.z[i]))});
    return sum / static_cast<double>(p.size());
}

World with_isotropy(sim::Scene scene, float isotropy) {
    scene.isotropy = isotropy;
    return World(scene);
}

}  // namespace

// A lattice that is sheared without being compressed: planes slide over each other, by a sine. A fluid does not mind.
TEST(Isotropy, TakesTheResistanceToShearOffALattice) {
    constexpr float turn = 2.0f * std::numbers::pi_v<float> / (cells * apart);
    struct Shear {
        glm::vec3 direction, wave;
    };
    const float half = std::sqrt(0.5f);
    for (const auto& [direction, wave] :
         {Shear{{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, turn}}, Shear{{half, 0.0f, -half}, {turn, 0.0f, turn}}}) {
        const sim::Scene scene = packed([&, d = direction, w = wave](const glm::vec3& place) {
            return 0.02f * apart * std::sin(glm::dot(w, place)) * d;
        });
        const double without = push_along(with_isotropy(scene, 0.0f), direction, wave);
        // The first step has as much of it as all until the next that has some.
        const double taken = (push_along(with_isotropy(scene, 1.0f), direction, wave) - without) /
                             static_cast<double>(sim::steps_an_isotropy);
        EXPECT_GT(std::abs(without), 0.01) << "m/s²: there is something to be taken off";
        EXPECT_LT(std::abs(without + taken), 0.2 * std::abs(without));
    }
}

TEST(Isotropy, LeavesALatticeAlone) {
    const sim::Scene scene = packed([](const glm::vec3&) { return glm::vec3(0.0f); });
    const World with = with_isotropy(scene, 1.0f), without = with_isotropy(scene, 0.0f);
    for (std::size_t i = 0; i < with.particles().size(); ++i)
        EXPECT_NEAR(with.particles().ax[i], without.particles().ax[i], 0.05f);  // of P / (rho h) = 2000 m/s²
}

TEST(Isotropy, KeepsMomentumInAnyPacking) {
    std::mt19937 rng(3);
    std::uniform_real_distribution<float> off(-0.4f * apart, 0.4f * apart);
    const World world = with_isotropy(packed([&](const glm::vec3&) {
                                          return glm::vec3{off(rng), off(rng), off(rng)};
                                      }),
                                      1.0f);
    const sim::Particles& p = world.particles();
    glm::dvec3 sum(0.0);
    double size = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::dvec3 a(p.ax[i], p.ay[i], p.az[i]);
        sum += a;
        size += glm::length(a);
    }
    EXPECT_GT(size, 1000.0);
    EXPECT_LT(glm::length(sum), 1e-5 * size);
}

TEST(Isotropy, IsTheSameForEveryThreadCountAndAcrossACheckpointAtAnyTurn) {
    const sim::Scene scene = scenes::wide_dam_break();
    const std::uint64_t expected = scenes::hash_after(scene, 4, 1);
    EXPECT_EQ(scenes::hash_after(scene, 4, 3), expected);

    World world(scene);
    std::uint64_t steps = 0;
    for (int frame = 0; frame < 3; ++frame) steps += world.advance_frame().substeps;
    EXPECT_NE(steps % sim::steps_an_isotropy, sim::steps_an_isotropy - 1) << "in the midst of a round";
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "test");
    EXPECT_EQ(resumed.advance_frame().trouble, "");
    EXPECT_EQ(resumed.state_hash(), expected);
}

TEST(Isotropy, IsNotWhereStepsAreIndividual) {
    sim::Scene scene = scenes::dam_break();
    scene.steps = sim::Steps::individual;
    scene.isotropy = 1.0f;
    const std::uint64_t with = scenes::hash_after(scene, 3, 1);
    scene.isotropy = 0.0f;
    EXPECT_EQ(scenes::hash_after(scene, 3, 1), with);
}

TEST(Isotropy, MayBeChangedWhileItRuns) {
    World world(scenes::dam_break()), other(scenes::dam_break());
    (void)world.advance_frame();
    sim::Parameters parameters = world.parameters();
    parameters.isotropy = 0.0f;
    world.set_parameters(parameters);
    (void)world.advance_frame();
    for (int frame = 0; frame < 2; ++frame) (void)other.advance_frame();
    EXPECT_NE(world.state_hash(), other.state_hash());
    EXPECT_EQ(world.scene().isotropy, 0.0f);
}

// What it adds is no derivative of an energy: it must not feed a motion that is not there.
TEST(Isotropy, LetsAPoolRest) {
    sim::Scene scene = scenes::tank({0.4f, 0.2f, 0.4f}, 0.02f);
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.4f, 0.2f, 0.2f}));
    World world(scene);
    const double mass = static_cast<double>(world.particles().size()) * 1000.0 * std::pow(0.02, 3.0);
    sim::FrameReport report;
    for (int frame = 0; frame < 90; ++frame) report = world.advance_frame();
    EXPECT_LT(std::sqrt(2.0 * report.kinetic_energy / mass), 0.012 * std::sqrt(9.81 * 0.2)) << "m/s";
}

TEST(Isotropy, FindsTheSameWithEveryInstructionSet) {
    std::mt19937 rng(5);
    std::uniform_real_distribution<float> off(-0.2f * apart, 0.2f * apart);
    const sim::Scene scene = packed([&](const glm::vec3&) { return glm::vec3{off(rng), off(rng), off(rng)}; });
    spatial::use_instruction_set("SCALAR");
    const World expected = with_isotropy(scene, 1.0f);
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        const World world = with_isotropy(scene, 1.0f);
        for (std::size_t i = 0; i < world.particles().size(); ++i)
            EXPECT_NEAR(world.particles().ax[i], expected.particles().ax[i], 0.2f) << set << ", of 2000 m/s²";
    }
    spatial::use_instruction_set({});
}
