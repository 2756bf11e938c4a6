// The mouse in the water.
#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace sim {

/// Accelerates particles within `radius` away from (or, negative, towards) the centre, and drags them along.
struct Brush {
    glm::vec3 centre{0.0f};    // m
    float radius = 0.1f;       // m
    float strength = 60.0f;    // m/s² near the centre, fading to zero at the radius; negative pulls
    glm::vec3 velocity{0.0f};  // of the hand, m/s

    /// How fast the water takes up the hand's velocity at the centre, 1/s.
    static constexpr float drag = 20.0f;

    [[nodiscard]] glm::vec3 acceleration(glm::vec3 p, glm::vec3 v) const noexcept {
        const glm::vec3 out = p - centre;
        const float share = glm::dot(out, out) / (radius * radius);
        if (share >= 1.0f) return glm::vec3(0.0f);
        const float fade = (1.0f - share) * (1.0f - share);
        const float distance = glm::length(out);
        // In the very centre there is no way out; and a pull that did not soften there would shake.
        const glm::vec3 direction = out / (distance + 0.1f * radius);
        const bool moves = glm::dot(velocity, velocity) > 0.0f;
        return fade * (strength * direction + (moves ? drag * (velocity - v) : glm::vec3(0.0f)));
    }
};

}  // namespace sim
