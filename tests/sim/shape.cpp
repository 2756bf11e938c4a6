// Shapes against what sampling and plain geometry say of them.
#include "sim/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/sim/solid_shapes.hpp"

namespace sim {
namespace {

using test::Draws;

TEST(ConvexShape, ClosestPointIsOnTheSurfaceAndNothingIsCloser) {
    Draws draws(3);
    for (const Solid& solid : test::every_shape()) {
        const ConvexShape shape(solid);
        const auto surface = test::surface_points(shape, draws, 4000);
        for (int i = 0; i < 300; ++i) {
            const glm::dvec3 p = draws.within(1.5);
            const Closest found = shape.closest(p);
            EXPECT_NEAR(glm::length(found.normal), 1.0, 1e-12);
            const glm::dvec3 touched = p - found.distance * found.normal;
            EXPECT_NEAR(shape.closest(touched).distance, 0.0, 1e-9) << test::name_of(shape);
            double nearest = 1e30;
            for (const glm::dvec3& q : surface) nearest = std::min(nearest, glm::length(p - q));
            EXPECT_LE(std::abs(found.distance), nearest + 1e-9) << test::name_of(shape);
            EXPECT_EQ(shape.holds(p), found.distance < 0.0) << test::name_of(shape);
        }
    }
}

TEST(ConvexShape, VolumeAndInertiaAreThoseOfAMillionSamples) {
    Draws draws(5);
    for (const Solid& solid : test::every_shape()) {
        if (solid.shape == SolidShape::plane) continue;
        const ConvexShape shape(solid);
        const double edge = 2.0 * shape.reach();
        constexpr int samples = 400'000;
        int inside = 0;
        glm::dvec3 centre(0.0), squares(0.0), products(0.0);
        for (int i = 0; i < samples; ++i) {
            const glm::dvec3 p = draws.within(shape.reach());
            if (!shape.holds(p)) continue;
            ++inside;
            centre += p;
            squares += p * p;
            products += glm::dvec3(p.y * p.z, p.z * p.x, p.x * p.y);
        }
        const double n = inside;
        EXPECT_NEAR(n / samples * edge * edge * edge / shape.volume(), 1.0, 0.02) << test::name_of(shape);
        const glm::dvec3 inertia = glm::dvec3(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y) / n;
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(inertia[k] / shape.inertia()[k], 1.0, 0.02) << test::name_of(shape);
            EXPECT_NEAR(centre[k] / n, 0.0, 0.01 * shape.reach()) << test::name_of(shape);
            EXPECT_NEAR(products[k] / n, 0.0, 0.01 * shape.reach() * shape.reach()) << test::name_of(shape);
        }
    }
}

TEST(ConvexShape, AHullIsWhereItsPointsWere) {
    const Solid hull = test::every_shape().back();
    const ConvexShape shape(hull);
    const Frame placed = shape.frame();
    ASSERT_EQ(shape.kind(), SolidShape::hull);
    for (const glm::dvec3& v : shape.vertices()) {
        double nearest = 1e30;
        for (const glm::vec3& p : hull.points)
            nearest = std::min(nearest, glm::length(placed.to_scene(v) - glm::dvec3(p)));
        EXPECT_LT(nearest, 1e-12);
    }
    EXPECT_EQ(shape.triangles().size(), 2 * shape.vertices().size() - 4) << "Euler";
}

TEST(ConvexShape, BoundsHoldItAndTouchIt) {
    Draws draws(7);
    for (const Solid& solid : test::every_shape()) {
        const ConvexShape shape(solid);
        if (solid.shape == SolidShape::plane) continue;
        for (int i = 0; i < 20; ++i) {
            const Frame at{draws.within(2.0), draws.rotation()};
            const spatial::Box box = shape.bounds(at);
            const glm::dvec3 low(box.min_x, box.min_y, box.min_z), high(box.max_x, box.max_y, box.max_z);
            glm::dvec3 least(1e30), most(-1e30);
            for (const glm::dvec3& q : test::surface_points(shape, draws, 4000)) {
                const glm::dvec3 p = at.to_scene(q);
                least = glm::min(least, p), most = glm::max(most, p);
            }
            for (int k = 0; k < 3; ++k) {
                EXPECT_LE(low[k], least[k] + 1e-12);
                EXPECT_GE(high[k], most[k] - 1e-12);
                EXPECT_NEAR(low[k], least[k], 0.15 * shape.reach()) << test::name_of(shape);
                EXPECT_NEAR(high[k], most[k], 0.15 * shape.reach()) << test::name_of(shape);
            }
        }
    }
}

// A wall that faces along an axis must not be everywhere: all fluid would be asked about it.
TEST(ConvexShape, APlaneAlongAnAxisHasATightBox) {
    Solid plane;
    plane.shape = SolidShape::plane;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            plane.normal = glm::vec3(0.0f);
            plane.normal[axis] = 3.0f * side;
            const ConvexShape shape(plane);
            const Pose pose{{1.0f, 2.0f, 3.0f}, glm::quat(shape.frame().rotation)};
            const spatial::Box box = shape.bounds(Frame(pose));
            const std::array<float, 6> sides = {box.min_x, box.min_y, box.min_z, box.max_x, box.max_y, box.max_z};
            const auto end = static_cast<std::size_t>(side > 0.0f ? 3 + axis : axis);
            for (std::size_t i = 0; i < 6; ++i)
                if (i == end)
                    EXPECT_EQ(sides[i], pose.position[axis]);
                else
                    EXPECT_TRUE(std::isinf(sides[i]));
        }
}

// Sampling along the way is the plain truth, but for what happens between two samples.
TEST(ConvexShape, EntryIsWhereSamplingFindsIt) {
    Draws draws(11);
    for (const Solid& solid : test::every_shape()) {
        const ConvexShape shape(solid);
        int entered = 0;
        for (int i = 0; i < 5000; ++i) {
            const glm::dvec3 from = draws.within(1.5), to = draws.within(1.5);
            const auto entry = shape.entry(from, to);
            if (shape.holds(from)) {
                ASSERT_TRUE(entry.has_value());
                EXPECT_EQ(entry->time, 0.0);
                continue;
            }
            constexpr int samples = 200;
            int first = 0;
            while (first <= samples && !shape.holds(glm::mix(from, to, double(first) / samples))) ++first;
            if (first <= samples) ASSERT_TRUE(entry.has_value()) << test::name_of(shape);
            if (!entry) continue;
            ++entered;
            EXPECT_LE(entry->time * samples, first) << test::name_of(shape);
            const glm::dvec3 where = glm::mix(from, to, entry->time);
            EXPECT_NEAR(shape.closest(where).distance, 0.0, 1e-9) << test::name_of(shape);
            EXPECT_LE(glm::dot(entry->normal, to - from), 1e-12) << "it faces who comes";
        }
        EXPECT_GT(entered, 300) << test::name_of(shape);
    }
}

TEST(ConvexShape, GrazingIsNotEntering) {
    Solid box = test::every_shape()[1];
    box.size = glm::vec3(2.0f);
    const ConvexShape cube(box);
    EXPECT_FALSE(cube.entry({-3, 0, 1}, {3, 0, 1})) << "along a face";
    EXPECT_FALSE(cube.entry({-3, 1, 1}, {3, 1, 1})) << "along an edge";
    EXPECT_FALSE(cube.entry({0, 2, 0}, {2, 0, 0})) << "past an edge";
    EXPECT_FALSE(cube.entry({0, 0, 1}, {0, 0, 1})) << "at rest on it";
    EXPECT_FALSE(cube.entry({0, 0, 1}, {0, 0, 5})) << "leaving it";
    EXPECT_TRUE(cube.entry({0, 0, 1}, {0, 0, 1 - 1e-15}));
    EXPECT_TRUE(cube.entry({0, 0, 0.5}, {0, 0, 0.5})) << "who is inside has entered, at rest too";
    Solid ball;
    ball.shape = SolidShape::sphere;
    ball.radius = 1.0f;
    const ConvexShape sphere(ball);
    EXPECT_FALSE(sphere.entry({-3, 0, 1}, {3, 0, 1}));
    EXPECT_FALSE(sphere.entry({0, 0, 1}, {0, 0, 1}));
    EXPECT_TRUE(sphere.entry({-3, 0, 1 - 1e-12}, {3, 0, 1 - 1e-12}));
}

// Whoever ends inside has entered, even if by the last bit: this is what lets nobody in.
TEST(ConvexShape, WhoEndsInsideHasEntered) {
    Draws draws(13);
    for (const Solid& solid : test::every_shape()) {
        const ConvexShape shape(solid);
        for (int i = 0; i < 200'000; ++i) {
            const glm::dvec3 to = draws.within(0.6), from = draws.within(i % 2 == 0 ? 0.6 : 1e3);
            // Half of the ways end within a few bits of the surface.
            const Closest end = shape.closest(to);
            const double out = i % 4 < 2 ? end.distance * (1.0 + 1e-15 * draws.one()) : 0.0;
            const glm::dvec3 at = to - out * end.normal;
            if (shape.holds(at)) ASSERT_TRUE(shape.entry(from, at).has_value()) << test::name_of(shape);
        }
    }
}

}  // namespace
}  // namespace sim
