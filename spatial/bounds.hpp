// How far numbers reach, and whether they are numbers: one pass over an array.
#pragma once

#include <span>

namespace spatial {

struct Bounds {
    float min, max;  // without meaning where not all are finite, or there are none
    bool finite;
};

[[nodiscard]] Bounds bounds_of(std::span<const float> values) noexcept;

}  // namespace spatial
