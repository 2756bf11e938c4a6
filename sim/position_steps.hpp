// Positions are floats: a spacing must be many of their steps wide, or the lattice itself is crooked.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/scene.hpp"

namespace sim {

inline constexpr double least_steps_of_spacing = 1000.0;

/// The largest coordinate of a tank, m.
[[nodiscard]] inline double reach_of(const Domain& domain) noexcept {
    double farthest = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        for (const float end : {domain.min[axis], domain.max[axis]})
            farthest = std::max(farthest, std::abs(static_cast<double>(end)));
    return farthest;
}

/// How far apart two positions are at least out there, m.
[[nodiscard]] inline double step_of_positions(const Domain& domain) noexcept {
    return reach_of(domain) * static_cast<double>(std::numeric_limits<float>::epsilon());
}

}  // namespace sim
