// A camera that orbits a point. z points up; angles are in radians here. Pixels count from the top left, and
// all sizes in pixels are those of the View, so a drag in the window's points must be scaled to the framebuffer first.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/frame.hpp"

namespace render {

struct Ray {
    glm::vec3 origin, direction;  // direction is of length one
};

struct OrbitCamera {
    glm::vec3 target{0.0f};
    float distance = 3.0f;                   // m; nothing nearer to the eye than a hundredth of it is drawn
    float nearest = 1e-3f, farthest = 1e5f;  // m, limits of the zoom; these are what a float still resolves
    float yaw = 0.0f, pitch = 0.4f;          // yaw 0 looks along +x; pitch is positive when looking down from above
    float field_of_view = 0.7f;              // vertical

    [[nodiscard]] glm::vec3 eye() const;
    /// There is no far plane: a perspective that reaches to infinity costs no precision worth having.
    [[nodiscard]] View view(int width, int height) const;

    /// Turns by a drag of that many pixels, as if the scene were grabbed; the pitch stops short of the poles.
    void orbit(glm::vec2 pixels);
    /// Moves with the mouse, so that what is under the pointer (at the target's depth) stays there.
    void pan(glm::vec2 pixels, int height);
    /// Notches of the wheel towards (positive) or away from the point under the pointer at the target's depth,
    /// which stays under the pointer.
    void zoom(float notches, glm::vec2 pointer, int width, int height);
    /// Moves so that the whole box is in view, keeping the direction. `aspect` is width over height.
    void fit(glm::vec3 min, glm::vec3 max, float aspect);
    /// How far from its target it must be to have the whole box in view.
    [[nodiscard]] float distance_to_see(glm::vec3 min, glm::vec3 max, float aspect) const;

    /// The ray through a point of the picture.
    [[nodiscard]] Ray ray(glm::vec2 pixel, int width, int height) const;
};

}  // namespace render
