// Which particle is under the pointer.
#pragma once

#include <glm/vec3.hpp>
#include <optional>

#include "app/snapshot.hpp"
#include "render/camera.hpp"

namespace app {

/// The frontmost particle whose centre is within `radius` of the ray; where sizes are mixed, a finer one within as much
/// less.
struct Hit {
    std::size_t particle;  // its place in the snapshot
    glm::vec3 place;       // m
};
[[nodiscard]] std::optional<Hit> pick(const Snapshot& snapshot, const render::Ray& ray, float radius);

}  // namespace app
