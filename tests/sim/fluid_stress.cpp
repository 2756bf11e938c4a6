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

/// A lattice about the origin, squeezed along z.
std::vector<sim::Pusher> lattice(int far, double push, double squeeze = 1.0) {
    std::vector<sim::Pusher> pushers;
    for (int k = -far; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i)
                pushers.push_back({glm::dvec3(i, j, squeeze * k) * spacing, push, spatial::Index(pushers.size())});
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

TEST(FluidStress, TellsWhichWayALatticeIsSqueezed) {
    const glm::dvec3 stress = sim::stress_of_pairs(medium(3.0f), {}, reach, lattice(8, 500.0, 0.9));
    EXPECT_NEAR(stress.x, stress.y, 1e-6 * stress.x);
    EXPECT_GT(std::abs(stress.z - stress.x), 0.01 * stress.x);
}

TEST(FluidStress, IsNoneWhereNobodyPushes) {
    EXPECT_EQ(sim::stress_of_pairs(medium(3.0f), {}, reach, lattice(6, 0.0)), glm::dvec3(0.0));
    EXPECT_EQ(sim::stress_of_pairs(medium(3.0f), {1.0, 0.0, 0.0}, reach, lattice(6, 500.0)), glm::dvec3(0.0));
}
