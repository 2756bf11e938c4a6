// The pressure that forces transmit, against sums that are known.
#include "sim/fluid_stress.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "sim/kernels.hpp"
#include "small_scenes.hpp"

namespace {

constexpr double spacing = 0.02, reach = 2.0 * spacing;

sim::Medium medium(float support) {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, static_cast<float>(spacing));
    scene.support = support;
    return sim::Medium(scene);
}

/// A lattice about the origin.
std::vector<sim::Pusher> lattice(int far, double push) {
    std::vector<sim::Pusher> pushers;
    for (int k = -far; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i)
                pushers.push_back({glm::dvec3(i, j, k) * spacing, push, spatial::Index(pushers.size())});
    return pushers;
}

}  // namespace

TEST(FluidStress, WeighsALineLikeManyPointsOfIt) {
    const glm::dvec3 place{0.1, 0.2, 0.3};
    const sim::Poly6 kernel(static_cast<float>(reach));
    const auto at = [&](double x, double y, double z) { return place + glm::dvec3(x, y, z) * spacing; };
    const std::vector<std::pair<glm::dvec3, glm::dvec3>> lines = {{at(-3.0, 0.0, 0.0), at(3.0, 0.0, 0.0)},
                                                                  {at(0.1, 0.2, -0.3), at(0.4, -0.1, 0.2)},
                                                                  {at(0.5, 0.5, 0.5), at(2.0, 1.5, -1.0)},
                                                                  {at(1.0, 2.0, 0.0), at(-2.0, 0.5, 1.0)},
                                                                  {at(2.1, 0.0, 0.0), at(4.0, 1.0, 0.0)}};
    for (const auto& [from, to] : lines) {
        constexpr int steps = 2000;
        double sum = 0.0;
        for (int i = 0; i < steps; ++i) {
            const glm::dvec3 point = from + (to - from) * ((i + 0.5) / steps);
            sum += double{kernel(static_cast<float>(glm::length(point - place)))} / steps;
        }
        EXPECT_NEAR(sim::weight_along(place, reach, from, to), sum, 1e-4 * double{kernel(0.0f)});
        EXPECT_NEAR(sim::weight_along(place, reach, to, from), sum, 1e-4 * double{kernel(0.0f)});
    }
    EXPECT_NEAR(sim::weight_along(place, reach, at(0.5, 0.0, 0.0), at(0.5, 0.0, 0.0)),
                double{kernel(static_cast<float>(0.5 * spacing))}, 1.0);
}

TEST(FluidStress, IsThePressureOfAnEvenLatticeWhereverItIsAsked) {
    for (const float support : {2.0f, 3.0f}) {
        const auto all = lattice(6, 500.0);
        for (const glm::dvec3 at : {glm::dvec3(0.0), glm::dvec3(0.5, 0.5, 0.5), glm::dvec3(0.2, -0.4, 0.3)}) {
            const glm::dvec3 stress = sim::stress_of_pairs(medium(support), at * spacing, reach, all);
            for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(stress[axis], 500.0, 0.01 * 500.0) << support;
        }
    }
}

// The mean over a plane of what goes through it is the force of the pair, wherever between the two the plane is.
TEST(FluidStress, HandsOnTheWholeForceOfAPairAlongTheLineBetweenThem) {
    const sim::Medium water = medium(3.0f);
    const std::vector<sim::Pusher> pair = {{{0.0, 0.0, 0.0}, 500.0, 0}, {{0.0, 0.0, spacing}, 300.0, 1}};
    const sim::Calibration& lattice = water.lattice;
    const double force = -800.0 * double{sim::Spiky(water.support).slope(static_cast<float>(spacing))} *
                         double{lattice.cell_volume} * double{lattice.cell_volume} / double{lattice.spiky_virial};
    double sum = 0.0;
    constexpr double step = 0.1 * spacing;
    for (int i = -30; i <= 30; ++i)
        for (int j = -30; j <= 30; ++j)
            for (int k = -30; k <= 40; ++k) {
                const glm::dvec3 stress = sim::stress_of_pairs(water, glm::dvec3(i, j, k) * step, reach, pair);
                EXPECT_EQ(stress.x, 0.0);
                EXPECT_EQ(stress.y, 0.0);
                sum += stress.z * step * step * step;
            }
    EXPECT_NEAR(sum, force * spacing, 0.01 * force * spacing);
}

TEST(FluidStress, IsNoneWhereNobodyPushes) {
    EXPECT_EQ(sim::stress_of_pairs(medium(3.0f), {}, reach, lattice(6, 0.0)), glm::dvec3(0.0));
    EXPECT_EQ(sim::stress_of_pairs(medium(3.0f), {1.0, 0.0, 0.0}, reach, lattice(6, 500.0)), glm::dvec3(0.0));
}
