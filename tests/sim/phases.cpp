// Several fluids in one tank: light above heavy rests, light below heavy rises, and nothing bursts.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

using scenes::box;
using sim::World;

namespace {

sim::Scene two_fluids(float light) {
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.3f}, 0.02f);
    scene.fluids.resize(2);
    scene.fluids[1].name = "light";
    scene.fluids[1].rest_density = light;
    return scene;
}

double mean_height(const sim::Particles& p, std::uint8_t fluid) {
    double sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p.fluid[i] == fluid) sum += p.z[i], count += 1.0;
    return sum / count;
}

}  // namespace

class Contrast : public testing::TestWithParam<float> {};
INSTANTIATE_TEST_SUITE_P(Phases, Contrast, testing::Values(2.0f, 10.0f));

TEST_P(Contrast, LightAboveHeavyRests) {
    sim::Scene scene = two_fluids(1000.0f / GetParam());
    scene.support = 2.0f;  // over 3 layers of five particles sink by a quarter of a spacing
    scene.volumes = {box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.1f}), box({0.0f, 0.0f, 0.1f}, {0.2f, 0.2f, 0.2f})};
    scene.volumes[1].fluid = "light";
    World world(scene);
    float fastest = 0.0f;
    for (int frame = 0; frame < 180; ++frame) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        if (frame >= 150) fastest = std::max(fastest, report.max_speed);
    }
    EXPECT_LT(fastest, 0.15f) << "m/s: hardly more than in a pool of one fluid";
    EXPECT_NEAR(mean_height(world.particles(), 0), 0.05, 0.004);
    EXPECT_NEAR(mean_height(world.particles(), 1), 0.15, 0.004) << "no gap, and not mixed";
}

TEST_P(Contrast, ALightDropRises) {
    sim::Scene scene = two_fluids(1000.0f / GetParam());
    const glm::vec3 low{0.04f, 0.04f, 0.04f}, high{0.16f, 0.16f, 0.1f};
    scene.volumes = {box(low, high),
                     box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, low.z}),
                     box({0.0f, 0.0f, high.z}, {0.2f, 0.2f, 0.2f}),
                     box({0.0f, 0.0f, low.z}, {low.x, 0.2f, high.z}),
                     box({high.x, 0.0f, low.z}, {0.2f, 0.2f, high.z}),
                     box({low.x, 0.0f, low.z}, {high.x, low.y, high.z}),
                     box({low.x, high.y, low.z}, {high.x, 0.2f, high.z})};
    scene.volumes[0].fluid = "light";
    World world(scene);
    const double before = mean_height(world.particles(), 1);
    float fastest = 0.0f;
    for (int frame = 0; frame < 40; ++frame) {
        const auto report = world.advance_frame();
        ASSERT_EQ(report.trouble, "");
        fastest = std::max(fastest, report.max_speed);
    }
    EXPECT_GT(mean_height(world.particles(), 1), before + 0.05);
    EXPECT_LT(fastest, 2.0f) << "m/s: no more than a fall through the tank";
}

TEST(Phases, KeepTheirMomentumAcrossUnequalMasses) {
    sim::Scene scene = scenes::tank({2.0f, 1.0f, 1.0f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.fluids.resize(2);
    scene.fluids[0].viscosity = 1.0f;
    scene.fluids[1].name = "light";
    scene.fluids[1].rest_density = 100.0f;
    scene.fluids[1].viscosity = 0.01f;
    scene.volumes = {box({0.8f, 0.4f, 0.4f}, {0.96f, 0.56f, 0.56f}, {0.5f, 0.1f, 0.0f}),
                     box({0.98f, 0.4f, 0.4f}, {1.14f, 0.56f, 0.56f}, {-1.0f, 0.0f, 0.2f})};
    scene.volumes[1].fluid = "light";
    World world(scene);
    const auto before = world.advance_frame();
    sim::FrameReport after;
    for (int frame = 0; frame < 6; ++frame) after = world.advance_frame();
    const double scale = 4.096 * 0.5;
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 2e-5 * scale) << k;
}
