// The convex hull of points: the one place that knows who works it out (Bullet's btConvexHullComputer).
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace sim {

struct ConvexHull {
    std::vector<glm::vec3> vertices;                      // points that were given, to the last bit
    std::vector<std::array<std::uint32_t, 3>> triangles;  // of vertices, counter-clockwise seen from outside
};

/// Of at least four points that are not all in a plane.
[[nodiscard]] ConvexHull convex_hull(const std::vector<glm::vec3>& points);

}  // namespace sim
