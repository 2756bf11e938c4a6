#include "app/window/pick.hpp"

#include <glm/geometric.hpp>
#include <limits>

namespace app {

std::optional<Hit> pick(const Snapshot& snapshot, const render::Ray& ray, float radius) {
    float nearest = std::numeric_limits<float>::infinity();
    std::optional<Hit> hit;
    for (std::size_t i = 0; i < snapshot.x.size(); ++i) {
        const glm::vec3 point(snapshot.x[i], snapshot.y[i], snapshot.z[i]);
        const glm::vec3 offset = point - ray.origin;
        const float depth = glm::dot(offset, ray.direction);
        if (depth <= 0.0f || depth >= nearest) continue;
        const glm::vec3 across = offset - depth * ray.direction;
        const float own = snapshot.spacing.empty() ? radius : radius * snapshot.spacing[i] / snapshot.scene->spacing;
        if (glm::dot(across, across) > own * own) continue;
        nearest = depth;
        hit = Hit{i, point};
    }
    return hit;
}

}  // namespace app
