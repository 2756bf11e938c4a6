// Limits by vectors against the formula of the header, one particle at a time.
#include "sim/time_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "spatial/instruction_set.hpp"
#include "tests/sim/small_scenes.hpp"

namespace {

/// Water and honey, of which the second may be stretched, in two sizes if asked for.
sim::Scene two_fluids(bool mixed) {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.04f);
    scene.fluids.resize(2);
    scene.fluids[1].rest_density = 1'400.0f;
    scene.fluids[1].viscosity = 5.0f;
    scene.fluids[1].negative_pressure = true;
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.4f, 1.0f, 0.4f}));
    scene.volumes.push_back(scenes::box({0.6f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.4f}));
    if (mixed) scene.volumes[1].spacing = 0.02f;
    return scene;
}

struct Crowd {
    sim::Particles p;
    sim::PairTerms terms;
    sim::StepClues clues;

    Crowd(std::size_t n, bool mixed) {
        std::mt19937 rng(11);
        const auto any = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(rng); };
        p.resize(n);
        if (mixed) p.grain.resize(n);
        terms.resize(n);
        clues.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            for (auto* values : {&p.vx, &p.vy, &p.vz}) (*values)[i] = any(-3.0f, 3.0f);
            for (auto* values : {&p.ax, &p.ay, &p.az}) (*values)[i] = i % 7 == 0 ? 0.0f : any(-90.0f, 90.0f);
            terms.compression[i] = any(0.8f, 1.05f);
            clues.viscous[i] = any(0.0f, 50.0f);
            clues.closing[i] = i % 5 == 0 ? 0.0f : any(0.0f, 20.0f);
            clues.stiffness[i] = i % 3 == 0 ? 0.0f : any(0.0f, 3.0f);
            // Long stretches of one kind, and some where every neighbour in memory is of another.
            p.fluid[i] = i % 200 < 150 ? 0 : static_cast<std::uint8_t>(i % 2);
            if (mixed) p.grain[i] = i % 300 < 200 ? 1 : static_cast<std::uint8_t>(i / 2 % 2);
        }
    }
};

double limit_of(const Crowd& c, std::size_t i, const sim::Medium& medium, double courant) {
    const sim::Medium::Phase& phase = medium.phases[c.p.fluid[i]];
    const double l = 0.5 * double{medium.support}, infinity = std::numeric_limits<double>::infinity();
    const double speed = std::hypot(double{c.p.vx[i]}, double{c.p.vy[i]}, double{c.p.vz[i]}),
                 push = std::hypot(double{c.p.ax[i]}, double{c.p.ay[i]}, double{c.p.az[i]});
    const double others = 0.6 * double{phase.damping} / (double{phase.rest_density} * l) +
                          16.0 / 15.0 * l * double{c.clues.viscous[i]} + l / 3.0 * double{c.clues.closing[i]};
    const double by_push = push > 0.0 ? std::sqrt(l / push) : infinity;
    const double slack = 1.0 - double{c.terms.compression[i]};
    const double stiff = courant * std::min(by_push, l / (double{phase.sound_speed} + others));
    if (slack <= 0.0 || phase.lowest_pressure < 0.0f) return stiff;
    const double share = std::min(1.0, double{c.clues.stiffness[i]} / double{medium.lattice.stiffness});
    const double signal = std::sqrt(share) * double{phase.sound_speed} + others + 2.0 * speed;
    const double loose = courant * std::min(by_push, l / signal);
    const double closing = double{c.clues.closing[i]};
    return std::max(stiff, closing > 0.0 ? std::min(loose, double{sim::usable_slack} * slack / closing) : loose);
}

}  // namespace

TEST(TimeLimits, AreThoseOfTheFormulaWithEveryInstructionSet) {
    for (const bool mixed : {false, true}) {
        const sim::Scene scene = two_fluids(mixed);
        const sim::Medium medium(scene);
        const sim::Grains grains(scene);
        ASSERT_EQ(grains.mixed(), mixed);
        sim::TimeLimits limits;
        limits.adopt(medium, grains, scene.courant);
        const Crowd crowd(1'003, mixed);
        std::vector<std::uint8_t> due(crowd.p.size());
        for (std::size_t i = 0; i < due.size(); ++i) due[i] = (i / 40) % 3 == 0 || i % 31 == 0;
        for (const std::string_view set : spatial::instruction_sets()) {
            spatial::use_instruction_set(set);
            constexpr float untouched = -7.0f;
            for (const bool all : {false, true}) {
                std::vector<float> hurry(crowd.p.size(), untouched);
                // A range that begins and ends within a vector.
                const spatial::Range slots{3, 998};
                limits.find(crowd.p, crowd.terms, crowd.clues, slots, all ? std::span<const std::uint8_t>() : due,
                            hurry);
                for (std::size_t i = 0; i < hurry.size(); ++i) {
                    if (i < slots.begin || i >= slots.end || (!all && due[i] == 0)) {
                        EXPECT_EQ(hurry[i], untouched) << set << ", " << i;
                        continue;
                    }
                    const sim::Medium& own = mixed ? grains[crowd.p.grain[i]].medium : medium;
                    EXPECT_NEAR(double{hurry[i]}, -std::log2(limit_of(crowd, i, own, double{scene.courant})), 1e-4)
                        << set << ", " << i;
                }
            }
        }
        spatial::use_instruction_set({});
    }
}

// Reported before the next step; until then nobody may be asked to wait for them for ever.
TEST(TimeLimits, OfParticlesThatHaveGoneWrongAreTheGreatestHurry) {
    const sim::Scene scene = two_fluids(false);
    sim::TimeLimits limits;
    limits.adopt(sim::Medium(scene), sim::Grains(scene), scene.courant);
    Crowd crowd(40, false);
    crowd.p.ax[3] = std::numeric_limits<float>::quiet_NaN();
    crowd.p.vy[20] = crowd.p.ay[20] = std::numeric_limits<float>::infinity();
    std::vector<float> hurry(40);
    limits.find(crowd.p, crowd.terms, crowd.clues, {0, 40}, {}, hurry);
    EXPECT_EQ(hurry[20], 100.0f);
    for (const float value : hurry) EXPECT_TRUE(std::isfinite(value));
}
