// Where particles begin.
#include "sim/fill.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "sim/fill_warnings.hpp"

namespace sim {
namespace {

Scene scene_of(std::vector<Volume> volumes, float spacing) {
    Scene scene;
    scene.spacing = spacing;
    scene.fluids.resize(2);
    scene.fluids[1].name = "oil";
    scene.volumes = std::move(volumes);
    return scene;
}

Volume box(glm::vec3 min, glm::vec3 max) {
    Volume volume;
    volume.min = min;
    volume.max = max;
    return volume;
}

Volume sphere(glm::vec3 centre, float radius) {
    Volume volume;
    volume.shape = Shape::sphere;
    volume.centre = centre;
    volume.radius = radius;
    return volume;
}

Volume cylinder(glm::vec3 centre, float radius, float height) {
    Volume volume = sphere(centre, radius);
    volume.shape = Shape::cylinder;
    volume.height = height;
    return volume;
}

glm::vec3 place(const Particles& particles, std::size_t i) { return {particles.x[i], particles.y[i], particles.z[i]}; }

TEST(Fill, PutsABoxOnItsLatticeXFastest) {
    const Particles particles = fill(scene_of({box({1, 2, 3}, {1.75f, 2.5f, 3.5f})}, 0.25f));
    ASSERT_EQ(particles.size(), 3u * 2u * 2u);
    std::size_t i = 0;
    for (const float z : {3.125f, 3.375f}) {
        for (const float y : {2.125f, 2.375f}) {
            for (const float x : {1.125f, 1.375f, 1.625f}) EXPECT_EQ(place(particles, i++), glm::vec3(x, y, z));
        }
    }
}

// 0.3 / 0.02 is 14.9999996 in floats: without a tolerance the last layer is lost.
TEST(Fill, CountsAWholeNumberOfSpacingsDespiteRounding) {
    for (int n = 1; n <= 2000; ++n) {
        const float length = static_cast<float>(n * 0.02);
        EXPECT_EQ(count_particles(scene_of({box({0, 0, 0}, {length, 0.02f, 0.02f})}, 0.02f)), n);
    }
}

TEST(Fill, LeavesPartOfASpacingEmpty) {
    EXPECT_EQ(count_particles(scene_of({box({0, 0, 0}, {0.39f, 0.1f, 0.1f})}, 0.1f)), 3);
}

TEST(Fill, KeepsASphereRoundAboutItsCentre) {
    const glm::vec3 centre(0.3f, -0.2f, 1.0f);
    const Particles particles = fill(scene_of({sphere(centre, 0.5f)}, 0.05f));
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        EXPECT_LE(glm::length(place(particles, i) - centre), 0.5f * 1.002f);
        sum += glm::dvec3(place(particles, i) - centre);
    }
    EXPECT_LT(glm::length(sum) / static_cast<double>(particles.size()), 1e-6);
    const double volume = static_cast<double>(particles.size()) * 0.05 * 0.05 * 0.05;
    EXPECT_NEAR(volume, 4.0 / 3.0 * std::numbers::pi * 0.125, 0.02 * volume);
}

TEST(Fill, StandsACylinderOnItsFoot) {
    const Particles particles = fill(scene_of({cylinder({0, 0, 2}, 0.2f, 0.3f)}, 0.1f));
    ASSERT_EQ(particles.size(), 12u * 3u) << "4 x 4 without the corners, three layers";
    EXPECT_FLOAT_EQ(particles.z.front(), 2.05f);
    EXPECT_FLOAT_EQ(particles.z.back(), 2.25f);
    EXPECT_FLOAT_EQ(particles.x.front(), -0.05f);
}

TEST(Fill, NumbersParticlesAndGivesThemFluidAndVelocity) {
    std::vector<Volume> volumes = {box({0, 0, 0}, {1, 1, 1}), sphere({3, 0, 0}, 1.0f)};
    volumes[1].fluid = "oil";
    volumes[1].velocity = {1, 2, 3};
    const Particles particles = fill(scene_of(volumes, 1.0f));
    ASSERT_EQ(particles.size(), 1u + 8u);
    for (std::uint32_t i = 0; i < 9; ++i) {
        EXPECT_EQ(particles.id[i], i);
        EXPECT_EQ(particles.fluid[i], i == 0 ? 0 : 1);
        const glm::vec3 velocity(particles.vx[i], particles.vy[i], particles.vz[i]);
        EXPECT_EQ(velocity, i == 0 ? glm::vec3(0) : glm::vec3(1, 2, 3));
        EXPECT_EQ(particles.ax[i] + particles.ay[i] + particles.az[i] + particles.density[i] + particles.pressure[i],
                  0.0f);
    }
}

TEST(Fill, CountsWhatItFills) {
    for (const float radius : {0.09f, 0.1f, 0.17f, 0.33f, 0.5f, 1.01f}) {
        const Scene scene = scene_of({sphere({0, 0, 0}, radius), cylinder({5, 0, 0}, radius, 0.7f)}, 0.1f);
        EXPECT_EQ(count_particles(scene), static_cast<double>(fill(scene).size())) << radius;
    }
}

TEST(Fill, EstimatesWhatItWouldTakeLongToCount) {
    EXPECT_NEAR(count_particles(scene_of({sphere({0, 0, 0}, 1000.0f)}, 1e-3f)), 4.18879e18, 1e15);
    EXPECT_NEAR(count_particles(scene_of({cylinder({0, 0, 0}, 1000.0f, 1000.0f)}, 1e-3f)), 3.14159e18, 1e15);
}

TEST(Fill, WarnsOfWaterThatFallsToTheSideBecauseItsLayersDoNotFit) {
    const auto warnings = [](const glm::vec3& min, const glm::vec3& max, float spacing) {
        Scene scene = scene_of({box(min, max)}, spacing);
        scene.fluids.pop_back();
        scene.domain.max = {1.2f, 0.4f, 0.8f};
        return fill_warnings(scene);
    };
    EXPECT_EQ(warnings({0.0f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.5f}, 0.015f),
              (std::vector<std::string>{"volumes.0 reaches from wall to wall along y, 0.4 m, but its 26 layers leave "
                                        "0.01 m free, into which it falls: a spacing of 0.01538 m or 0.01481 m fits"}));
    EXPECT_TRUE(warnings({0.0f, 0.0f, 0.0f}, {0.4f, 0.4f, 0.5f}, 0.02f).empty());
    EXPECT_TRUE(warnings({0.0f, 0.0f, 0.0f}, {0.4f, 0.3f, 0.5f}, 0.015f).empty()) << "it is free to fall anyway";
}

TEST(Fill, WarnsOfASupportThatIsTooSmallForIsotropy) {
    Scene scene = scene_of({box({0.2f, 0.2f, 0.0f}, {0.4f, 0.4f, 0.2f})}, 0.02f);
    scene.fluids.pop_back();
    scene.support = 1.5f;
    ASSERT_EQ(fill_warnings(scene).size(), 1u);
    EXPECT_EQ(fill_warnings(scene)[0].find("support 1.5 leaves particles so few neighbours"), 0u);
    scene.isotropy = 0.0f;
    EXPECT_TRUE(fill_warnings(scene).empty());
    scene.isotropy = 1.0f;
    scene.support = 1.6f;
    EXPECT_TRUE(fill_warnings(scene).empty());
}

TEST(Fill, WarnsOfFluidsThatAreNowhere) {
    Scene scene = scene_of({box({0.2f, 0.2f, 0.0f}, {0.4f, 0.4f, 0.2f})}, 0.02f);
    EXPECT_EQ(fill_warnings(scene),
              (std::vector<std::string>{"fluids.1 'oil' is in no volume and comes from no emitter, and may yet shorten "
                                        "everybody's steps: leave it out, or give it a volume"}));
    scene.emitters.resize(1);
    EXPECT_EQ(fill_warnings(scene).size(), 1u) << "of the first fluid";
    scene.emitters[0].fluid = "oil";
    EXPECT_TRUE(fill_warnings(scene).empty());
    scene.emitters.clear();
    scene.volumes[0].fluid = "oil";
    EXPECT_EQ(fill_warnings(scene).size(), 1u) << "the first fluid is nowhere then";
    scene.volumes.clear();
    scene.fluids.pop_back();
    EXPECT_TRUE(fill_warnings(scene).empty()) << "of solids alone";
}

TEST(Fill, RefusesTheImpossibleBeforeItAsksForMemory) {
    EXPECT_THROW((void)fill(scene_of({box({0, 0, 0}, {1000, 1000, 1000})}, 1e-3f)), std::invalid_argument);
    EXPECT_THROW((void)fill(scene_of({box({0, 0, 0}, {1, 1, 1})}, 0.0f)), std::invalid_argument);
    EXPECT_THROW((void)fill(scene_of({box({0, 0, 0}, {1, 1, 1})}, -1.0f)), std::invalid_argument);
    EXPECT_THROW((void)fill(scene_of({box({0, 0, 0}, {1, 1, 1})}, std::numeric_limits<float>::quiet_NaN())),
                 std::invalid_argument);
    EXPECT_THROW((void)fill(scene_of({box({0, 0, 0}, {1, 1, 1})}, 2.0f)), std::invalid_argument);
    EXPECT_THROW((void)fill(scene_of({}, 1.0f)), std::invalid_argument);
    std::vector<Volume> volumes = {box({0, 0, 0}, {1, 1, 1})};
    volumes[0].fluid = "honey";
    EXPECT_THROW((void)fill(scene_of(volumes, 0.5f)), std::invalid_argument);
}

}  // namespace
}  // namespace sim
