// A fluid that goes by its own viscosity has it in any packing, not only on the lattice that pairs are calibrated on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <memory>
#include <random>
#include <vector>

#include "sim/density_pass.hpp"
#include "sim/force_pass.hpp"
#include "sim/kernels.hpp"
#include "sim/world.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/validation/drop_tension.hpp"

namespace {

constexpr int across = 22;
constexpr float spacing = 0.04f;

/// A block in the midst of a tank whose particles are anywhere within so many spacings of their places on the lattice.
/// Its lower end may lie on the floor.
struct Block {
    sim::Scene scene = scenes::tank({2.0f, 2.0f, 2.0f}, spacing);
    sim::Particles p;
    sim::PairTerms terms;
    glm::vec3 corner;

    explicit Block(float unevenness, bool on_floor = false) : corner(0.6f, 0.6f, on_floor ? 0.0f : 0.6f) {
        scene.gravity = glm::vec3(0.0f);
        scene.fluids[0].viscosity = 500.0f;
        std::mt19937 rng(5);
        std::uniform_real_distribution<float> off(-unevenness, unevenness);
        p.resize(across * across * across);
        for (std::size_t i = 0; i < p.size(); ++i) {
            const std::size_t cell[3] = {i % across, i / across % across, i / across / across};
            for (int axis = 0; axis < 3; ++axis) {
                auto& values = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
                values[i] = corner[axis] + spacing * (static_cast<float>(cell[axis]) + 0.5f + off(rng));
            }
            p.id[i] = static_cast<std::uint32_t>(i);
        }
    }
    void sum_densities(const sim::Medium& medium) {
        search_->build({p.x, p.y, p.z, {&medium.support, 1}});
        sim::DensityPass().run(*search_, medium, sim::Tank(scene.domain, medium.lattice.walls), p, terms);
    }
    void sum_forces(const sim::Medium& medium) {
        sim::ForcePass().run(*search_, medium, sim::Tank(scene.domain, medium.lattice.walls), medium.pull.at(0.0),
                             std::nullopt, terms, p);
    }
    /// How far it is to the nearest side of the block, m.
    [[nodiscard]] float depth(std::size_t i) const {
        float least = spacing * across;
        for (int axis = 0; axis < 3; ++axis) {
            const float at = (axis == 0 ? p.x : axis == 1 ? p.y : p.z)[i] - corner[axis];
            least = std::min({least, at, spacing * across - at});
        }
        return least;
    }

private:
    std::unique_ptr<spatial::NeighbourSearch> search_ = spatial::make_neighbour_search("all-pairs");
};

}  // namespace

// u = z² / 2 along x is pushed by the viscosity alone, everywhere alike. On the lattice's calibration the places of
// this packing would make that 3 % more.
TEST(EvenViscosity, OfAnUnevenPackingIsWhatTheFluidSays) {
    const auto viscosity = [](float unevenness, bool evened) {
        Block block(unevenness);
        const sim::Medium medium(block.scene);
        block.sum_densities(medium);
        if (!evened) std::ranges::fill(block.terms.thickening, 1.0f);
        std::ranges::fill(block.terms.push, 0.0f);  // no pressure
        const float middle = block.corner.z + 0.5f * spacing * across;
        for (std::size_t i = 0; i < block.p.size(); ++i)
            block.p.vx[i] = 0.5f * (block.p.z[i] - middle) * (block.p.z[i] - middle);
        block.sum_forces(medium);
        double sum = 0.0;
        int inside = 0;
        for (std::size_t i = 0; i < block.p.size(); ++i)
            if (block.depth(i) > 2.0f * medium.support) {  // neighbours have all of theirs, too
                sum += double{block.p.ax[i]} * double{block.scene.fluids[0].rest_density};
                ++inside;
            }
        return sum / inside / double{block.scene.fluids[0].viscosity};
    };
    EXPECT_NEAR(viscosity(0.0f, true), 1.0, 1e-3);
    EXPECT_NEAR(viscosity(0.3f, true), 1.0, 0.02);
    EXPECT_GT(viscosity(0.3f, false), 1.03);
}

TEST(EvenViscosity, IsTheSumOfPairsForEveryInstructionSet) {
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        Block block(0.3f);
        const sim::Medium medium(block.scene);
        block.sum_densities(medium);
        const sim::Particles& p = block.p;
        const sim::Viscosity kernel(medium.support);
        double worst = 0.0;
        int inside = 0, at_surfaces = 0;
        for (std::size_t i = 0; i < p.size(); i += 7) {
            double sum = 0.0;
            for (std::size_t j = 0; j < p.size(); ++j) {
                const float r = std::hypot(p.x[i] - p.x[j], p.y[i] - p.y[j], p.z[i] - p.z[j]);
                sum += double{kernel.laplacian(r)} * r * r / 6.0;
            }
            if (p.density[i] < 0.96f * 1000.0f) {
                EXPECT_EQ(block.terms.thickening[i], 1.0f) << "at a surface";
                ++at_surfaces;
            }
            if (p.density[i] > 0.98f * 1000.0f) {
                ++inside;
                worst = std::max(worst, std::abs(sum * double{block.terms.volume[i]} /
                                                     double{medium.lattice.viscous_virial} / block.terms.thickening[i] -
                                                 1.0));
            }
        }
        EXPECT_LT(worst, 1e-4) << set;
        EXPECT_GT(std::min(inside, at_surfaces), 100) << set;
    }
    spatial::use_instruction_set({});
}

// Beside a wall what is before it speaks for what would be behind: rows of the lattice are the lattice's there, and an
// uneven packing is as much more viscous as in its midst. Taken for the lattice, water between plates was 1 % slow.
TEST(EvenViscosity, BesideWallsIsThatOfWhatIsBeforeThem) {
    const auto mean_thickening = [](float unevenness, float from, float to) {  // spacings from the floor
        Block block(unevenness, true);
        const sim::Medium medium(block.scene);
        block.sum_densities(medium);
        double sum = 0.0;
        int n = 0;
        for (std::size_t i = 0; i < block.p.size(); ++i) {
            const auto aside = [&](float at, float corner) {
                return std::min(at - corner, spacing * across - (at - corner));
            };
            const bool in_midst =
                std::min(aside(block.p.x[i], block.corner.x), aside(block.p.y[i], block.corner.y)) > medium.support;
            if (!in_midst || block.p.z[i] < from * spacing || block.p.z[i] >= to * spacing) continue;
            sum += double{block.terms.thickening[i]};
            ++n;
        }
        EXPECT_GT(n, 100);
        return sum / n;
    };
    for (const float row : {0.0f, 1.0f, 2.0f}) EXPECT_NEAR(mean_thickening(0.0f, row, row + 1.0f), 1.0, 0.01) << row;
    const double inside = mean_thickening(0.3f, 6.0f, 12.0f);
    EXPECT_GT(inside, 1.02);
    EXPECT_NEAR(mean_thickening(0.3f, 0.0f, 3.0f), inside, 0.005);
}

// A packing in a tank without walls, and the same packing with its seams elsewhere: images are as viscous as those they
// are of. Taken for the lattice there, what is left of the energy differs by 4e-4.
TEST(EvenViscosity, IsTheSameAcrossSeams) {
    sim::Scene scene = scenes::tank({0.4f, 0.24f, 0.4f}, spacing);
    scene.domain.periodic = {true, true, true};
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].viscosity = 300.0f;
    scene.fluids[0].sound_speed = 10.0f;
    scene.shifting = 0.0f;
    scene.frame = 2e-3f;
    const auto energy_left = [&](const glm::vec3& seam) {
        std::mt19937 rng(8);
        std::uniform_real_distribution<float> off(-0.35f, 0.35f), speed(-0.5f, 0.5f);
        std::vector<glm::vec3> places, velocities;
        for (int k = 0; k < 10; ++k)
            for (int j = 0; j < 6; ++j)
                for (int i = 0; i < 10; ++i) {
                    const glm::vec3 cell(static_cast<float>(i), static_cast<float>(j), static_cast<float>(k));
                    const glm::vec3 at = spacing * (cell + 0.5f + glm::vec3(off(rng), off(rng), off(rng)));
                    places.push_back(glm::mod(at + seam, scene.domain.max));
                    velocities.emplace_back(speed(rng), speed(rng), speed(rng));
                }
        sim::World world(validation::with_particles(scene, places, velocities));
        return world.advance_frame().kinetic_energy;
    };
    const double whole = energy_left(glm::vec3(0.0f));
    EXPECT_NEAR(energy_left({0.18f, 0.1f, 0.22f}), whole, 1e-5 * whole);
}

TEST(EvenViscosity, IsAskedForWhereAFluidGoesByItsOwn) {
    const auto asked = [](float viscosity, float artificial) {
        sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, spacing);
        scene.fluids[0].viscosity = viscosity;
        scene.fluids[0].artificial_viscosity = artificial;
        return sim::Medium(scene).evens_viscosity();
    };
    EXPECT_FALSE(asked(0.001f, 0.05f));
    EXPECT_FALSE(asked(0.0f, 0.0f));
    EXPECT_TRUE(asked(0.001f, 0.0f));
    EXPECT_TRUE(asked(500.0f, 0.05f));
}
