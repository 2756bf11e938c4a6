// How far numbers reach, and whether they are numbers: one pass over an array.
#pragma once

#include <span>

#include "spatial/points.hpp"

namespace spatial {

struct Bounds {
    float min, max;  // without meaning where not all are finite, or there are none
    bool finite;
};

[[nodiscard]] Bounds bounds_of(std::span<const float> values) noexcept;

/// The box around all points, on all threads. All zero where there are none.
[[nodiscard]] Box box_around(const Points& points);

}  // namespace spatial
