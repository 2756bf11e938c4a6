// The surface of the fluid as a closed triangle mesh, for renderers: where the share of fluid is one half,
//
//   share(x) = sum V_i W(|x - x_i|, 2 s_i),   W = poly6, s_i the particle's spacing
//
// which is half a spacing outside of the outermost particles, and on the walls where fluid stands at them. It is
// sampled on a grid of two thirds of the finest spacing, in blocks that are only where fluid is, and meshed by surface
// nets (Gibson 1998): a vertex in every cell that the surface goes through, at the mean of where it crosses the cell's
// edges, and a quadrangle around every such edge. Normals are minus the share's gradient.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace app {

struct SurfaceMesh {
    std::vector<glm::vec3> places;                        // m
    std::vector<glm::vec3> normals;                       // out of the fluid, of length 1
    std::vector<glm::vec3> velocity;                      // of the fluid there, m/s
    std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise from outside
};

/// The same for the same particles whatever their order in memory, but for the rounding of sums.
[[nodiscard]] SurfaceMesh surface_of(const sim::Scene& scene, const sim::Particles& particles);

}  // namespace app
