// How fluid moves at the start: flows with a known future, in the plane of x and z.
//
//   strain     u = rate (x - cx), w = -rate (z - cz): a round patch becomes an ellipse (Monaghan 1994)
//   vortices   u = -speed cos(kx) sin(kz), w = speed sin(kx) cos(kz), k = 2 pi / wavelength (Taylor, Green 1937)
#pragma once

#include <glm/vec3.hpp>

#include "sim/scene.hpp"
#include "sim/scene_description.hpp"

namespace sim {

/// m/s, without the volume's velocity.
[[nodiscard]] glm::vec3 velocity_at(const Flow& flow, glm::vec3 place) noexcept;

/// The greatest speed in it, over a box; m/s.
[[nodiscard]] float fastest_in(const Flow& flow, glm::vec3 min, glm::vec3 max) noexcept;

void describe(FieldVisitor& visitor, Flow& flow);

}  // namespace sim
