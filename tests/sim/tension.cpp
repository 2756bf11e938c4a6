// Interface tension: forces as the derivative of an energy, drops that obey Laplace and Rayleigh, and the sign of the
// colour field's.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "sim/cohesion_pass.hpp"
#include "sim/courant.hpp"
#include "sim/world.hpp"
#include "tests/sim/hash_after.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/validation/drop_tension.hpp"

using scenes::hash_after;
using sim::World;

namespace {

/// Two fluids in a heap without order, far from walls.
sim::Scene disorder() {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.fluids.resize(2);
    scene.fluids[0].tension = 0.07f;
    scene.fluids[1].name = "oil";
    scene.fluids[1].rest_density = 500.0f;
    scene.fluids[1].tension = 0.03f;
    std::mt19937 rng(3);
    std::uniform_real_distribution<float> shift(-0.004f, 0.004f);
    std::vector<glm::vec3> places;
    for (int k = 0; k < 6; ++k)
        for (int j = 0; j < 6; ++j)
            for (int i = 0; i < 6; ++i)
                places.push_back(glm::vec3(0.4f) + 0.02f * glm::vec3(i, j, k) +
                                 glm::vec3(shift(rng), shift(rng), shift(rng)));
    scene = validation::with_particles(scene, places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f)));
    for (std::size_t i = 0; i < scene.volumes.size(); i += 3) scene.volumes[i].fluid = "oil";
    return scene;
}

struct Pulled {
    sim::Particles particles;
    double energy;
};

/// The cohesion of these particles alone; slots keep their order.
Pulled pulled(const sim::Scene& scene, sim::Particles particles) {
    const sim::Medium medium(scene);
    const sim::Tank tank(scene.domain, medium.lattice.walls);
    const auto search = spatial::make_neighbour_search("all-pairs", {});
    const float reach = medium.reach();
    search->build({particles.x, particles.y, particles.z, {&reach, 1}});
    for (auto* a : {&particles.ax, &particles.ay, &particles.az}) std::fill(a->begin(), a->end(), 0.0f);
    sim::CohesionPass pass;
    pass.run(*search, medium, tank, sim::Images(scene.domain), particles);
    const double energy = pass.energy(medium, particles);
    return {std::move(particles), energy};
}

float mass_of(const sim::Scene& scene, std::uint8_t fluid) { return sim::Medium(scene).phases[fluid].mass; }

}  // namespace

TEST(Tension, CohesionIsTheDerivativeOfItsEnergy) {
    const sim::Scene scene = disorder();
    const sim::Particles start = World(scene).particles();
    const sim::Particles at_rest = pulled(scene, start).particles;
    double largest = 0.0;
    for (std::size_t i = 0; i < start.size(); i += 17) {
        const double force = double{mass_of(scene, start.fluid[i])} * at_rest.ax[i];
        constexpr float step = 4e-4f;
        sim::Particles to = start, from = start;
        to.x[i] += step;
        from.x[i] -= step;
        const double slope = (pulled(scene, to).energy - pulled(scene, from).energy) / double{to.x[i] - from.x[i]};
        EXPECT_NEAR(force, -slope, 2e-7 + 0.01 * std::abs(force)) << i;
        largest = std::max(largest, std::abs(force));
    }
    EXPECT_GT(largest, 2e-5) << "N";
}

TEST(Tension, CohesionKeepsMomentumAndAngularMomentum) {
    const sim::Scene scene = disorder();
    const sim::Particles p = pulled(scene, World(scene).particles()).particles;
    glm::dvec3 force(0.0), turn(0.0);
    double size = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::dvec3 f = double{mass_of(scene, p.fluid[i])} * glm::dvec3(p.ax[i], p.ay[i], p.az[i]);
        force += f;
        turn += glm::cross(glm::dvec3(p.x[i], p.y[i], p.z[i]) - 0.45, f);
        size += glm::length(f);
    }
    EXPECT_LT(glm::length(force), 1e-6 * size);
    EXPECT_LT(glm::length(turn), 1e-7 * size) << "m of arm";
}

TEST(Tension, IsTheSameForEveryThreadCountAndModule) {
    for (const auto model : {sim::TensionModel::cohesion, sim::TensionModel::colour_field}) {
        sim::Scene scene = disorder();
        scene.tension.model = model;
        const std::uint64_t one = hash_after(scene, 3, 1);
        EXPECT_EQ(hash_after(scene, 3, 2), one);
        EXPECT_EQ(hash_after(scene, 3, 3), one);
        scene.frame = 1e-4f;  // a single step: sums in another order round differently
        World a(scene), b(scene);
        b.set_neighbour_search("all-pairs");
        const auto ra = a.advance_frame(), rb = b.advance_frame();
        EXPECT_NEAR(ra.kinetic_energy, rb.kinetic_energy, 1e-4 * ra.kinetic_energy);
        EXPECT_EQ(ra.pairs, rb.pairs);
    }
}

TEST(Tension, OfNothingTakesNothing) {
    sim::Scene scene = scenes::dam_break();
    const std::uint64_t without = hash_after(scene, 2, 1);
    scene.tension.model = sim::TensionModel::colour_field;
    EXPECT_EQ(hash_after(scene, 2, 1), without);
    EXPECT_EQ(sim::Medium(scene).reach(), sim::Medium(scene).support);
}

// Measured, 8 to 18 spacings a radius, means of three draws: pressures and periods within 5 %.
TEST(Tension, ADropObeysLaplaceAndRayleigh) {
    for (const bool flat : {true, false}) {
        const validation::DropFigures drop = validation::measure_drop({.flat = flat, .spacings = 8.0f}, {}, {}, 1.25);
        EXPECT_NEAR(drop.jump / drop.expected_jump, 1.0, 0.08) << flat;
        EXPECT_NEAR(drop.period / drop.expected_period, 1.0, 0.08) << flat;
        EXPECT_LT(drop.misfit, 0.1) << "of a damped oscillation";
        EXPECT_LT(drop.drift, 0.005) << "radii, by what shifts take along";
        EXPECT_LT(drop.spin, 0.002);
        EXPECT_GT(drop.closest, 0.5) << "spacings: no two at one place";
    }
}

TEST(Tension, ASquareBecomesRound) {
    validation::DropCase drop{.flat = true, .spacings = 8.0f};
    drop.fluid.viscosity = 0.5f;
    sim::Scene scene = validation::drop_scene(drop, true);
    scene.frame = 0.05f;
    World world(scene);
    const auto unevenness = [&] {
        std::array<double, 16> rim{};
        const auto& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i) {
            const double x = double{p.x[i]} - 0.1, z = double{p.z[i]} - 0.1;
            const double turn = std::atan2(z, x) / 6.2831854 + 0.5;
            double& out = rim[std::min<std::size_t>(15, static_cast<std::size_t>(turn * 16.0))];
            out = std::max(out, std::hypot(x, z));
        }
        const auto [least, most] = std::ranges::minmax(rim);
        return most / least;
    };
    EXPECT_GT(unevenness(), 1.25);
    for (int frame = 0; frame < 100; ++frame) ASSERT_EQ(world.advance_frame().trouble, "");
    EXPECT_LT(unevenness(), 1.06);
}

// What no pressure holds apart would fall into one place.
TEST(Tension, TwoParticlesAloneKeepADistance) {
    sim::Scene scene = scenes::tank({0.1f, 0.1f, 0.1f}, 0.002f);
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].tension = 0.07f;
    scene.fluids[0].artificial_viscosity = 1.0f;
    scene = validation::with_particles(scene, {{0.05f, 0.05f, 0.05f}, {0.0525f, 0.05f, 0.05f}},
                                       {glm::vec3(0.0f), glm::vec3(0.0f)});
    World world(scene);
    for (int frame = 0; frame < 120; ++frame) ASSERT_EQ(world.advance_frame().trouble, "");
    const auto& p = world.particles();
    EXPECT_NEAR(std::abs(p.x[0] - p.x[1]) / 0.002f, 0.6, 0.15) << "spacings";
}

TEST(Tension, OfTheColourFieldShrinksBumpsAndFillsDents) {
    // The pull, upwards, on the middle of a surface with a bump, with nothing, and with a dent there.
    const auto pull = [](int bump) {
        sim::Scene scene = scenes::tank({0.6f, 0.6f, 0.4f}, 0.02f);
        scene.gravity = glm::vec3(0.0f);
        scene.tension.model = sim::TensionModel::colour_field;
        scene.fluids[0].tension = 0.07f;
        scene.fluids[0].sound_speed = 1e-3f;  // tension alone
        std::vector<glm::vec3> places;
        for (int k = 0; k < 7; ++k)
            for (int j = 8; j < 22; ++j)
                for (int i = 8; i < 22; ++i) {
                    const float across = std::hypot(static_cast<float>(i) - 14.5f, static_cast<float>(j) - 14.5f);
                    const float top = 4.0f + static_cast<float>(bump) * std::exp(-across * across / 6.0f);
                    if (static_cast<float>(k) <= top) places.push_back(0.02f * glm::vec3(i, j, k + 4));
                }
        World world(validation::with_particles(scene, places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f))));
        const auto& p = world.particles();
        float highest = 0.0f, a = 0.0f;
        for (std::size_t i = 0; i < p.size(); ++i)
            if (std::hypot(p.x[i] - 0.29f, p.y[i] - 0.29f) < 0.015f && p.z[i] > highest) highest = p.z[i], a = p.az[i];
        return a;
    };
    // A plane surface is pulled in as well, but less than a bump and more than a dent.
    EXPECT_LT(pull(0), 0.0f);
    EXPECT_LT(pull(2), 1.2f * pull(0));
    EXPECT_GT(pull(-2), 0.9f * pull(0));
}

TEST(Tension, OfTheColourFieldLeavesTheInsideAlone) {
    sim::Scene scene = scenes::floating_blob(glm::vec3(0.0f));
    scene.support = 2.0f;
    scene.fluids[0].tension = 0.07f;
    scene.tension.model = sim::TensionModel::colour_field;
    scene.isotropy = 0.0f;  // which tension does without
    const World with(scene);
    scene.fluids[0].sound_speed = with.sound_speed(0);
    scene.fluids[0].tension = 0.0f;
    const World without(scene);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < with.particles().size(); ++i) {
        const auto &p = with.particles(), &q = without.particles();
        const glm::vec3 off = glm::abs(glm::vec3(p.x[i], p.y[i], p.z[i]) - 0.48f);
        if (std::max({off.x, off.y, off.z}) > 0.04f) continue;  // two layers below the surface
        ++inside;
        EXPECT_EQ(p.ax[i], q.ax[i]);
    }
    EXPECT_EQ(inside, 64u);
}

TEST(Tension, ShortensTheStepToItsWaves) {
    sim::Scene scene = scenes::floating_blob(glm::vec3(0.0f));
    scene.support = 2.0f;
    scene.fluids[0].sound_speed = 0.01f;
    scene.fluids[0].tension = 100.0f;
    const sim::Medium medium(scene);
    EXPECT_NEAR(sim::courant_limit({}, medium, sim::Tank(scene.domain, medium.lattice.walls), 0.7f),
                0.7 * std::sqrt(1000.0 * 8e-6 / (2.0 * 3.14159265 * 100.0)), 1e-8);
}
