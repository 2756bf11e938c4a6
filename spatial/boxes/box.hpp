// The one test of the broad phase, and what may be put into it.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "spatial/points.hpp"

namespace spatial {

/// Closed boxes: touching counts (Schornbaum 2009, code snippet 2). Modules propose, this disposes.
[[nodiscard]] constexpr bool overlap(const Box& a, const Box& b) noexcept {
    return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y && a.min_z <= b.max_z &&
           b.min_z <= a.max_z;
}

/// What both have in common, where they overlap.
[[nodiscard]] constexpr Box common(const Box& a, const Box& b) noexcept {
    return {std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y), std::max(a.min_z, b.min_z),
            std::min(a.max_x, b.max_x), std::min(a.max_y, b.max_y), std::min(a.max_z, b.max_z)};
}

/// The longest edge, m. In double: the difference of two floats does not always fit into a third.
[[nodiscard]] constexpr double longest_edge(const Box& box) noexcept {
    return std::max({double{box.max_x} - box.min_x, double{box.max_y} - box.min_y, double{box.max_z} - box.min_z});
}

/// How far from the origin any of it is, along the worst axis, m.
[[nodiscard]] constexpr double farthest_coordinate(const Box& box) noexcept {
    return std::max({-double{box.min_x}, -double{box.min_y}, -double{box.min_z}, double{box.max_x}, double{box.max_y},
                     double{box.max_z}});
}

/// -0 is 0, anything else is itself: where sides are compared by subtraction, since -0 - 0 has a sign.
[[nodiscard]] constexpr float without_sign_of_zero(float x) noexcept { return x + 0.0f; }

/// Planes and half-spaces: some side is at infinity.
[[nodiscard]] inline bool is_unbounded(const Box& b) noexcept {
    // Zero times infinity is not a number, and nothing else here is.
    return !(0.0f * (b.min_x + b.min_y + b.min_z + b.max_x + b.max_y + b.max_z) == 0.0f) &&
           !(std::isfinite(b.min_x) && std::isfinite(b.min_y) && std::isfinite(b.min_z) && std::isfinite(b.max_x) &&
             std::isfinite(b.max_y) && std::isfinite(b.max_z));
}

[[nodiscard]] inline bool same(const Box& a, const Box& b) noexcept {
    return a.min_x == b.min_x && a.min_y == b.min_y && a.min_z == b.min_z && a.max_x == b.max_x && a.max_y == b.max_y &&
           a.max_z == b.max_z;
}

/// Throws std::invalid_argument naming the first box (by its place in the span) that is not a number somewhere or has
/// a minimum above its maximum. Infinite sides are for boxes that are put, not for `queries`. Returns whether there are
/// none.
enum class Infinite { allowed, refused };
bool check(std::span<const Box> boxes, Infinite infinite);

}  // namespace spatial
