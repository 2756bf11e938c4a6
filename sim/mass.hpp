// Volume, centre of mass and principal axes of a closed surface of triangles, filled evenly.
#pragma once

#include <array>
#include <cstdint>
#include <glm/ext/vector_double3.hpp>
#include <glm/mat3x3.hpp>
#include <vector>

#include "sim/pose.hpp"

namespace sim {

struct Mass {
    double volume;       // m³
    Frame axes;          // the centre of mass, and a turn from the principal axes to those of the vertices
    glm::dvec3 inertia;  // about these axes, per mass, m²
};

/// Triangles are counter-clockwise seen from outside.
[[nodiscard]] Mass mass_of(const std::vector<glm::dvec3>& vertices,
                           const std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace sim
