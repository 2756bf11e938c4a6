// The box around a volume or a drain.
#pragma once

#include <glm/vec3.hpp>

#include "sim/scene.hpp"

namespace sim {

struct Bounds {
    glm::dvec3 min, max;  // m
};

/// Of anything that has the fields of such a shape.
template <class Region>
[[nodiscard]] Bounds bounds_of(const Region& region) noexcept {
    if (region.shape == Shape::box) return {glm::dvec3(region.min), glm::dvec3(region.max)};
    const glm::dvec3 centre(region.centre);
    const auto radius = static_cast<double>(region.radius);
    if (region.shape == Shape::sphere) return {centre - radius, centre + radius};
    return {centre - glm::dvec3(radius, radius, 0.0),
            centre + glm::dvec3(radius, radius, static_cast<double>(region.height))};
}

}  // namespace sim
