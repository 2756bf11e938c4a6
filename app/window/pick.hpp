// Which particle is under the pointer.
#pragma once

#include <glm/vec3.hpp>
#include <optional>

#include "app/snapshot.hpp"
#include "render/camera.hpp"

namespace app {

/// The place of the frontmost particle whose centre is within `radius` of the ray.
[[nodiscard]] std::optional<glm::vec3> pick(const Snapshot& snapshot, const render::Ray& ray, float radius);

}  // namespace app
