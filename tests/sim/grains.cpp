// A fluid of mixed sizes by itself: what lattices of two sizes are to each other, and forces between unequal supports.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "sim/fill.hpp"
#include "sim/grains.hpp"
#include "sim/kernels.hpp"
#include "sim/mixed_density_pass.hpp"
#include "sim/mixed_force_pass.hpp"
#include "sim/world.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/sim/small_scenes.hpp"

using namespace sim;

namespace {

/// A tank filled to its walls, coarse on one side and finer by `ratio` on the other.
Scene full_tank(int ratio, float support = 2.0f) {
    const float spacing = 0.04f;
    Scene scene = scenes::tank({0.32f, 0.16f, 0.16f}, spacing);
    scene.support = support;
    scene.volumes = {scenes::box({0.0f, 0.0f, 0.0f}, {0.16f, 0.16f, 0.16f}),
                     scenes::box({0.16f, 0.0f, 0.0f}, {0.32f, 0.16f, 0.16f})};
    scene.volumes[1].spacing = spacing / static_cast<float>(ratio);
    return scene;
}

/// Two fluids at three sizes in a tank without gravity, as many particles of each size, anywhere.
struct Crowd {
    Scene scene;
    Grains grains;
    Particles p;
    std::vector<float> supports;
    PairTerms terms;
    std::unique_ptr<spatial::NeighbourSearch> search;
    MixedDensityPass density;
    MixedForcePass forces;
    StepClues clues;

    static Scene described(int fluids) {
        Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.08f);
        scene.gravity = glm::vec3(0.0f);
        scene.fluids.resize(static_cast<std::size_t>(fluids));
        for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
            Fluid& fluid = scene.fluids[i];
            fluid.name = i == 0 ? "thin" : "thick";
            fluid.rest_density = i == 0 ? 1000.0f : 1500.0f;
            fluid.viscosity = i == 0 ? 0.5f : 8.0f;
            fluid.sound_speed = 20.0f;
            fluid.gamma = 2.0f;
        }
        for (const float spacing : {0.08f, 0.04f, 0.02f}) {
            scene.volumes.push_back(scenes::box(glm::vec3(0.0f), glm::vec3(0.1f)));
            scene.volumes.back().spacing = spacing;
        }
        return scene;
    }

    Crowd(int fluids, std::size_t of_each, float from, float to, bool moving, std::string_view module = "all-pairs")
        : scene(described(fluids)), grains(scene), search(spatial::make_neighbour_search(module)) {
        std::mt19937 rng(5);
        std::uniform_real_distribution<float> place(from, to), speed(-1.0f, 1.0f);
        p.grain.resize(1);
        p.resize(3 * of_each);
        for (std::size_t i = 0; i < p.size(); ++i) {
            for (auto* values : {&p.x, &p.y, &p.z}) (*values)[i] = place(rng);
            for (auto* values : {&p.vx, &p.vy, &p.vz}) (*values)[i] = moving ? speed(rng) : 0.0f;
            p.id[i] = static_cast<std::uint32_t>(i);
            p.grain[i] = static_cast<std::uint8_t>(i % 3);
            p.fluid[i] = static_cast<std::uint8_t>(i / 3 % scene.fluids.size());
        }
        clues.resize(p.size());
        sort();
    }

    void sort() {
        grains.spread_supports(p, supports);
        search->build({p.x, p.y, p.z, supports});
        const std::vector<spatial::Index> order(search->order().begin(), search->order().end());
        p.for_each_array([&](auto& values) {
            const auto before = values;
            for (std::size_t slot = 0; slot < order.size(); ++slot) values[slot] = before[order[slot]];
        });
        grains.spread_supports(p, supports);
    }
    PairCount count() { return density.run_and_count(*search, grains, supports, p, terms); }
    void sum(StepClues* asked = nullptr) {
        density.run(*search, grains, supports, p, terms);
        forces.run(*search, grains, supports, Pull(scene).at(0.0), std::nullopt, terms, p, {}, asked);
    }
    [[nodiscard]] const Medium& medium(std::size_t i) const { return grains[p.grain[i]].medium; }
    [[nodiscard]] double mass(std::size_t i) const { return medium(i).phases[p.fluid[i]].mass; }
    [[nodiscard]] float distance(std::size_t i, std::size_t j) const {
        const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.z[i] - p.z[j];
        return (dx * dx + dy * dy) + dz * dz;
    }

    /// N / virial * sum V e(compression), e of Tait with gamma 2 and no negative pressure.
    double energy() {
        density.run(*search, grains, supports, p, terms);
        double sum = 0.0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const Calibration& lattice = medium(i).lattice;
            const double volume = lattice.cell_volume, c = std::max(1.0, double{terms.compression[i]});
            sum += volume * lattice.spiky_sum * volume / lattice.spiky_virial *
                   double{medium(i).phases[p.fluid[i]].stiffness} * (c + 1.0 / c - 2.0);
        }
        return sum;
    }
};

}  // namespace

// Without weights the finer side would start 7 % too dense at 1:4, and fly apart. The figures stand in grains.hpp;
// corners of the tank alone make 1.5 %.
TEST(Grains, LatticesOfTwoSizesMeetAtRestDensity) {
    for (const auto& [ratio, worst] : {std::pair(1, 0.016f), {2, 0.03f}, {4, 0.055f}, {8, 0.095f}}) {
        const Scene scene = full_tank(ratio);
        const World world(scene);
        const Particles& p = world.particles();
        const float stiffness = 1000.0f * world.sound_speed(0) * world.sound_speed(0) / 7.0f;
        float densest = 0.0f, thinnest = 2.0f, densest_coarse = 0.0f;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const float compression = std::pow(p.pressure[i] / stiffness + 1.0f, 1.0f / 7.0f);
            densest = std::max(densest, compression);
            thinnest = std::min(thinnest, p.density[i] / 1000.0f);
            if (p.x[i] < 0.16f) densest_coarse = std::max(densest_coarse, compression);
        }
        RecordProperty("densest_1_" + std::to_string(ratio), std::to_string(densest));
        RecordProperty("thinnest_1_" + std::to_string(ratio), std::to_string(thinnest));
        EXPECT_LT(densest, 1.0f + worst) << "1:" << ratio;
        EXPECT_GT(thinnest, 1.0f - worst) << "1:" << ratio;
        EXPECT_LT(densest_coarse, 1.025f) << "coarse particles see fine ones spread evenly, 1:" << ratio;
    }
}

TEST(Grains, OfOneSizeAreWhatTheFluidOfThatSizeIs) {
    const GrainPair alike = pair_of(0.02f, 0.02f, 2.0f), nearly = pair_of(0.02f, 0.0199f, 2.0f);
    EXPECT_EQ(alike, (GrainPair{0.04f, 1.0f, 1.0f}));
    EXPECT_NEAR(nearly.spiky_weight, 1.0f, 0.02f) << "sizes nearly alike are nearly like one size";
    EXPECT_NEAR(nearly.poly6_weight, 1.0f, 0.02f);

    // A scene of one size that is not its own, against the same with that spacing.
    Scene plain = scenes::dam_break();
    plain.shifting = plain.isotropy = 0.0f;  // which mixed sizes do without
    Scene grained = plain;
    grained.spacing = 2.0f * plain.spacing;
    grained.volumes[0].spacing = plain.spacing;
    World one(plain), other(grained);
    ASSERT_EQ(one.particles().size(), other.particles().size());
    for (int frame = 0; frame < 3; ++frame) {
        one.advance_frame();
        other.advance_frame();
    }
    for (const auto* world : {&one, &other}) EXPECT_EQ(world->validate(), "");
    std::vector<float> at(one.particles().size());
    for (std::size_t i = 0; i < at.size(); ++i) at[one.particles().id[i]] = one.particles().x[i];
    for (std::size_t i = 0; i < at.size(); ++i)
        EXPECT_NEAR(other.particles().x[i], at[other.particles().id[i]], 1e-4f) << "differs by roundings only";
}

TEST(Grains, EqualSpacingsAreNoMixture) {
    Scene plain = scenes::dam_break(), same = plain;
    same.volumes[0].spacing = same.spacing;
    EXPECT_FALSE(is_mixed(same));
    World one(plain), other(same);
    one.advance_frame();
    other.advance_frame();
    EXPECT_EQ(one.state_hash(), other.state_hash());
}

TEST(Grains, KeepTheirMomentumToRounding) {
    for (const int fluids : {1, 2}) {
        Crowd crowd(fluids, 400, 0.35f, 0.65f, true);
        crowd.sum();
        glm::dvec3 force(0.0);
        double strength = 0.0;
        for (std::size_t i = 0; i < crowd.p.size(); ++i) {
            const glm::dvec3 own = crowd.mass(i) * glm::dvec3(crowd.p.ax[i], crowd.p.ay[i], crowd.p.az[i]);
            force += own;
            strength += glm::length(own);
        }
        EXPECT_GT(strength, 0.0);
        EXPECT_LT(glm::length(force), 1e-6 * strength);
    }
}

// Far from walls and beside them, between all sizes.
TEST(Grains, ForcesAreTheSlopeOfTheEnergyOfCompression) {
    for (const float from : {0.3f, 0.0f}) {
        Crowd crowd(1, 70, from, from + 0.22f, false);
        // Only what compression does: no friction moves anybody who is at rest.
        crowd.sum();
        const Particles before = crowd.p;
        double worst = 0.0, typical = 0.0;
        for (std::size_t i = 0; i < crowd.p.size(); i += 3) {
            for (const std::size_t k : {i, i + 1, i + 2}) {
                const auto step = static_cast<float>(1e-3) * crowd.supports[k];
                float& x = crowd.p.x[k];
                const float here = x;
                x = here + step;
                const double ahead = crowd.energy(), far = double{x};
                x = here - step;
                const double behind = crowd.energy(), near = double{x};
                x = here;
                const double force = crowd.mass(k) * double{before.ax[k]}, slope = (ahead - behind) / (far - near);
                worst = std::max(worst, std::abs(force + slope));
                typical = std::max(typical, std::abs(force));
            }
        }
        // Walls of a lattice push as steeply as it is stiff (calibration.hpp), and all of it is in the energy.
        EXPECT_LT(worst, 3e-3 * typical) << "from " << from;
    }
}

TEST(Grains, FindExactlyThePairsThatReachEachOther) {
    for (const auto& module : spatial::neighbour_modules()) {
        Crowd crowd(1, 700, 0.0f, 1.0f, false, module.name);
        std::uint64_t pairs = 0;
        for (std::size_t i = 0; i < crowd.p.size(); ++i)
            for (std::size_t j = 0; j < crowd.p.size(); ++j) {
                const float h = 0.5f * (crowd.supports[i] + crowd.supports[j]);
                pairs += i != j && h * h - crowd.distance(i, j) >= 0.0f;
            }
        EXPECT_EQ(crowd.count().pairs, pairs) << module.name;
    }
}

// Density, forces and clues of every instruction set against sums in double, pair by pair.
TEST(Grains, AreSummedAlikeByEveryInstructionSet) {
    for (const std::string_view set : spatial::instruction_sets())
        for (const int fluids : {1, 2}) {
            spatial::use_instruction_set(set);
            Crowd crowd(fluids, 300, 0.3f, 0.6f, true, "kd-tree");
            std::fill(crowd.clues.level.begin(), crowd.clues.level.end(), 1.0f);
            crowd.clues.level[7] = 3.0f;
            crowd.sum(&crowd.clues);
            const Particles& p = crowd.p;
            double worst_density = 0.0, worst_force = 0.0, worst_closing = 0.0;
            std::size_t wrong_levels = 0;
            for (std::size_t i = 0; i < p.size(); ++i) {
                const Medium& mine = crowd.medium(i);
                const double of_lattice = double{mine.lattice.spiky_sum} * mine.lattice.cell_volume;
                double compression = 0.0, closing = 0.0;
                float deepest = 0.0f;
                glm::dvec3 force(0.0);
                for (std::size_t j = 0; j < p.size(); ++j) {
                    const Medium& other = crowd.medium(j);
                    const GrainPair& pair = crowd.grains.pair(p.grain[i], p.grain[j]);
                    const double back = crowd.grains.pair(p.grain[j], p.grain[i]).spiky_weight;
                    const Spiky kernel(pair.support);
                    const glm::dvec3 d(double{p.x[i]} - p.x[j], double{p.y[i]} - p.y[j], double{p.z[i]} - p.z[j]);
                    const glm::dvec3 v(p.vx[i] - p.vx[j], p.vy[i] - p.vy[j], p.vz[i] - p.vz[j]);
                    const double r = glm::length(d), h = pair.support;
                    if (r >= h) continue;
                    deepest = std::max(deepest, crowd.clues.level[j]);
                    compression += double{pair.spiky_weight} * other.lattice.cell_volume *
                                   kernel(static_cast<float>(r)) / of_lattice;
                    if (i == j) continue;
                    const auto& [a, b] = std::pair(mine.phases[p.fluid[i]], other.phases[p.fluid[j]]);
                    const double k = -double{kernel.slope_factor}, both = 0.5 * (pair.spiky_weight + back);
                    const double approach = std::max(0.0, -glm::dot(v, d));
                    const double q =
                        0.5 * (double{a.damping} + b.damping) * approach / std::max(r * r, 0.01 * 0.25 * h * h);
                    force += k * mine.lattice.cell_volume * other.lattice.cell_volume / mine.lattice.spiky_virial *
                             (pair.spiky_weight * double{crowd.terms.push[i]} + back * crowd.terms.push[j] + both * q) *
                             (h - r) * (h - r) / r * d;
                    force -= k * both * crowd.terms.volume[i] * crowd.terms.volume[j] * 0.5 *
                             (double{a.viscosity} + b.viscosity) / mine.lattice.viscous_virial * (h - r) * v;
                    closing += k * pair.spiky_weight * other.lattice.cell_volume * (h - r) * (h - r) * approach / r /
                               of_lattice;
                }
                const glm::dvec3 found = crowd.mass(i) * glm::dvec3(p.ax[i], p.ay[i], p.az[i]);
                worst_density = std::max(worst_density, std::abs(crowd.terms.compression[i] / compression - 1.0));
                worst_force = std::max(worst_force, glm::length(found - force) / (1e-3 + glm::length(force)));
                worst_closing = std::max(worst_closing, std::abs(crowd.clues.closing[i] - closing) / (1.0 + closing));
                wrong_levels += deepest != crowd.clues.deepest[i];
            }
            EXPECT_LT(worst_density, 1e-5) << set << ", fluids: " << fluids;
            EXPECT_LT(worst_force, 1e-3) << set << ", fluids: " << fluids;
            EXPECT_LT(worst_closing, 1e-4) << set << ", fluids: " << fluids;
            EXPECT_EQ(wrong_levels, 0u) << set << ", fluids: " << fluids;
        }
    spatial::use_instruction_set({});
}

// Each size by itself, however many threads look; a particle that has gone wrong is its own size's.
TEST(Grains, KnowTheirFastestWithEveryNumberOfThreads) {
    Crowd crowd(1, 2'000, 0.0f, 1.0f, true);
    Particles& p = crowd.p;
    for (std::size_t i = 0; i < p.size(); ++i) p.ax[i] = static_cast<float>(i % 101);
    std::vector<Pace> expected(3);
    for (std::size_t i = 0; i < p.size(); ++i) {
        Pace& pace = expected[p.grain[i]];
        pace.fastest_squared =
            std::max(pace.fastest_squared, p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]);
        pace.most_pushed_squared = std::max(pace.most_pushed_squared, p.ax[i] * p.ax[i]);
    }
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        std::vector<Pace> paces;
        crowd.grains.find_paces(p, paces);
        ASSERT_EQ(paces.size(), expected.size());
        for (std::size_t g = 0; g < paces.size(); ++g) {
            EXPECT_EQ(paces[g].fastest_squared, expected[g].fastest_squared);
            EXPECT_EQ(paces[g].most_pushed_squared, expected[g].most_pushed_squared);
            EXPECT_TRUE(paces[g].all_finite);
        }
        const Pace all = joined(paces);
        EXPECT_EQ(all.fastest_squared, pace_of(p).fastest_squared);
        EXPECT_EQ(all.most_pushed_squared, pace_of(p).most_pushed_squared);
        EXPECT_TRUE(all.all_finite);
    }
    omp_set_num_threads(before);
    p.vz[p.size() - 2] = std::numeric_limits<float>::quiet_NaN();
    std::vector<Pace> paces;
    crowd.grains.find_paces(p, paces);
    for (std::size_t g = 0; g < paces.size(); ++g) EXPECT_EQ(paces[g].all_finite, g != p.grain[p.size() - 2]);
    EXPECT_FALSE(joined(paces).all_finite);
}
