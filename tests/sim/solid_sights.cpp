// Solids as pressure sees them: like walls, from a gradient, pushed back by what they push, and by as much as
// Archimedes says.
#include "sim/solid_sights.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "sim/calibration.hpp"
#include "sim/step_report.hpp"
#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"
#include "tests/sim/solid_shapes.hpp"

namespace sim {
namespace {

const WallSights walls = calibrate(0.02f, 0.06f).walls;

Sight at(const ConvexShape& shape, const glm::dvec3& p) { return sight_of(shape, p, walls); }

Solid body(SolidShape shape, glm::vec3 position) {
    Solid solid;
    solid.name = "body";
    solid.shape = shape;
    solid.position = position;
    solid.size = glm::vec3(0.15f);
    solid.radius = 0.09f;
    return solid;
}

}  // namespace

TEST(SolidSights, APlaneIsSeenAsAWallIs) {
    Domain domain;
    domain.min = glm::vec3(-1.0f, -1.0f, 0.0f);
    domain.max = glm::vec3(1.0f);
    const Tank tank(domain, walls);
    const ConvexShape plane(test::every_shape()[0]);
    for (const float z : {0.006f, 0.01f, 0.02f, 0.04f, 0.2f}) {
        const Sight seen = at(plane, {0.1, 0.2, z});
        const Tank::Shares shares = tank.shares_behind({0.1f, 0.2f, z});
        EXPECT_NEAR(seen.poly6, shares.poly6, 1e-6f) << z;
        EXPECT_NEAR(seen.spiky, shares.spiky, 1e-6f) << z;
        EXPECT_NEAR(glm::length(seen.push - tank.push({0.1f, 0.2f, z})), 0.0f, 1e-4f) << z;
    }
}

TEST(SolidSights, ThePushIsMinusTheGradient) {
    test::Draws draws(1);
    for (const Solid& solid : test::every_shape()) {
        const ConvexShape shape(solid);
        int pushed = 0;
        for (const glm::dvec3& near : test::surface_points(shape, draws, 200)) {
            const glm::dvec3 p = near + 0.02 * glm::dvec3(shape.closest(near).normal) + draws.within(0.01);
            if (shape.holds(p)) continue;
            const Sight seen = at(shape, p);
            glm::dvec3 slope;
            for (int k = 0; k < 3; ++k) {
                glm::dvec3 step(0.0);
                step[k] = 1e-4;
                slope[k] = (double{at(shape, p + step).spiky} - double{at(shape, p - step).spiky}) / 2e-4;
            }
            EXPECT_NEAR(glm::length(glm::dvec3(seen.push) + slope), 0.0, 0.02 + 0.01 * glm::length(slope))
                << test::name_of(shape);
            pushed += glm::length(seen.push) > 1.0f ? 1 : 0;
        }
        EXPECT_GT(pushed, 50) << test::name_of(shape);
    }
}

/// To the last bit: what is asked of many at once is what each is told alone.
TEST(SolidSights, ABoxIsTheSameToACellAsToEachOfIt) {
    test::Draws draws(2);
    const WallSights coarse = calibrate(0.03f, 0.06f).walls;
    int sights = 0, full = 0;
    for (int round = 0; round < 400; ++round) {
        Solid solid;
        solid.shape = SolidShape::box;
        solid.size = 0.1f * glm::vec3(draws.within(0.9)) + 0.1f;
        if (round % 5 == 0) solid.size.y = 0.001f;
        const ConvexShape shape(solid);
        const Frame pose(draws.within(1.0), draws.rotation());
        const LocalFrame frame{pose.position, glm::mat3_cast(pose.rotation)};
        Onlookers all;
        all.count = 1 + draws.below(most_in_solid_cell);
        full += all.count == most_in_solid_cell ? 1 : 0;
        const auto walls_of = [&](std::size_t i) { return round % 2 == 0 && i % 3 == 0 ? coarse : walls; };
        for (std::size_t i = 0; i < all.count; ++i) {
            const glm::vec3 p(pose.position + draws.within(0.2));
            all.x[i] = p.x, all.y[i] = p.y, all.z[i] = p.z;
            if (i == 0) all.x[i] = float(pose.position.x), all.y[i] = float(pose.position.y);
            all.see(i, walls_of(i));
        }
        all.find_places();
        CellSights seen;
        const std::uint64_t who =
            look_at_box(all, shape.half_size(), frame, shape.bounds(pose, double{coarse.range()}), seen);
        EXPECT_EQ(all.count < 64 ? who >> all.count : 0, 0u) << "nobody is there";
        for (std::size_t i = 0; i < all.count; ++i) {
            const glm::dvec3 p(all.x[i], all.y[i], all.z[i]);
            const Sight one = sight_of(shape, glm::transpose(frame.to_scene) * (p - frame.position), walls_of(i));
            const bool sees = one.poly6 >= least_sight || one.spiky >= least_sight;
            ASSERT_EQ((who >> i) & 1, sees ? 1u : 0u) << round << " " << i;
            if (!sees) continue;
            ++sights;
            EXPECT_EQ(seen.poly6[i], one.poly6);
            EXPECT_EQ(seen.spiky[i], one.spiky);
            EXPECT_EQ(glm::vec3(seen.push_x[i], seen.push_y[i], seen.push_z[i]),
                      glm::vec3(frame.to_scene * glm::dvec3(one.push)));
        }
    }
    EXPECT_GT(sights, 1000);
    EXPECT_GT(full, 0);
}

TEST(SolidSights, AThinPlateHidesLittle) {
    Solid solid;
    solid.shape = SolidShape::box;
    solid.size = {1.0f, 1.0f, 0.001f};
    const double thin = at(ConvexShape(solid), {0.0, 0.0, 0.0105}).spiky;
    solid.size.z = 1.0f;
    const double thick = at(ConvexShape(solid), {0.0, 0.0, 0.51}).spiky;
    EXPECT_LT(thin, 0.2 * thick);
    EXPECT_GT(thick, 0.02);
}

TEST(SolidSights, WaterPressesAsArchimedesSays) {
    struct Case {
        float support;
        SolidShape shape;
        double tolerance;  // by how well the first layers happen to fit
    };
    for (const auto& [support, shape, tolerance] :
         {Case{3.0f, SolidShape::box, 0.03}, {2.0f, SolidShape::sphere, 0.1}}) {
        Scene scene = scenes::tank({0.4f, 0.4f, 0.4f}, 0.02f);
        scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.28f}));
        scene.support = support;
        scene.fluids[0].sound_speed = 20.0f;
        scene.solids.push_back(body(shape, {0.2f, 0.2f, 0.13f}));
        Probe probe;
        probe.name = "push";
        probe.kind = ProbeKind::force;
        probe.solid = "body";
        scene.probes.push_back(probe);
        World world(scene);
        glm::dvec3 push(0.0);
        constexpr int frames = 40, counted = 20;
        for (int frame = 0; frame < frames; ++frame) {
            const std::vector<double> values = world.advance_frame().probes;
            if (frame >= frames - counted) push += glm::dvec3(values[0], values[1], values[2]) / double{counted};
        }
        const double lift = 9.81 * 1000.0 * ConvexShape(scene.solids[0]).volume();
        EXPECT_NEAR(push.z / lift, 1.0, tolerance) << "support " << support << " shape " << static_cast<int>(shape);
        EXPECT_NEAR(glm::length(glm::dvec2(push)) / lift, 0.0, 0.02);
    }
}

/// Nothing else acts: what the body has, the fluid has lost.
TEST(SolidSights, WhatPushesIsPushedBack) {
    Scene scene = scenes::floating_blob(glm::vec3(1.0f, 0.0f, 0.0f));
    scene.fluids[0].sound_speed = 15.0f;
    Solid ahead = body(SolidShape::box, {0.70f, 0.48f, 0.5f});
    ahead.motion = Motion::dynamic;
    ahead.density = 500.0f;
    scene.solids.push_back(ahead);
    World world(scene);
    const FrameReport first = world.advance_frame();
    glm::dvec3 moved(0.0);
    for (int frame = 0; frame < 14; ++frame) {
        const FrameReport report = world.advance_frame();
        const Body& b = world.solids().bodies()[0];
        const glm::dvec3 fluid(report.momentum[0], report.momentum[1], report.momentum[2]);
        moved = double{b.mass} * glm::dvec3(b.velocity);
        const glm::dvec3 all = fluid + moved;
        const double before = first.momentum[0];
        EXPECT_NEAR(glm::length(all - glm::dvec3(before, first.momentum[1], first.momentum[2])), 0.0, 1e-4 * before)
            << frame;
    }
    EXPECT_GT(moved.x, 0.2) << "it was pushed at all";
    EXPECT_GT(glm::length(glm::dvec3(world.solids().bodies()[0].spin)), 0.05) << "beside its centre";
}

}  // namespace sim
