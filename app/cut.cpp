#include "app/cut.hpp"

#include <cmath>

namespace app {

glm::vec4 Cut::plane(const glm::vec3& eye) const noexcept {
    const float side = eye[axis] > at ? -1.0f : 1.0f;
    glm::vec4 plane(0.0f, 0.0f, 0.0f, -side * at);
    plane[axis] = side;
    return plane;
}

std::optional<render::Ray> Cut::behind(const render::Ray& ray) const noexcept {
    const float way = (at - ray.origin[axis]) / ray.direction[axis];
    if (!std::isfinite(way) || way < 0.0f) return std::nullopt;
    return render::Ray{ray.origin + way * ray.direction, ray.direction};
}

}  // namespace app
