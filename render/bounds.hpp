// Boxes around what a frame shows.
#pragma once

#include <algorithm>
#include <glm/common.hpp>
#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <utility>

#include "render/frame.hpp"

namespace render {

struct Bounds {
    glm::vec3 low{0.0f}, high{0.0f};  // m
};

/// A point at the origin when there are no spheres. What is not a number is passed over.
[[nodiscard]] inline Bounds bounds_of(const Spheres& spheres) {
    const auto range = [](std::span<const float> values) {
        constexpr float most = std::numeric_limits<float>::max();
        float low = most, high = -most;
        for (const float value : values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
        return low <= high ? std::pair(low, high) : std::pair(0.0f, 0.0f);
    };
    const auto [x_low, x_high] = range(spheres.x);
    const auto [y_low, y_high] = range(spheres.y);
    const auto [z_low, z_high] = range(spheres.z);
    return {{x_low, y_low, z_low}, {x_high, y_high, z_high}};
}

/// Around the spheres' centres and the solids that cast shadows, but not much further out than the tank: whatever
/// flew away must not spoil the shadows of those that are left.
[[nodiscard]] inline Bounds lit_bounds(const Frame& frame, const Bounds& spheres) {
    glm::vec3 low(std::numeric_limits<float>::max()), high(-low);
    for (const Copies& one : frame.solids) {
        if (!one.casts_shadow || one.copies.empty()) continue;
        glm::vec3 reach(0.0f);
        for (const Mesh::Corner& corner : one.mesh->corners) reach = glm::max(reach, glm::abs(corner.position));
        for (const Copies::Copy& copy : one.copies) {
            const glm::vec3 half = reach.x * glm::abs(copy.place[0]) + reach.y * glm::abs(copy.place[1]) +
                                   reach.z * glm::abs(copy.place[2]);
            low = glm::min(low, copy.place[3] - half);
            high = glm::max(high, copy.place[3] + half);
        }
    }
    const glm::vec3 around = 0.5f * (frame.floor_max - frame.floor_min);
    if (around.x > 0.0f) {
        low = glm::max(low, frame.floor_min - around);
        high = glm::min(high, frame.floor_max + around);
    }
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return spheres;
    if (frame.spheres.x.empty()) return {low, high};
    return {glm::min(low, spheres.low), glm::max(high, spheres.high)};
}

}  // namespace render
