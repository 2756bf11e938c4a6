// A fluid that gains energy from nowhere is stopped, long before it is faster than its sound.
#include "sim/energy_guard.hpp"

#include <gtest/gtest.h>

#include "sim/checkpoint.hpp"
#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

namespace {

using sim::EnergyGuard;
using sim::Observation;
using sim::World;

/// A column that falls and splashes, with pairs that are not damped at all: isotropy then gives it ten times its energy
/// in three seconds.
sim::Scene undamped() {
    sim::Scene scene = scenes::tank({0.4f, 0.2f, 0.4f}, 0.02f);
    scene.volumes = {scenes::box({0, 0, 0}, {0.2f, 0.2f, 0.2f})};
    scene.support = 2.0f;
    scene.fluids[0].artificial_viscosity = 0.0f;
    scene.fluids[0].viscosity = 0.0f;
    return scene;
}

std::string trouble_within(World& world, double seconds) {
    world.set_threads(1);  // as quick for so few, and no slower beside other tests
    while (world.time() < seconds)
        if (const std::string text = world.advance_frame().trouble; !text.empty()) return text;
    return {};
}

Observation of(double kinetic, double potential) {
    Observation all;
    all.mass = 2.0;
    all.kinetic_energy = kinetic;
    all.potential_energy = potential;
    return all;
}

}  // namespace

TEST(EnergyGuard, StopsAFluidThatGainsWhatNothingGaveIt) {
    World world(undamped());
    const std::string text = trouble_within(world, 3.0);
    EXPECT_NE(text.find(" more of motion and height than at t = "), std::string::npos) << text;
    EXPECT_NE(text.find("though nothing drives it"), std::string::npos) << text;
    EXPECT_NE(text.find("set isotropy to 0"), std::string::npos) << text;
    EXPECT_LT(world.time(), 3.0);
}

TEST(EnergyGuard, LetsADampedFluidSplash) {
    sim::Scene scene = undamped();
    scene.fluids[0].artificial_viscosity = 0.05f;
    World world(scene);
    EXPECT_EQ(trouble_within(world, 3.0), "");
}

TEST(EnergyGuard, GoesByTheLeastThatThereWasSinceTheFluidWasDriven) {
    const sim::Scene scene = undamped();
    sim::Particles one;
    one.resize(1);
    const float flow = 2.0f;  // 4 J of two kilograms
    const auto says = [&](const EnergyGuard& guard, const Observation& all) {
        return !guard.describe(all, one, scene, flow, 1.0).empty();
    };
    EnergyGuard guard;
    EXPECT_FALSE(says(guard, of(1e9, 0.0))) << "nothing is known yet";
    guard.look_at(of(1.0, 2.0), 0.1, false);
    guard.look_at(of(0.5, 0.5), 0.2, false);
    guard.look_at(of(3.0, 1.0), 0.3, false);
    EXPECT_EQ(guard.least().energy, 1.0);
    EXPECT_EQ(guard.least().time, 0.2);
    EXPECT_FALSE(says(guard, of(4.0, 0.9)));
    EXPECT_TRUE(says(guard, of(4.0, 1.1)));
    sim::Scene drawn_together = scene;
    drawn_together.fluids[0].tension = 10.0f;  // 2 J of two kilograms, by the faces of sheets
    EXPECT_TRUE(guard.describe(of(5.0, 1.9), one, drawn_together, flow, 1.0).empty());
    EXPECT_FALSE(guard.describe(of(5.0, 2.1), one, drawn_together, flow, 1.0).empty());
    guard.look_at(of(9.0, 0.0), 0.4, true);
    EXPECT_FALSE(says(guard, of(9.0, 0.0))) << "somebody stirs";
}

TEST(EnergyGuard, KnowsWhatDrivesAFluid) {
    const sim::Scene scene = undamped();
    EXPECT_FALSE(sim::is_driven(scene));
    sim::Scene along = scene;
    along.domain.periodic = {false, true, false};
    EXPECT_FALSE(sim::is_driven(along)) << "nothing pulls that way";
    along.gravity.y = 0.1f;
    EXPECT_TRUE(sim::is_driven(along)) << "it falls on and on";
    sim::Scene lid = scene;
    lid.domain.walls[5].velocity.x = 1.0f;
    EXPECT_TRUE(sim::is_driven(lid));
    sim::Scene shaken = scene;
    shaken.shaking.amplitude.x = 0.01f;
    EXPECT_TRUE(sim::is_driven(shaken));
    sim::Scene solids = scene;
    solids.solids.resize(1);
    EXPECT_FALSE(sim::is_driven(solids)) << "it is fixed";
    solids.solids[0].motion = sim::Motion::dynamic;
    EXPECT_TRUE(sim::is_driven(solids));
    sim::Scene jet = scene;
    jet.emitters.resize(1);
    EXPECT_TRUE(sim::is_driven(jet));
}

// Else a run that was resumed would end elsewhere than one that was not.
TEST(EnergyGuard, IsKeptByCheckpoints) {
    World world(undamped());
    for (int frame = 0; frame < 20; ++frame) (void)world.advance_frame();
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "kept");
    EXPECT_EQ(trouble_within(resumed, 3.0), trouble_within(world, 3.0));
    EXPECT_EQ(resumed.frame(), world.frame());
}
