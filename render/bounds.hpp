// The box around the spheres' centres.
#pragma once

#include <algorithm>
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

}  // namespace render
