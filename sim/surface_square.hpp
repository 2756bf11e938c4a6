// A square on a surface, two spacings to each side of a place, over which is spread what the surface carries there.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "sim/pose.hpp"
#include "sim/shape.hpp"

namespace sim {

/// The weight of what is u half widths off the middle: (1 - u²)², with the integral 1 from -1 to 1.
[[nodiscard]] constexpr double square_weight(double u) noexcept {
    return u * u < 1.0 ? 15.0 / 16.0 * (1.0 - u * u) * (1.0 - u * u) : 0.0;
}

/// Of square_weight(a) square_weight(b), whose integral over the square is 1, what lies where `counts(a, b)` says so:
/// over a lattice of Fibonacci's, in which an edge along a or b cuts no two points at a time.
template <class Counts>
[[nodiscard]] double weight_where(Counts counts) {
    constexpr int points = 987, step = 610;
    double sum = 0.0;
    for (int i = 0; i < points; ++i) {
        const double a = (2.0 * i + 1.0) / points - 1.0, b = (2.0 * (i * step % points) + 1.0) / points - 1.0;
        if (counts(a, b)) sum += square_weight(a) * square_weight(b);
    }
    return sum * 4.0 / points;
}

/// A rotation whose first column is `normal`, of length 1.
[[nodiscard]] inline glm::dmat3 axes_about(const glm::dvec3& normal) {
    glm::dvec3 across(0.0);
    across[normal.x * normal.x < 0.5 ? 0 : 1] = 1.0;
    const glm::dvec3 first = glm::normalize(glm::cross(normal, across));
    return {normal, first, glm::cross(normal, first)};
}

/// Of a surface, the closest to a point: where, and which way is out there.
struct Foot {
    glm::dvec3 place, normal;
    double distance;  // of the point, negative from inside; m
};
[[nodiscard]] inline Foot foot_on(const ConvexShape& shape, const Frame& frame, const glm::dvec3& point) {
    const Closest found = shape.closest(frame.to_local(point));
    const glm::dvec3 out = frame.rotation * found.normal;
    return {point - found.distance * out, out, found.distance};
}

/// Nearer to a surface than so many spacings, a probe of pressure is on it.
inline constexpr double on_surface = 0.5;

class SurfaceSquare {
public:
    SurfaceSquare(const Foot& middle, float spacing)
        : place_(middle.place), axes_(axes_about(middle.normal)), half_(2.0 * double{spacing}) {}

    [[nodiscard]] const glm::dvec3& normal() const noexcept { return axes_[0]; }
    [[nodiscard]] double half_width() const noexcept { return half_; }  // m
    /// The point a and b half widths off the middle.
    [[nodiscard]] glm::dvec3 point(double a, double b) const { return place_ + half_ * (a * axes_[1] + b * axes_[2]); }
    /// 0 where the surface has turned away, round an edge.
    [[nodiscard]] double weight(const Foot& foot) const {
        if (glm::dot(foot.normal, normal()) <= 0.5) return 0.0;
        const glm::dvec3 off = (foot.place - place_) * axes_ / half_;
        return square_weight(off.y) * square_weight(off.z);
    }

private:
    glm::dvec3 place_;
    glm::dmat3 axes_;
    double half_;
};

}  // namespace sim
