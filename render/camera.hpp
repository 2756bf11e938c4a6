// A camera that orbits a point. z points up; angles are in radians here.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/frame.hpp"

namespace render {

struct Ray {
    glm::vec3 origin, direction;  // direction is of length one
};

struct OrbitCamera {
    glm::vec3 target{0.0f};
    float distance = 3.0f;            // m
    float yaw = 0.0f, pitch = 0.4f;   // yaw 0 looks along +x; pitch is positive when looking down from above
    float field_of_view = 0.7f;       // vertical
    float near_plane = 0.01f, far_plane = 100.0f;

    [[nodiscard]] glm::vec3 eye() const;
    [[nodiscard]] View view(int width, int height) const;

    /// Turns by a drag of that many pixels; the pitch stops short of the poles.
    void orbit(glm::vec2 pixels);
    /// Moves the target with the mouse, so that what is under the pointer stays there.
    void pan(glm::vec2 pixels, int height);
    /// One notch of the wheel towards (positive) or away from the point under the pointer.
    void zoom(float notches, glm::vec2 pointer, int width, int height);
    /// Moves so that the whole box is in view, keeping the direction.
    void fit(glm::vec3 min, glm::vec3 max, float aspect);

    /// The ray through a pixel (from the top left).
    [[nodiscard]] Ray ray(glm::vec2 pixel, int width, int height) const;
};

}  // namespace render
