// Fluid against solids: nothing tunnels and nothing is lost.
#include "sim/solid_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/observation.hpp"
#include "tests/sim/solid_flight.hpp"
#include "tests/sim/solid_shapes.hpp"

namespace sim {
namespace {

using test::Draws;
using test::Flight;
using test::open_scene;
using test::plate;
using test::spacing;

TEST(SolidContact, BouncesAsRestitutionAndFrictionSay) {
    for (const float restitution : {0.0f, 0.3f, 1.0f})
        for (const float friction : {0.0f, 0.2f, 1.0f}) {
            Scene scene = open_scene();
            Solid solid = plate({20.0f, 20.0f, 0.5f});
            solid.restitution = restitution;
            solid.friction = friction;
            scene.solids.push_back(solid);
            Flight flight(scene);
            flight.add({0.0f, 0.0f, 0.305f}, {4.0f, 0.0f, -2.0f});
            flight.step(0.1);
            const glm::vec3 v = flight.velocity(0);
            EXPECT_NEAR(v.z, 2.0f * restitution, 1e-5);
            EXPECT_NEAR(v.x, std::max(0.0f, 4.0f - friction * (1.0f + restitution) * 2.0f), 1e-5);
            // A quarter of the step is over when it hits; for the rest it goes as it bounced.
            EXPECT_NEAR(flight.place(0).x, 4.0f * 0.025f + v.x * 0.075f, 1e-3);
            EXPECT_NEAR(flight.place(0).z, 0.255f + v.z * 0.075f, 1e-3) << "half a spacing off";
        }
}

TEST(SolidContact, IsRelativeToTheSurfaceThatMoves) {
    Scene scene = open_scene();
    Solid solid = plate();
    solid.motion = Motion::moving;
    solid.velocity = {0.0f, 0.0f, 3.0f};
    solid.restitution = 0.5f;
    solid.friction = 0.0f;
    scene.solids.push_back(solid);
    Flight flight(scene);
    flight.add({0.1f, 0.2f, 0.1f}, {1.0f, 0.0f, 0.0f});
    flight.step(0.1);
    EXPECT_NEAR(flight.velocity(0).z, 4.5f, 1e-5);
    EXPECT_NEAR(flight.velocity(0).x, 1.0f, 1e-5);

    // A paddle: what it hits goes as fast as it turns there.
    scene.solids[0].velocity = glm::vec3(0.0f);
    scene.solids[0].spin = {0.0f, -90.0f, 0.0f};
    scene.solids[0].restitution = 0.0f;
    Flight paddle(scene);
    paddle.add({0.5f, 0.0f, 0.01f}, glm::vec3(0.0f));
    paddle.step(0.05);
    EXPECT_NEAR(paddle.velocity(0).z, 0.5f * glm::radians(90.0f), 0.02f);
    EXPECT_FALSE(paddle.is_inside(0));
}

// Speeds are those of nightmares, and a plate is as thin as a hair: nobody ends inside, nor on its other side.
TEST(SolidContact, NothingTunnels) {
    Draws draws(17);
    for (int draw = 0; draw < 400; ++draw) {
        Scene scene = open_scene();
        const std::size_t kind = draws.below(6);
        Solid solid = kind == 5 ? plate({200.0f, 200.0f, 1e-4f}) : test::every_shape()[kind];
        solid.motion = draw % 3 == 0 ? Motion::fixed : Motion::moving;
        solid.position = glm::vec3(draws.within(0.5));
        if (solid.shape != SolidShape::plane) solid.rotation = glm::vec3(draws.within(180.0));
        const double fast = std::pow(10.0, 1.0 + 2.0 * draws.one());
        if (solid.motion == Motion::moving) {
            solid.velocity = glm::vec3(draws.within(fast));
            if (solid.shape != SolidShape::plane) solid.spin = glm::vec3(draws.within(20.0 * fast));
        }
        solid.restitution = draw % 2 == 0 ? 0.0f : 0.9f;
        scene.solids.push_back(solid);
        Flight flight(scene);
        std::vector<glm::dvec3> before;
        while (before.size() < 500) {
            const glm::dvec3 x = draws.within(2.0);
            // Some begin on the surface, and as near to it as they may.
            const glm::dvec3 local = Frame(flight.solids[0].pose).to_local(x);
            const Closest closest = flight.solids.shape(0).closest(local);
            glm::vec3 place(x);
            if (closest.distance <= 0.0 || draws.below(3) == 0)
                place = glm::vec3(
                    Frame(flight.solids[0].pose).to_scene(local - (closest.distance - 5e-5) * closest.normal));
            flight.add(place, glm::vec3(draws.within(fast)));
            before.push_back(place);
        }
        for (int step = 0; step < 5; ++step) {
            const double dt = std::min(0.01, flight.solids.longest_step());
            std::vector<glm::dvec3> from;
            for (std::size_t i = 0; i < before.size(); ++i) from.push_back(flight.local(i, 0));
            flight.step(dt);
            EXPECT_EQ(flight.contact.report().squeezed, 0u);
            for (std::size_t i = 0; i < before.size(); ++i) {
                ASSERT_FALSE(flight.is_inside(i)) << test::name_of(flight.solids.shape(0)) << " draw " << draw;
                // The plate is so wide that nobody comes near its edge in time: sides are for ever.
                if (kind == 5 && step < 2) ASSERT_GT(from[i].z * flight.local(i, 0).z, 0.0) << "draw " << draw;
            }
        }
    }
}

// A box of six plates, thin as hairs: whoever is in it stays, for all its shaking and spinning.
TEST(SolidContact, NobodyLeavesAShakenBox) {
    Scene scene = open_scene();
    const float wall = 1e-3f, edge = 1.0f;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-0.5f, 0.5f}) {
            Solid solid;
            solid.size = glm::vec3(edge + 2.0f * wall);
            solid.size[axis] = wall;
            solid.position[axis] = side * (edge + wall);
            solid.motion = Motion::moving;
            solid.restitution = 0.5f;
            solid.path = {{0.0f, {0, 0, 0}}, {0.05f, {2, 1, 3}}, {0.08f, {-2, 5, 0}}, {0.1f, {0, 0, 0}}};
            scene.solids.push_back(solid);
        }
    Flight flight(scene);
    Draws draws(23);
    for (int i = 0; i < 5000; ++i) flight.add(glm::vec3(draws.within(0.49)), glm::vec3(draws.within(100.0)));
    std::uint64_t hits = 0;
    for (int step = 0; step < 100; ++step) {
        flight.step(0.002);
        hits += flight.contact.report().hits;
        const glm::vec3 centre = 0.5f * (flight.solids[0].pose.position + flight.solids[1].pose.position);
        for (std::size_t i = 0; i < flight.p.size(); ++i) {
            const glm::vec3 from = glm::abs(flight.place(i) - centre);
            ASSERT_LT(std::max({from.x, from.y, from.z}), 0.5f * edge) << "step " << step << ", particle " << i;
        }
    }
    EXPECT_GT(hits, 100'000u);
}

TEST(SolidContact, WhoIsCaughtBetweenSolidsEndsBesideThem) {
    Scene scene = open_scene();
    for (const float side : {-1.0f, 1.0f}) {
        Solid solid = plate({1.0f, 1.0f, 0.5f});
        solid.position.z = side * 0.35f;
        solid.motion = Motion::moving;
        solid.velocity.z = -side * 1.0f;
        scene.solids.push_back(solid);
    }
    Flight flight(scene);
    Draws draws(29);
    for (int i = 0; i < 200; ++i)
        flight.add(glm::vec3(draws.within(0.49) * glm::dvec3(1.0, 1.0, 0.1)), glm::vec3(0.0f));
    for (int step = 0; step < 9; ++step) {
        flight.step(0.01);
        for (std::size_t i = 0; i < flight.p.size(); ++i) ASSERT_FALSE(flight.is_inside(i)) << step;
    }
}

TEST(SolidContact, WhatTheFluidLosesTheBodiesGet) {
    Scene scene = open_scene();
    for (Solid solid : test::every_shape()) {
        if (solid.shape == SolidShape::plane) continue;
        solid.motion = Motion::dynamic;
        solid.density = 50.0f;
        solid.restitution = 0.3f;
        solid.position = glm::vec3(1.5f * static_cast<float>(scene.solids.size()), 0.0f, 0.0f);
        scene.solids.push_back(solid);
    }
    Flight flight(scene);
    Draws draws(31);
    for (int i = 0; i < 20'000; ++i) {
        const glm::vec3 x(draws.within(4.0));
        flight.add(x, -10.0f * x);
    }
    // Those that begin inside are pushed out; that is no exchange of momentum by itself.
    const glm::dvec3 before = flight.momentum();
    double exchanged = 0.0;
    std::uint64_t hits = 0;
    for (int step = 0; step < 60; ++step) {
        flight.step(0.002);
        hits += flight.contact.report().hits;
    }
    for (const Body& body : flight.solids.bodies()) exchanged += double{body.mass} * glm::length(body.velocity);
    EXPECT_GT(hits, 1000u);
    EXPECT_GT(exchanged, 0.1) << "N s";
    EXPECT_LT(glm::length(flight.momentum() - before), 1e-4 * exchanged);
}

// A body lighter than what hits it must not be kicked away faster than that came: heaps of boxes and water blew up.
TEST(SolidContact, ALightBodyAndManyParticlesGainNoEnergy) {
    Scene scene = open_scene();
    // Cubes and balls turn alike about every axis: what they have in spin does not depend on how they are turned.
    for (int i = 0; i < 6; ++i) {
        Solid solid = plate(glm::vec3(0.04f));
        solid.shape = i % 2 == 0 ? SolidShape::box : SolidShape::sphere;
        solid.radius = 0.025f;
        solid.motion = Motion::dynamic;
        solid.density = 10.0f;
        solid.friction = 0.5f;
        solid.position = glm::vec3(0.1f * static_cast<float>(i), 0.0f, 0.0f);
        scene.solids.push_back(solid);
    }
    Flight flight(scene);
    Draws draws(41);
    for (int i = 0; i < 4000; ++i) flight.add(glm::vec3(draws.within(0.5)), glm::vec3(draws.within(3.0)));
    const auto energy = [&] {
        double sum = 0.0;
        for (std::size_t i = 0; i < flight.p.size(); ++i)
            sum += 0.5 * double{flight.medium.phases[0].mass} * glm::dot(flight.velocity(i), flight.velocity(i));
        for (const Body& body : flight.solids.bodies()) {
            sum += 0.5 * double{body.mass} * glm::dot(body.velocity, body.velocity) +
                   0.5 * double{glm::dot(body.spin * body.spin, body.inertia)};
        }
        return sum;
    };
    double last = energy();
    const double first = last;
    for (int step = 0; step < 50; ++step) {
        flight.step(0.002);
        EXPECT_LE(energy(), last * (1.0 + 1e-5)) << step;
        last = energy();
    }
    EXPECT_LT(last, first);
}

TEST(SolidContact, APushBesideTheCentreTurns) {
    Scene scene = open_scene();
    Solid solid = plate({1.0f, 0.2f, 0.2f});
    solid.motion = Motion::dynamic;
    solid.friction = 0.0f;
    scene.solids.push_back(solid);
    Flight flight(scene);
    flight.add({0.4f, 0.0f, 0.11f}, {0.0f, 0.0f, -10.0f});
    flight.step(0.01);
    const Body& body = flight.solids.bodies()[0];
    // Two bodies of finite mass: the point that is hit and the particle go on together.
    const double mass = double{flight.medium.phases[0].mass};
    const double push = 10.0 / (1.0 / mass + 1.0 / body.mass + 0.4 * 0.4 / body.inertia.y);
    EXPECT_NEAR(flight.velocity(0).z, body.velocity.z - body.spin.y * 0.4f, 1e-5f);
    EXPECT_NEAR(body.velocity.z, -push / body.mass, 1e-5 * push / body.mass);
    EXPECT_NEAR(body.spin.y, 0.4 * push / body.inertia.y, 1e-4 * 0.4 * push / body.inertia.y);
    EXPECT_NEAR(body.mass, 20.0, 1e-4);
    EXPECT_NEAR(body.inertia.y, 20.0 * (1.0 + 0.04) / 12.0, 1e-4);
}

}  // namespace
}  // namespace sim
