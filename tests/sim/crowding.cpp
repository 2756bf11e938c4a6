// What follows from how crowded particles are, query by query against the formulas, and nothing beside the queries.
#include "sim/crowding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "tests/sim/small_scenes.hpp"

namespace {

constexpr std::size_t crowd = 60;
constexpr float untouched = -7.0f;

/// Three fluids in any order, far from every wall.
struct Crowd {
    sim::Scene scene = scenes::tank({9.0f, 9.0f, 9.0f}, 0.02f);
    sim::Particles particles;
    sim::PairTerms terms;

    Crowd() {
        scene.fluids.resize(3);
        scene.fluids[0].gamma = 7.0f;
        scene.fluids[1].gamma = 1.5f;
        scene.fluids[1].rest_density = 800.0f;
        scene.fluids[1].negative_pressure = true;
        scene.fluids[2].gamma = 1.0f;
        particles.resize(crowd);
        terms.resize(crowd);
        for (std::size_t slot = 0; slot < crowd; ++slot) {
            particles.x[slot] = particles.y[slot] = particles.z[slot] = 4.5f;
            particles.fluid[slot] = static_cast<std::uint8_t>(slot / 3 % 7 % 3);
        }
        for (auto* values : {&particles.density, &particles.pressure, &terms.volume, &terms.push, &terms.compression})
            std::fill(values->begin(), values->end(), untouched);
    }
};

void expect_near(double value, double expected, const char* what) {
    EXPECT_NEAR(value, expected, 1e-5 * std::abs(expected) + 1e-3) << what;
}

}  // namespace

TEST(Crowding, WritesWhatFollowsForEveryQueryAndNobodyElse) {
    std::mt19937 rng(3);
    std::uniform_real_distribution<float> around_one(0.8f, 1.2f);
    for (spatial::Index round = 0; round < 40; ++round) {
        Crowd c;
        const sim::Medium medium(c.scene);
        const sim::Tank tank(c.scene.domain, medium.lattice.walls);
        // Side by side, some of them left out, and single ones.
        std::vector<spatial::Index> queries;
        for (spatial::Index slot = 5; slot < 5 + 1 + round; ++slot)
            if (round % 3 == 0 || rng() % 4 != 0 || queries.empty()) queries.push_back(slot);
        sim::Crowding crowding;
        crowding.reserve(queries.size());
        std::vector<float> poly6, spiky;
        for (std::size_t k = 0; k < queries.size(); ++k) {
            poly6.push_back(crowding.poly6()[k] = around_one(rng));
            spiky.push_back(crowding.spiky()[k] = around_one(rng));
        }
        crowding.settle(queries, {4.5f, 4.5f, 4.5f, 4.5f, 4.5f, 4.5f}, medium, tank, nullptr, c.particles, c.terms);

        for (std::size_t k = 0; k < queries.size(); ++k) {
            const spatial::Index slot = queries[k];
            const sim::Medium::Phase& phase = medium.phases[c.particles.fluid[slot]];
            const double compression = spiky[k];
            const double tait = phase.stiffness * (std::pow(compression, double{phase.gamma}) - 1.0);
            const double pressure = std::max(double{phase.lowest_pressure}, tait);
            expect_near(c.particles.density[slot], double{phase.rest_density} * poly6[k], "density");
            EXPECT_NEAR(c.particles.pressure[slot], pressure, 2e-6 * phase.stiffness);
            EXPECT_NEAR(c.terms.push[slot], pressure / (compression * compression), 4e-6 * phase.stiffness);
            EXPECT_FLOAT_EQ(c.terms.volume[slot], medium.lattice.cell_volume / poly6[k]);
            EXPECT_EQ(c.terms.compression[slot], spiky[k]);
        }
        const std::set<spatial::Index> asked(queries.begin(), queries.end());
        for (spatial::Index slot = 0; slot < crowd; ++slot)
            if (!asked.contains(slot)) {
                EXPECT_EQ(c.particles.density[slot], untouched);
                EXPECT_EQ(c.particles.pressure[slot], untouched);
                EXPECT_EQ(c.terms.push[slot], untouched);
            }
    }
}
