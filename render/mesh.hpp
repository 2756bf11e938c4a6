// Meshes of solid things: triangles with a normal at every corner, and with what it takes to draw their edges.
//
// Lines along edges are not drawn as lines, which would take as much again and lie half in the surface. Instead each
// corner of a triangle carries three numbers, one for each side: 0 at both ends of that side and 1 opposite of it, or 1
// everywhere where that side is no edge of the thing. In between they are interpolated, so that every pixel knows how
// far it is from the edges (shaders/solids.frag). Two triangles of a square, whose diagonal is no edge:
//
//     (0,0,1) ------ (0,1,1)
//        |         /  |           numbers of the lower triangle where both have a corner
//     (1,1,0) ------ (0,1,0)
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <span>
#include <vector>

namespace render {

struct Mesh {
    struct Corner {
        glm::vec3 position;  // in the mesh's own frame
        glm::vec3 normal;    // of length one
        glm::vec3 inside;    // 0 on an edge, see above
        bool operator==(const Corner&) const = default;
    };
    std::vector<Corner> corners;
    std::vector<std::uint32_t> triangles;  // three corners each, counter-clockwise as seen from outside
};

using Triangle = std::array<std::uint32_t, 3>;

/// A cube of edge 2 around the origin.
[[nodiscard]] Mesh cube_mesh();

/// A ball of radius 1 around the origin without edges: an octahedron, each of whose triangles is divided into
/// `divisions` squared.
[[nodiscard]] Mesh ball_mesh(int divisions);

/// Along z around the origin, without edges. `half_height` is that of the centres of its caps.
[[nodiscard]] Mesh capsule_mesh(float radius, float half_height, int divisions);

/// A body with flat faces, some of which may be of several triangles.
[[nodiscard]] Mesh faceted_mesh(std::span<const glm::vec3> vertices, std::span<const Triangle> triangles);

/// What a plane and a box have in common, seen from where the normal points. Empty where they do not meet.
[[nodiscard]] Mesh plane_mesh(const glm::vec3& place, const glm::vec3& normal, const glm::vec3& min,
                              const glm::vec3& max);

}  // namespace render
