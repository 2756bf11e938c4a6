// A plane across one of the axes that cuts the picture open: what is on the eye's side of it is left away.
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>

#include "render/camera.hpp"

namespace app {

struct Cut {
    int axis = 1;     // x, y, z
    float at = 0.0f;  // m
    bool operator==(const Cut&) const = default;

    [[nodiscard]] bool hides(float place_along, const glm::vec3& eye) const noexcept {
        return (place_along > at) == (eye[axis] > at);
    }
    /// dot(plane, (place, 1)) is negative for what is hidden.
    [[nodiscard]] glm::vec4 plane(const glm::vec3& eye) const noexcept;
    /// The part of a ray from the eye along which something is seen, or nothing.
    [[nodiscard]] std::optional<render::Ray> behind(const render::Ray& ray) const noexcept;
};

}  // namespace app
