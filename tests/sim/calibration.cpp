// A lattice starts at rest: at rest density, and pushed nowhere, beside its walls too.
#include "sim/calibration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

namespace {

sim::Scene full_tank(float support) {
    sim::Scene scene = scenes::tank(glm::vec3(0.3f), 0.02f);
    scene.support = support;
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.3f, 0.3f, 0.3f}));
    return scene;
}

}  // namespace

TEST(Calibration, AFullTankIsAtRestDensityBesideItsWallsToo) {
    for (const float support : {1.8f, 2.0f, 2.2f, 2.5f, 3.0f}) {
        const sim::World world(full_tank(support));
        const auto& density = world.particles().density;
        const auto [least, most] = std::minmax_element(density.begin(), density.end());
        // Edges and corners are where a product of walls is not a lattice.
        const float allowed = support == 2.0f ? 15.0f : 30.0f;  // kg/m³
        EXPECT_GT(*least, 1000.0f - allowed) << "support " << support;
        EXPECT_LT(*most, 1000.0f + allowed) << "support " << support;
    }
}

TEST(Calibration, AParticleInTheMiddleHasExactlyTheRestDensity) {
    const sim::World world(full_tank(2.0f));
    const auto& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
        const float from_wall = std::min({p.x[i], p.y[i], p.z[i], 0.3f - p.x[i], 0.3f - p.y[i], 0.3f - p.z[i]});
        if (from_wall > 0.08f) EXPECT_NEAR(p.density[i], 1000.0f, 0.02f);
    }
}

// A wall that pushes more or less than the fluid it stands for sets off a wave at the first step.
TEST(Calibration, AFullTankStaysWhereItIs) {
    sim::World world(full_tank(2.0f));
    for (int frame = 0; frame < 12; ++frame) EXPECT_EQ(world.advance_frame().trouble, "");
    const auto report = world.advance_frame();
    EXPECT_LT(report.max_speed, 0.05f) << "m/s";
    EXPECT_LT(report.max_density_error, 0.02);
}

TEST(Calibration, AParticleWeighsTheSpaceItFills) {
    const sim::Calibration lattice = sim::calibrate(0.02f, 0.04f);
    EXPECT_FLOAT_EQ(lattice.cell_volume, 8e-6f);
    EXPECT_NEAR(lattice.poly6_sum * lattice.cell_volume, 1.0f, 0.02f) << "poly6 sums a lattice well";
    EXPECT_NEAR(lattice.spiky_virial, 1.0f, 0.06f);
    EXPECT_NEAR(lattice.walls.spiky.slope * 0.04f, 2.0f, 0.4f) << "a mirror image comes nearer twice as fast";
}
