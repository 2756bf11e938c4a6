// What a solid looks like in its own frame: convex, its centre of mass at the origin and its axes those of its inertia
// (a plane has neither: the half-space z < 0). One shape serves all copies of a solid.
//
// A shape is open: its surface is outside. So a point that lies on it, or slides along it, or was put there, has not
// entered; and whoever ends inside has entered on the way, whatever rounding does to the time.
#pragma once

#include <array>
#include <cstdint>
#include <glm/ext/vector_double3.hpp>
#include <glm/mat3x3.hpp>
#include <optional>
#include <vector>

#include "sim/pose.hpp"
#include "sim/scene.hpp"
#include "spatial/points.hpp"

namespace sim {

/// The closest point of a surface: how far it is (negative from inside), and which way is out there, of length 1.
struct Closest {
    double distance;  // m
    glm::dvec3 normal;
};

/// Where a way enters a shape: the share of the way before it, 0 to 1, and which way is out there. Who was inside from
/// the beginning is so deep in, measured along that way out; else 0.
struct Entry {
    double time;
    glm::dvec3 normal;
    double depth = 0.0;  // m
};

class ConvexShape {
public:
    /// Of a solid whose fields are possible (solid_checks.hpp).
    explicit ConvexShape(const Solid& solid);

    [[nodiscard]] SolidShape kind() const noexcept { return kind_; }
    [[nodiscard]] const glm::dvec3& half_size() const noexcept { return half_; }   // box, m
    [[nodiscard]] double radius() const noexcept { return radius_; }               // sphere, capsule; m
    [[nodiscard]] double half_height() const noexcept { return half_height_; }     // capsule, m
    [[nodiscard]] const auto& vertices() const noexcept { return vertices_; }      // hull, m
    [[nodiscard]] const auto& triangles() const noexcept { return triangles_; }    // hull, seen from outside
    [[nodiscard]] double volume() const noexcept { return volume_; }               // m³; of a plane none
    [[nodiscard]] const glm::dvec3& inertia() const noexcept { return inertia_; }  // per mass, m²
    [[nodiscard]] double reach() const noexcept { return reach_; }                 // of the farthest point, m

    /// From this shape's frame to the one the scene describes the solid in: they differ for hulls and planes.
    [[nodiscard]] const Frame& frame() const noexcept { return frame_; }

    /// Exact, inside and outside. At a centre, where all ways out are as long, one of them.
    [[nodiscard]] Closest closest(const glm::dvec3& p) const;

    // What follows may be asked of the shape as it is or with a `skin`: all its faces moved out by so much, m. Corners
    // then stay corners; of hulls those sharper than a right angle are cut.

    [[nodiscard]] bool holds(const glm::dvec3& p, double skin = 0.0) const { return depth(p) + skin > 0.0; }

    /// Where a straight way from one point to another first enters. From inside that is at once, at the nearest
    /// surface. A way that only touches enters nowhere.
    [[nodiscard]] std::optional<Entry> entry(const glm::dvec3& from, const glm::dvec3& to, double skin = 0.0) const;

    /// A box of floats that holds it: the smallest, but for hulls with a skin.
    [[nodiscard]] spatial::Box bounds(const Frame& at, double skin = 0.0) const;

private:
    /// Behind it is inside: dot(normal, p) < offset.
    struct Face {
        glm::dvec3 normal;
        double offset;  // m
    };

    void make_box(const Solid& solid);
    void make_hull(const Solid& solid);
    void centre_hull();
    void add_face(const glm::dvec3& normal);
    void cut_corners();

    /// How far inside, m; 0 or less on the surface and outside, and there only a bound.
    [[nodiscard]] double depth(const glm::dvec3& p) const;
    [[nodiscard]] Closest closest_of_faces(const glm::dvec3& p) const;
    [[nodiscard]] const Face& nearest_face(const glm::dvec3& p) const;
    [[nodiscard]] std::optional<Entry> entry_into_faces(const glm::dvec3& from, const glm::dvec3& to,
                                                        double skin) const;
    [[nodiscard]] std::optional<Entry> entry_into_capsule(const glm::dvec3& from, const glm::dvec3& to,
                                                          double skin) const;

    SolidShape kind_;
    glm::dvec3 half_{0.0};
    double radius_ = 0.0, half_height_ = 0.0;
    std::vector<Face> faces_;          // box, hull, plane
    glm::dvec3 low_{0.0}, high_{0.0};  // of the vertices of a hull
    std::vector<glm::dvec3> vertices_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    double volume_ = 0.0, reach_ = 0.0;
    glm::dvec3 inertia_{0.0};
    Frame frame_;
};

}  // namespace sim
