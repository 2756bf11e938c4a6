// The camera's promises to the hand on the mouse.
#include "render/camera.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <random>

namespace {

using render::OrbitCamera;

constexpr int width = 1280, height = 720;

/// Where a point of the world is in the picture, pixels from the top left.
glm::vec2 pixel_of(const OrbitCamera& camera, glm::vec3 point) {
    const render::View view = camera.view(width, height);
    const glm::vec4 clip = view.projection * view.view * glm::vec4(point, 1.0f);
    return {(0.5f + 0.5f * clip.x / clip.w) * width, (0.5f - 0.5f * clip.y / clip.w) * height};
}

/// The point under a pixel, as deep as the target is.
glm::vec3 point_under(const OrbitCamera& camera, glm::vec2 pixel) {
    const render::Ray ray = camera.ray(pixel, width, height);
    const glm::vec3 forward = glm::normalize(camera.target - camera.eye());
    return ray.origin + ray.direction * (camera.distance / glm::dot(ray.direction, forward));
}

OrbitCamera random_camera(std::mt19937& rng) {
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    OrbitCamera camera;
    camera.target = {5.0f * unit(rng), 5.0f * unit(rng), 5.0f * unit(rng)};
    camera.distance = 3.0f + 2.0f * unit(rng);
    camera.yaw = 3.0f * unit(rng);
    camera.pitch = 1.4f * unit(rng);
    return camera;
}

glm::vec2 random_pixel(std::mt19937& rng) {
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    return {width * unit(rng), height * unit(rng)};
}

TEST(Camera, LooksAlongXAtYawZeroWithZUpwards) {
    OrbitCamera camera;
    camera.pitch = 0.0f;
    EXPECT_LT(camera.eye().x, -2.9f);
    EXPECT_LT(pixel_of(camera, {0.0f, 0.0f, 0.5f}).y, 0.5f * height);
    EXPECT_LT(pixel_of(camera, {0.0f, 0.5f, 0.0f}).x, 0.5f * width);  // +y is to the left
}

TEST(Camera, LooksDownFromAboveAtPositivePitch) {
    OrbitCamera camera;
    camera.pitch = 0.5f;
    EXPECT_GT(camera.eye().z, camera.target.z);
}

TEST(Camera, HasItsTargetInTheMiddleOfThePicture) {
    std::mt19937 rng(1);
    for (int draw = 0; draw < 100; ++draw) {
        const OrbitCamera camera = random_camera(rng);
        const glm::vec2 pixel = pixel_of(camera, camera.target);
        EXPECT_NEAR(pixel.x, 0.5f * width, 0.05f);
        EXPECT_NEAR(pixel.y, 0.5f * height, 0.05f);
    }
}

TEST(Camera, SendsItsRayBackToThePointThatWasProjected) {
    std::mt19937 rng(2);
    std::uniform_real_distribution<float> unit(-0.4f, 0.4f);
    for (int draw = 0; draw < 100; ++draw) {
        const OrbitCamera camera = random_camera(rng);
        const glm::vec3 point = camera.target + glm::vec3(unit(rng), unit(rng), unit(rng));
        const render::Ray ray = camera.ray(pixel_of(camera, point), width, height);
        EXPECT_NEAR(glm::length(ray.direction), 1.0f, 1e-5f);
        EXPECT_LT(glm::length(glm::cross(point - ray.origin, ray.direction)), 1e-4f);
        EXPECT_GT(glm::dot(point - ray.origin, ray.direction), 0.0f);
    }
}

TEST(Camera, KeepsWhatIsUnderThePointerWhilePanning) {
    std::mt19937 rng(3);
    for (int draw = 0; draw < 100; ++draw) {
        OrbitCamera camera = random_camera(rng);
        const glm::vec2 from = random_pixel(rng), to = random_pixel(rng);
        const glm::vec3 held = point_under(camera, from);
        camera.pan(to - from, height);
        const glm::vec2 now = pixel_of(camera, held);
        EXPECT_NEAR(now.x, to.x, 0.1f);
        EXPECT_NEAR(now.y, to.y, 0.1f);
    }
}

TEST(Camera, KeepsWhatIsUnderThePointerWhileZooming) {
    std::mt19937 rng(4);
    for (int draw = 0; draw < 100; ++draw) {
        OrbitCamera camera = random_camera(rng);
        const glm::vec2 pointer = random_pixel(rng);
        const glm::vec3 held = point_under(camera, pointer);
        const float before = camera.distance;
        camera.zoom(draw % 2 ? 3.0f : -3.0f, pointer, width, height);
        EXPECT_EQ(camera.distance < before, draw % 2 == 1) << "a positive notch comes closer";
        const glm::vec2 now = pixel_of(camera, held);
        EXPECT_NEAR(now.x, pointer.x, 0.1f);
        EXPECT_NEAR(now.y, pointer.y, 0.1f);
    }
}

TEST(Camera, NeverZoomsThroughItsTarget) {
    OrbitCamera camera;
    for (int notch = 0; notch < 1000; ++notch) camera.zoom(1.0f, {0.5f * width, 0.5f * height}, width, height);
    EXPECT_GT(camera.distance, 0.0f);
    EXPECT_LT(glm::length(camera.target), 1e-3f);
}

TEST(Camera, ZoomsNoFurtherThanItsLimits) {
    OrbitCamera camera;
    camera.nearest = 0.5f;
    camera.farthest = 20.0f;
    for (int notch = 0; notch < 100; ++notch) camera.zoom(1.0f, {0.0f, 0.0f}, width, height);
    EXPECT_EQ(camera.distance, 0.5f);
    for (int notch = 0; notch < 100; ++notch) camera.zoom(-1.0f, {0.0f, 0.0f}, width, height);
    EXPECT_EQ(camera.distance, 20.0f);
}

TEST(Camera, TurnsTheSceneWithTheHand) {
    OrbitCamera camera;
    camera.pitch = 0.3f;
    const glm::vec3 front = camera.target + 0.3f * glm::normalize(camera.eye() - camera.target);
    const glm::vec2 before = pixel_of(camera, front);
    camera.orbit({40.0f, 25.0f});
    const glm::vec2 after = pixel_of(camera, front);
    EXPECT_GT(after.x, before.x);
    EXPECT_GT(after.y, before.y);
}

TEST(Camera, StopsShortOfThePoles) {
    OrbitCamera camera;
    for (const float drag : {1e5f, -1e5f}) {
        camera.orbit({3.0f, drag});
        const render::View view = camera.view(width, height);
        const glm::vec4 up = view.view * glm::vec4(0.0f, 0.0f, 1.0f, 0.0f);
        EXPECT_GT(up.y, 0.01f) << "z still points up in the picture";
        EXPECT_NEAR(glm::length(camera.eye() - camera.target), camera.distance, 1e-4f);
    }
}

TEST(Camera, FitsAllEightCornersOfABoxAndNotMuchMore) {
    std::mt19937 rng(5);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (int draw = 0; draw < 200; ++draw) {
        OrbitCamera camera = random_camera(rng);
        const glm::vec3 low(20.0f * unit(rng) - 10.0f, 20.0f * unit(rng) - 10.0f, 20.0f * unit(rng) - 10.0f);
        const glm::vec3 high = low + glm::vec3(3.0f * unit(rng), 2.0f * unit(rng), 1.0f * unit(rng));
        camera.fit(low, high, static_cast<float>(width) / height);
        float fullest = 0.0f;  // share of the half picture that the outermost corner reaches
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec3 point(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                                  corner & 4 ? high.z : low.z);
            const glm::vec2 place = pixel_of(camera, point) / (0.5f * glm::vec2(width, height)) - 1.0f;
            fullest = std::max({fullest, std::abs(place.x), std::abs(place.y)});
        }
        EXPECT_LE(fullest, 1.0f);
        EXPECT_GT(fullest, 0.9f);
    }
}

TEST(Camera, FitsABoxWithoutVolume) {
    OrbitCamera camera;
    camera.fit(glm::vec3(1.0f), glm::vec3(1.0f), 1.5f);
    EXPECT_GT(camera.distance, 0.0f);
    EXPECT_EQ(camera.target, glm::vec3(1.0f));
}

TEST(Camera, SurvivesAWindowWithoutSize) {
    const render::View view = OrbitCamera{}.view(0, 0);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row) EXPECT_TRUE(std::isfinite(view.projection[column][row]));
}

}  // namespace
