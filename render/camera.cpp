#include "render/camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

namespace render {
namespace {

constexpr glm::vec3 up_axis{0.0f, 0.0f, 1.0f};
constexpr float turn_per_pixel = 0.006f;  // radians: a drag across 520 pixels is half a turn
constexpr float steepest = 1.55f;         // radians, 89 degrees: straight down there is no "up" to keep
constexpr float zoom_per_notch = 0.87f;   // five notches halve the distance
constexpr float fit_margin = 1.04f;       // leaves a little air around a fitted box

struct Axes {
    glm::vec3 forward, right, up;  // of the picture, each of length one
};

Axes axes_of(const OrbitCamera& camera) {
    const float level = std::cos(camera.pitch);
    const glm::vec3 forward(level * std::cos(camera.yaw), level * std::sin(camera.yaw), -std::sin(camera.pitch));
    const glm::vec3 right(std::sin(camera.yaw), -std::cos(camera.yaw), 0.0f);
    return {forward, right, glm::cross(right, forward)};
}

}  // namespace

glm::vec3 OrbitCamera::eye() const { return target - distance * axes_of(*this).forward; }

View OrbitCamera::view(int width, int height) const {
    // A window being minimised can have no size; its picture is never seen, but must not divide by zero.
    const float aspect = static_cast<float>(std::max(width, 1)) / static_cast<float>(std::max(height, 1));
    return {glm::lookAt(eye(), target, up_axis), glm::infinitePerspective(field_of_view, aspect, 0.01f * distance),
            width, height};
}

void OrbitCamera::orbit(glm::vec2 pixels) {
    yaw = std::remainder(yaw - turn_per_pixel * pixels.x, 2.0f * std::acos(-1.0f));
    pitch = std::clamp(pitch + turn_per_pixel * pixels.y, -steepest, steepest);
}

void OrbitCamera::pan(glm::vec2 pixels, int height) {
    const Axes axes = axes_of(*this);
    const float metres_per_pixel =
        2.0f * std::tan(0.5f * field_of_view) * distance / static_cast<float>(std::max(height, 1));
    target += metres_per_pixel * (pixels.y * axes.up - pixels.x * axes.right);
}

void OrbitCamera::zoom(float notches, glm::vec2 pointer, int width, int height) {
    const Ray through = ray(pointer, width, height);
    const glm::vec3 held =
        through.origin + through.direction * (distance / glm::dot(through.direction, axes_of(*this).forward));
    const float wanted = std::clamp(distance * std::pow(zoom_per_notch, notches), nearest, farthest);
    target = held + (target - held) * (wanted / distance);
    distance = wanted;
}

void OrbitCamera::fit(glm::vec3 min, glm::vec3 max, float aspect) {
    target = 0.5f * (min + max);
    const float outside = fit_margin * 0.5f * glm::length(max - min);  // however thin the box
    distance = std::max({nearest, outside, distance_to_see(min, max, aspect)});
}

float OrbitCamera::distance_to_see(glm::vec3 min, glm::vec3 max, float aspect) const {
    const Axes axes = axes_of(*this);
    const float half_height = std::tan(0.5f * field_of_view), half_width = half_height * aspect;  // at one metre
    float enough = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 offset =
            glm::vec3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z) - target;
        const float width_needs = std::abs(glm::dot(offset, axes.right)) / half_width;
        const float height_needs = std::abs(glm::dot(offset, axes.up)) / half_height;
        // The corner is `enough + forward part` away from the eye, and there the picture must be wide enough.
        enough = std::max(enough, fit_margin * std::max(width_needs, height_needs) - glm::dot(offset, axes.forward));
    }
    return enough;
}

Ray OrbitCamera::ray(glm::vec2 pixel, int width, int height) const {
    const Axes axes = axes_of(*this);
    const glm::vec2 size(std::max(width, 1), std::max(height, 1));
    const glm::vec2 from_centre = (2.0f * pixel - size) / size.y;  // half the height is one
    const float half_height = std::tan(0.5f * field_of_view);
    return {eye(), glm::normalize(axes.forward + half_height * (from_centre.x * axes.right - from_centre.y * axes.up))};
}

}  // namespace render
