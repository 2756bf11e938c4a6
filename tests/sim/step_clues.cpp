// What neighbours say of how long a step may be, of every instruction set against sums in double, pair by pair.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "sim/force_pass.hpp"
#include "sim/kernels.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/sim/small_scenes.hpp"

namespace {

/// Particles of one or two fluids anywhere in the middle of a tank; some push and some do not.
struct Crowd {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.04f);
    sim::Particles p;
    sim::PairTerms terms;
    sim::StepClues clues;

    explicit Crowd(std::size_t fluids) {
        scene.fluids.resize(fluids);
        for (std::size_t i = 0; i < fluids; ++i) {
            scene.fluids[i].rest_density = 1'000.0f + 400.0f * static_cast<float>(i);
            scene.fluids[i].viscosity = 0.5f + 7.0f * static_cast<float>(i);
        }
        std::mt19937 rng(6);
        std::uniform_real_distribution<float> place(0.3f, 0.6f), speed(-1.0f, 1.0f);
        p.resize(400);
        for (std::size_t i = 0; i < p.size(); ++i) {
            for (auto* values : {&p.x, &p.y, &p.z}) (*values)[i] = place(rng);
            for (auto* values : {&p.vx, &p.vy, &p.vz}) (*values)[i] = speed(rng);
            p.id[i] = static_cast<std::uint32_t>(i);
            p.fluid[i] = static_cast<std::uint8_t>(i / 5 % fluids);
        }
        clues.resize(p.size());
        std::fill(clues.level.begin(), clues.level.end(), 1.0f);
        clues.level[9] = 3.0f;
        clues.level[99] = 0.0f;
    }

    void sum(const sim::Medium& medium) {
        const sim::Tank tank(scene.domain, medium.lattice.walls);
        const auto search = spatial::make_neighbour_search("all-pairs");
        const float reach = medium.support;
        search->build({p.x, p.y, p.z, {&reach, 1}});
        sim::DensityPass().run(*search, medium, tank, p, terms);
        // Every third to be summed, as where few are due.
        std::vector<std::uint8_t> due(p.size());
        for (std::size_t i = 0; i < due.size(); i += 3) due[i] = 1;
        sim::ForcePass forces;
        for (const spatial::Queries queries : {spatial::Queries{}, spatial::Queries{due}})
            forces.run(*search, medium, tank, medium.pull.at(0.0), std::nullopt, terms, p, queries, &clues);
    }
};

double off(double found, double expected) { return std::abs(found - expected) / (1.0 + std::abs(expected)); }

}  // namespace

TEST(StepClues, AreSummedAlikeByEveryInstructionSet) {
    for (const std::string_view set : spatial::instruction_sets())
        for (const std::size_t fluids : {1u, 2u}) {
            spatial::use_instruction_set(set);
            Crowd crowd(fluids);
            const sim::Medium medium(crowd.scene);
            crowd.sum(medium);
            ASSERT_EQ(crowd.terms.thickening.size(), crowd.p.size());
            const sim::Particles& p = crowd.p;
            const double h = medium.support, k = -double{sim::Spiky(medium.support).slope_factor};
            double worst = 0.0;
            for (std::size_t i = 0; i < p.size(); ++i) {
                const sim::Medium::Phase& mine = medium.phases[p.fluid[i]];
                double viscous = 0.0, closing = 0.0, stiffness = 0.0;
                float deepest = 0.0f, shallowest = 9.0f;
                for (std::size_t j = 0; j < p.size(); ++j) {
                    const glm::dvec3 d(double{p.x[i]} - p.x[j], double{p.y[i]} - p.y[j], double{p.z[i]} - p.z[j]);
                    const glm::dvec3 v(p.vx[i] - p.vx[j], p.vy[i] - p.vy[j], p.vz[i] - p.vz[j]);
                    const double r = glm::length(d);
                    if (r >= h) continue;
                    deepest = std::max(deepest, crowd.clues.level[j]);
                    shallowest = std::min(shallowest, crowd.clues.level[j]);
                    if (crowd.terms.push[j] != 0.0f) stiffness += std::pow(1.0 - r / h, 4.0);
                    if (i == j) continue;
                    closing += (h - r) * (h - r) * std::max(0.0, -glm::dot(v, d)) / r;
                    const auto viscosity = [&](std::size_t of) {
                        return double{medium.phases[p.fluid[of]].viscosity} / crowd.terms.thickening[of];
                    };
                    viscous += double{crowd.terms.volume[i]} * crowd.terms.volume[j] * 0.5 *
                               (viscosity(i) + viscosity(j)) * (h - r);
                }
                closing *= k / double{medium.lattice.spiky_sum};
                viscous *= k / double{medium.lattice.viscous_virial} * double{mine.inverse_mass};
                // Who is summed twice says the same twice.
                worst = std::max({worst, off(crowd.clues.closing[i], closing), off(crowd.clues.viscous[i], viscous),
                                  off(crowd.clues.stiffness[i], stiffness)});
                EXPECT_EQ(crowd.clues.deepest[i], deepest) << set << ", " << i;
                EXPECT_EQ(crowd.clues.shallowest[i], shallowest) << set << ", " << i;
            }
            EXPECT_LT(worst, 1e-4) << set << ", fluids: " << fluids;
        }
    spatial::use_instruction_set({});
}
