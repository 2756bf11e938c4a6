#include "sim/convex_hull.hpp"

// Bullet's headers are not written with our warnings in mind; the build takes them as system headers.
#include <LinearMath/btConvexHullComputer.h>

namespace sim {

ConvexHull convex_hull(const std::vector<glm::vec3>& points) {
    btConvexHullComputer computer;
    computer.compute(&points.front().x, sizeof(glm::vec3), static_cast<int>(points.size()), 0.0f, 0.0f);
    ConvexHull hull;
    for (int i = 0; i < computer.vertices.size(); ++i)
        hull.vertices.push_back(points[static_cast<std::size_t>(computer.original_vertex_index[i])]);
    for (int f = 0; f < computer.faces.size(); ++f) {
        // A face is a ring of edges; as triangles it is a fan around the first one's source.
        const btConvexHullComputer::Edge* first = &computer.edges[computer.faces[f]];
        const auto apex = static_cast<std::uint32_t>(first->getSourceVertex());
        for (const auto* edge = first->getNextEdgeOfFace(); edge->getNextEdgeOfFace() != first;
             edge = edge->getNextEdgeOfFace())
            hull.triangles.push_back({apex, static_cast<std::uint32_t>(edge->getSourceVertex()),
                                      static_cast<std::uint32_t>(edge->getTargetVertex())});
    }
    return hull;
}

}  // namespace sim
