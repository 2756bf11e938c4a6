// Jets as physics: how much comes, where it flies, what it brings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/opening.hpp"
#include "sim/traffic.hpp"
#include "sim/world.hpp"
#include "tests/sim/jets.hpp"
#include "tests/sim/small_scenes.hpp"

using jets::disc;
using jets::jet;
using jets::run;
using scenes::box;
using sim::World;

TEST(Opening, HasTheAreaOfItsDiscAndTheFlowOfItsPlaces) {
    const sim::Opening wide(disc({0, 0, 0}, {1, 2, 3}, 0.2f, 2.0f), 0.02);
    EXPECT_NEAR(wide.area(), std::numbers::pi * 0.04, 0.03 * std::numbers::pi * 0.04);
    sim::Emitter by_flow = disc({0, 0, 0}, {1, 2, 3}, 0.2f, 0.0f);
    by_flow.flow = 0.5f;
    EXPECT_NEAR(wide.speed(by_flow) * wide.area(), 0.5, 1e-9);
    EXPECT_DOUBLE_EQ(wide.flow(by_flow), 0.5);
    EXPECT_EQ(sim::Opening(disc({0, 0, 0}, {0, 0, 1}, 0.02f, 1.0f), 0.02).places().size(), 4u) << "a spacing in radius";
}

TEST(Opening, LiesAcrossTheJetHalfASpacingBeforeItsMiddle) {
    for (const glm::vec3 direction :
         {glm::vec3(0, 0, 1), glm::vec3(0, 0, -2), glm::vec3(1, 0, 0), glm::vec3(1, 2, 3)}) {
        sim::Emitter e = disc({0.1f, 0.2f, 0.3f}, direction, 0.0f, 1.0f);
        e.shape = sim::EmitterShape::rectangle;
        e.width = 0.06f;
        e.height = 0.04f;
        const sim::Opening opening(e, 0.02);
        ASSERT_EQ(opening.places().size(), 6u);
        glm::dvec3 sum(0.0);
        for (const glm::dvec3& place : opening.places()) {
            EXPECT_NEAR(glm::dot(place - glm::dvec3(e.position), opening.direction()), 0.01, 1e-9);
            sum += place / 6.0;
        }
        EXPECT_LT(glm::length(sum - glm::dvec3(e.position) - 0.01 * opening.direction()), 1e-9);
        EXPECT_EQ(sim::across(opening.direction()).width.z, 0.0) << "its width is level";
    }
}

TEST(Emitter, BringsSpeedTimesAreaTimesTimeToWithinALayer) {
    for (const float speed : {0.7f, 2.0f, 5.0f}) {
        World world(jet({1.0f, 0.4f, 0.4f}, disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.05f, speed)));
        const sim::Opening opening(world.scene().emitters[0], 0.02);
        const auto layer = static_cast<double>(opening.places().size());
        double time = 0.0;
        for (int frame = 0; frame < 10; ++frame) {
            const auto report = world.advance_frame();
            time = report.time;
            const double volume = static_cast<double>(report.emitted) * std::pow(0.02, 3);
            EXPECT_NEAR(volume, double{speed} * opening.area() * time, 1.001 * layer * std::pow(0.02, 3)) << speed;
            EXPECT_EQ(report.skipped, 0u);
        }
        EXPECT_EQ(world.validate(), "");
    }
}

// Layers begin between two steps; each must have gone on by exactly the rest of its step.
TEST(Emitter, GivesAnEvenJetWhateverTheTimeStep) {
    for (const float courant : {0.7f, 0.31f}) {
        sim::Scene scene = jet({1.0f, 0.4f, 0.4f}, disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.05f, 1.3f));
        scene.gravity = glm::vec3(0.0f);
        scene.courant = courant;
        World world(scene);
        run(world, 20);
        std::vector<float> x = world.particles().x;
        std::ranges::sort(x);
        const auto layer = static_cast<std::ptrdiff_t>(sim::Opening(scene.emitters[0], 0.02).places().size());
        for (auto at = x.begin() + layer; at < x.end(); at += layer) {
            EXPECT_NEAR(*at - *(at - layer), 0.02f, 2e-4f) << "at " << *at;
            EXPECT_NEAR(*(at + layer - 1) - *at, 0.0f, 2e-4f) << "a layer is flat";
        }
        // The first came out at time 0, half a spacing before the opening.
        EXPECT_NEAR(x.back(), 0.11 + 1.3 * world.time(), 1e-3);
    }
}

TEST(Emitter, ThrowsItsJetAlongAParabola) {
    constexpr double speed = 2.5, angle = 0.8, g = 9.81;
    const glm::vec3 direction(static_cast<float>(std::cos(angle)), 0.0f, static_cast<float>(std::sin(angle)));
    World world(jet({1.2f, 0.3f, 0.6f}, disc({0.1f, 0.15f, 0.1f}, direction, 0.04f, static_cast<float>(speed))));
    run(world, 18);
    const auto& p = world.particles();
    // Led by the nozzle for half a spacing and a support, then free. Of a lattice across the jet the middle goes along
    // the parabola; each eight centimetres of it are compared.
    const double x0 = 0.1 + 0.05 * std::cos(angle), z0 = 0.1 + 0.05 * std::sin(angle);
    int compared = 0;
    for (double from = 0.15; from < 0.5; from += 0.08) {
        double x = 0.0, z = 0.0, expected = 0.0;
        int count = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (double{p.x[i]} < from || double{p.x[i]} >= from + 0.08) continue;
            const double dx = double{p.x[i]} - x0;
            x += double{p.x[i]};
            z += double{p.z[i]};
            expected +=
                z0 + dx * std::tan(angle) - g * dx * dx / (2.0 * speed * speed * std::cos(angle) * std::cos(angle));
            ++count;
        }
        ASSERT_GT(count, 10) << from;
        EXPECT_NEAR(z / count, expected / count, 0.006) << "around x = " << x / count;
        ++compared;
    }
    EXPECT_GE(compared, 4);
}

TEST(Emitter, BringsTheMomentumOfWhatComesOut) {
    sim::Scene scene = jet({1.0f, 0.4f, 0.4f}, disc({0.2f, 0.1f, 0.2f}, {1, 0.5f, 0.25f}, 0.05f, 1.5f));
    scene.gravity = glm::vec3(0.0f);
    World world(scene);
    const auto report = run(world, 15);
    const glm::dvec3 expected = static_cast<double>(report.emitted) * 1000.0 * std::pow(0.02, 3) * 1.5 *
                                glm::normalize(glm::dvec3(1.0, 0.5, 0.25));
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(report.momentum[static_cast<std::size_t>(k)], expected[k], 1e-4 * glm::length(expected));
}

TEST(Emitter, KeepsToItsTimesItsLimitAndItsSwitch) {
    sim::Scene scene = jet({1.0f, 0.4f, 0.4f}, disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.05f, 2.0f));
    const auto places = sim::Opening(scene.emitters[0], 0.02).places().size();
    scene.emitters[0].from = 0.055f;
    scene.emitters[0].until = 0.125f;
    World timed(scene);
    EXPECT_EQ(run(timed, 3).emitted, 0u);
    EXPECT_EQ(run(timed, 9).emitted, 8 * places) << "at 55, 65 … 125 ms but for the end itself";
    scene.emitters[0].from = scene.emitters[0].until = 0.0f;
    scene.emitters[0].limit = 50;
    World limited(scene);
    EXPECT_EQ(run(limited, 10).emitted, 50u);

    scene.emitters[0].limit = 0;
    World switched(scene);
    auto before = run(switched, 3).emitted;
    auto parameters = switched.parameters();
    parameters.emitters[0].on = false;
    switched.set_parameters(parameters);
    EXPECT_EQ(run(switched, 3).emitted, before);
    parameters.emitters[0].on = true;
    parameters.emitters[0].speed = 4.0f;
    switched.set_parameters(parameters);
    const auto report = run(switched, 3);
    EXPECT_NEAR(static_cast<double>(report.emitted - before), 4.0 * 0.05 / 0.02 * static_cast<double>(places),
                static_cast<double>(places));
    EXPECT_NEAR(report.inflow, 4.0 * static_cast<double>(places) * 4e-4, 2.0 * static_cast<double>(places) * 8e-6 * 60);
    parameters.emitters.clear();
    EXPECT_THROW(switched.set_parameters(parameters), std::invalid_argument);
}

TEST(Emitter, LeavesOutPlacesWhereSomethingIs) {
    // Half of the opening is below the water.
    sim::Scene scene = scenes::tank({0.4f, 0.2f, 0.4f}, 0.02f);
    scene.volumes = {box({0, 0, 0}, {0.4f, 0.2f, 0.2f})};
    scene.emitters = {disc({0.1f, 0.1f, 0.2f}, {1, 0, 0}, 0.06f, 1.0f)};
    World world(scene);
    const auto report = run(world, 20);
    EXPECT_GT(report.skipped, 0u);
    EXPECT_GT(report.emitted, 0u);
    EXPECT_LT(report.max_density_error, 0.3);
    EXPECT_LT(report.max_speed, 5.0f) << "nobody was shot off";

    // A solid that comes before the opening later on.
    scene = jet({0.6f, 0.4f, 0.4f}, disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.03f, 1.0f));
    sim::Solid shutter;
    shutter.size = {0.06f, 0.2f, 0.2f};
    shutter.motion = sim::Motion::moving;
    shutter.position = {0.12f, 0.2f, 0.8f};
    shutter.path = {{0.0f, {0, 0, 0}}, {0.1f, {0, 0, -0.6f}}, {5.0f, {0, 0, -0.6f}}, {5.1f, {0, 0, 0}}};
    scene.solids = {shutter};
    World shut(scene);
    const auto open = run(shut, 7);
    const auto closed = run(shut, 10);
    EXPECT_EQ(closed.emitted, open.emitted);
    EXPECT_GT(closed.skipped, open.skipped);
}

// A layer between the rows of standing water is 0.87 spacings from everybody. It came in, pressed the water there by
// two fifths and burst: at 7 m/s, however slow the jet.
TEST(Emitter, LeavesOutTheGapsOfALattice) {
    for (const float height : {0.1f, 0.0f}) {  // in the midst of the water, and on the floor
        sim::Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
        scene.volumes = {box({0, 0, 0}, {0.4f, 0.4f, 0.2f})};
        sim::Emitter slot = disc({0.2f, 0.2f, height}, {0, 0, 1}, 0.0f, 0.1f);
        slot.shape = sim::EmitterShape::rectangle;
        slot.width = slot.height = 0.1f;
        scene.emitters = {slot};
        World world(scene);
        const auto report = run(world, 1);
        EXPECT_EQ(report.emitted, 0u) << height;
        EXPECT_EQ(report.skipped, 25u) << height;
        EXPECT_LT(report.max_speed, 0.5f) << height;
    }
}

TEST(Emitter, PumpsWaterUpFromBelowItsSurface) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 0.5f}, 0.02f);
    scene.volumes = {box({0, 0, 0}, {0.4f, 0.4f, 0.16f})};
    scene.emitters = {disc({0.2f, 0.2f, 0.0f}, {0, 0, 1}, 0.05f, 2.5f)};
    World world(scene);
    const auto report = run(world, 30);
    const double nominal = 16.0 * 2.5 * report.time / 0.02;
    EXPECT_GT(static_cast<double>(report.emitted), 0.6 * nominal);
    EXPECT_GT(*std::ranges::max_element(world.particles().z), 0.3f);
    EXPECT_LT(report.max_density_error, 0.3);
}

TEST(Emitter, RunsThroughAPeriodicTank) {
    sim::Scene scene = scenes::tank({0.4f, 0.08f, 0.2f}, 0.02f);
    scene.domain.periodic[1] = true;
    scene.domain.open[static_cast<std::size_t>(sim::Side::x_max)] = true;
    sim::Emitter slot = disc({0.0f, 0.04f, 0.04f}, {1, 0, 0}, 0.0f, 1.0f);
    slot.shape = sim::EmitterShape::rectangle;
    slot.width = slot.height = 0.08f;
    scene.emitters = {slot};
    World world(scene);
    const auto report = run(world, 40);
    EXPECT_GT(report.left, 100u);
    EXPECT_EQ(report.at_start + report.emitted - report.drained - report.left, report.particles);
    EXPECT_LT(report.max_density_error, 0.3);
}

TEST(Emitter, SeesWhoIsInItsWayAcrossTheSideOfAPeriodicTank) {
    sim::Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.volumes = {box({0, 0.38f, 0}, {0.4f, 0.4f, 0.4f})};  // particles at y = 0.39 m
    sim::Emitter slot = disc({0.11f, 0.002f, 0.1f}, {0, 0, 1}, 0.0f, 1.0f);
    slot.shape = sim::EmitterShape::rectangle;
    slot.width = slot.height = 0.02f;
    scene.emitters = {slot};
    World walled(scene);
    EXPECT_EQ(run(walled, 1).emitted, 1u);
    scene.domain.periodic[1] = true;
    World periodic(scene);
    const auto report = run(periodic, 1);
    EXPECT_EQ(report.emitted, 0u);
    EXPECT_EQ(report.skipped, 1u) << "12 mm away";
}

TEST(Emitter, PausesAtTheLimitOfTheSceneWithOneNotice) {
    sim::Scene scene = jet({1.0f, 0.4f, 0.4f}, disc({0.1f, 0.2f, 0.2f}, {1, 0, 0}, 0.05f, 2.0f));
    scene.particle_limit = 200;
    World world(scene);
    int notices = 0;
    for (int frame = 0; frame < 30; ++frame) {
        const auto report = world.advance_frame();
        EXPECT_EQ(report.trouble, "");
        EXPECT_LE(report.particles, 200u);
        notices += report.notice.empty() ? 0 : 1;
        if (!report.notice.empty())
            EXPECT_EQ(report.notice,
                      "emitters pause: there are 200 particles in the tank, as many as max_particles lets in; raise "
                      "that, or add a drain");
    }
    EXPECT_EQ(world.particles().size(), 200u);
    EXPECT_EQ(notices, 1);
}
