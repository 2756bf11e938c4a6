// How cases set up and record their scenes.
#include "tests/validation/simulation.hpp"

#include <gtest/gtest.h>

#include "sim/fill.hpp"

namespace validation {
namespace {

Host quiet_host(bool stops = false) {
    return {.say = [](const std::string&) {}, .stop_wanted = [stops] { return stops; }, .data = {}};
}

sim::Scene small_dam() {
    sim::Scene scene = slab(0.6, 0.3, 0.02);
    scene.volumes = {body(scene, 0.0, 0.2, 0.0, 0.2)};
    scene.probes = {probe("front", sim::ProbeKind::front)};
    return scene;
}

TEST(Simulation, OfASlabIsFourParticlesThick) { EXPECT_EQ(sim::count_particles(small_dam()), 10 * 10 * 4); }

TEST(Simulation, IsSampledEvenlyFromTheStartOn) {
    const Recording r = record(small_dam(), 0.1, 0.01, {}, quiet_host());
    const auto& time = r["time_s"];
    ASSERT_EQ(time.size(), 11u);
    for (std::size_t i = 0; i < time.size(); ++i) EXPECT_NEAR(time[i], 0.01 * static_cast<double>(i), 1e-6);
    EXPECT_NEAR(r["front.x_m"].front(), 0.2, 1e-6);
    EXPECT_GT(r["front.x_m"].back(), 0.21);
    EXPECT_GT(r["max_speed_m_s"].back(), 0.5);
}

TEST(Simulation, EndsWhenItIsToldTo) {
    EXPECT_THROW((void)record(small_dam(), 0.1, 0.01, {}, quiet_host(true)), Stopped);
}

TEST(Simulation, InTroubleIsNoResult) {
    sim::Scene scene = small_dam();
    scene.volumes[0].velocity = {1000.0f, 0.0f, 1000.0f};
    scene.fluids[0].sound_speed = 1.0f;
    EXPECT_THROW((void)record(scene, 0.1, 0.01, {}, quiet_host()), std::runtime_error);
}

TEST(Simulation, LeavesOutTheFinestWhenItHasToBeQuick) {
    EXPECT_EQ(resolutions({20, 40, 80}, {}), (std::vector<int>{20, 40, 80}));
    EXPECT_EQ(resolutions({20, 40, 80}, {.quick = true}), (std::vector<int>{20, 40}));
}

}  // namespace
}  // namespace validation
