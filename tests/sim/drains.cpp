// Drains and open sides as physics: what they take, and that a level between an inflow and an outflow stands still.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/traffic.hpp"
#include "sim/world.hpp"
#include "tests/sim/jets.hpp"
#include "tests/sim/small_scenes.hpp"

using jets::disc;
using jets::jet;
using jets::run;
using scenes::box;
using sim::World;

namespace {

double mean(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

TEST(Drain, TakesNoMoreThanItsFlowAndThoseNearestToItsMiddleFirst) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    scene.volumes = {box({0, 0, 0}, {0.4f, 0.4f, 0.1f})};
    sim::Drain drain;
    drain.name = "hole";
    drain.shape = sim::Shape::sphere;
    drain.centre = {0.2f, 0.2f, 0.05f};
    drain.radius = 0.1f;
    drain.flow = 0.001f;  // 125 particles a second
    scene.drains = {drain};
    World world(scene);
    std::vector<std::uint32_t> nearest;  // four at 14 mm from its middle
    const auto& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i)
        if (glm::length(glm::vec3(p.x[i], p.y[i], p.z[i]) - drain.centre) < 0.015f) nearest.push_back(p.id[i]);
    ASSERT_EQ(nearest.size(), 4u);
    for (int frame = 1; frame <= 24; ++frame) {
        const auto report = world.advance_frame();
        EXPECT_NEAR(static_cast<double>(report.drained), 125.0 * report.time, 1.01) << frame;
        if (frame == 1)
            EXPECT_EQ(std::ranges::count_if(
                          nearest, [&](std::uint32_t id) { return std::ranges::find(p.id, id) != p.id.end(); }),
                      static_cast<std::ptrdiff_t>(4 - report.drained));
    }
    auto parameters = world.parameters();
    parameters.drains[0].on = false;
    world.set_parameters(parameters);
    const auto before = world.advance_frame().drained;
    EXPECT_EQ(run(world, 5).drained, before);
    EXPECT_EQ(world.validate(), "");
}

TEST(Drain, HoldsWhatIsWithinItsShape) {
    sim::Drain drain;
    drain.shape = sim::Shape::box;
    drain.max = {1, 2, 3};
    EXPECT_TRUE(sim::holds(drain, {1, 2, 3}));
    EXPECT_FALSE(sim::holds(drain, {1, 2, 3.001f}));
    drain.shape = sim::Shape::cylinder;
    drain.centre = {1, 1, 1};
    drain.radius = 0.5f;
    drain.height = 2.0f;
    EXPECT_TRUE(sim::holds(drain, {1.5f, 1, 3}));
    EXPECT_FALSE(sim::holds(drain, {1.4f, 1.4f, 2}));
    EXPECT_FALSE(sim::holds(drain, {1, 1, 0.999f}));
    drain.shape = sim::Shape::sphere;
    EXPECT_TRUE(sim::holds(drain, {1, 1, 0.5f}));
    EXPECT_FALSE(sim::holds(drain, {1.3f, 1.3f, 1.3f}));
}

// What flows in flows over: a level that an overflow begins at, and a flow out that comes to equal the flow in.
TEST(Drain, KeepsALevelBetweenInflowAndOverflow) {
    sim::Scene scene = scenes::tank({0.5f, 0.2f, 0.3f}, 0.02f);
    scene.volumes = {box({0, 0, 0}, {0.5f, 0.2f, 0.1f})};
    sim::Emitter emitter = disc({0.06f, 0.1f, 0.2f}, {0, 0, -1}, 0.03f, 0.0f);
    emitter.flow = 0.0016f;
    scene.emitters = {emitter};
    sim::Drain drain;
    drain.name = "overflow";
    drain.shape = sim::Shape::box;
    drain.min = {0.46f, 0, 0.1f};
    drain.max = {0.5f, 0.2f, 0.3f};
    scene.drains = {drain};
    World world(scene);
    run(world, 120);
    const auto& p = world.particles();
    const double before = static_cast<double>(p.size()), height = mean(p.z);
    const auto begun = world.advance_frame();
    const auto ended = run(world, 120);
    const double in = static_cast<double>(ended.emitted - begun.emitted),
                 out = static_cast<double>(ended.drained - begun.drained);
    EXPECT_NEAR(in, 0.0016 / 8e-6 * 2.0, 20.0);
    EXPECT_NEAR(out, in, 0.15 * in);
    EXPECT_NEAR(static_cast<double>(p.size()), before, 0.03 * before);
    EXPECT_NEAR(mean(p.z), height, 0.1 * height);
}

// Torricelli: what is over a hole leaves it at sqrt(2 g h), so that in an open tank the flow grows with the head. The
// hole here is an open side low in a wall that a solid closes but for a slot.
TEST(OpenSide, LetsATankRunOutOfASlotFasterTheHigherItStands) {
    const auto speed_of_outflow = [](float depth) {
        sim::Scene scene = scenes::tank({0.5f, 0.1f, 0.6f}, 0.02f);
        scene.volumes = {box({0, 0, 0}, {0.36f, 0.1f, depth})};
        scene.domain.open[static_cast<std::size_t>(sim::Side::x_max)] = true;
        sim::Solid wall;
        wall.size = {0.04f, 0.2f, 0.6f};
        wall.position = {0.40f, 0.05f, 0.38f};  // above a slot of 8 cm
        scene.solids = {wall};
        World world(scene);
        run(world, 14);
        double sum = 0.0;
        int count = 0;
        const auto& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i)
            if (p.x[i] > 0.44f) sum += double{p.vx[i]}, ++count;
        EXPECT_GT(count, 20);
        return sum / std::max(count, 1);
    };
    const double low = speed_of_outflow(0.2f), high = speed_of_outflow(0.48f);
    // The head over the slot's middle is 16 and 44 cm; in a tank this short its fall takes some of it.
    EXPECT_NEAR(high / low, std::sqrt(0.44 / 0.16), 0.3);
    EXPECT_NEAR(high, std::sqrt(2.0 * 9.81 * 0.44), 0.25 * std::sqrt(2.0 * 9.81 * 0.44));
}

TEST(OpenSide, IsNoWallAndLetsGoForGood) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.volumes = {box({0.2f, 0.1f, 0.1f}, {0.4f, 0.3f, 0.3f})};
    World walled(scene);
    scene.domain.open = {true, true, true, true, true, true};
    World open(scene);
    EXPECT_GT(walled.particles().density[walled.particles().density.size() / 2], 0.0f);
    // Beside a wall a particle is as crowded as in the midst; beside an open side as at a surface.
    const auto least = [](const World& world) {
        float value = 1e9f;
        const auto& p = world.particles();
        for (std::size_t i = 0; i < p.size(); ++i)
            if (p.x[i] > 0.38f && std::abs(p.y[i] - 0.2f) < 0.04f && std::abs(p.z[i] - 0.2f) < 0.04f)
                value = std::min(value, p.density[i]);
        return value;
    };
    EXPECT_NEAR(least(walled), 1000.0f, 20.0f);
    EXPECT_LT(least(open), 850.0f);

    scene.volumes[0].velocity = {2.0f, 0.5f, 0.0f};
    World flying(scene);
    const auto count = flying.particles().size();
    const auto report = run(flying, 15);  // half a metre on
    EXPECT_EQ(report.left, count);
    EXPECT_EQ(report.particles, 0u) << "an empty tank is a world, too";
    EXPECT_NEAR(run(flying, 2).outflow, 0.0, 0.0);
}
