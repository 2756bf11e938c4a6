// The places of particles in a volume at the start: a cubic lattice. Each particle stands for the cell of one spacing
// around it, so the lattice of a box begins half a spacing inside its min, and what is left over is at its max, less
// than a spacing. The lattice of a sphere or a cylinder is symmetric about its middle, with points at 0.5, 1.5, 2.5 …
// spacings to all sides; it holds those within the radius, and so has the right volume on average.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>

#include "sim/scene.hpp"

namespace sim {

class Lattice {
public:
    /// Points [begin, end) along x.
    struct Row {
        std::int64_t begin, end;
    };
    using Point = std::array<std::int64_t, 3>;

    Lattice(const Volume& volume, double spacing);

    /// How many points the bounds have along each axis. Rows are counted from 0 within these.
    [[nodiscard]] const Point& extent() const noexcept { return extent_; }
    [[nodiscard]] Row row(std::int64_t j, std::int64_t k) const noexcept;
    [[nodiscard]] bool holds(const Point& point) const noexcept;
    [[nodiscard]] double coordinate(int axis, std::int64_t i) const noexcept {
        return first_[axis] + static_cast<double>(i) * spacing_;
    }

    [[nodiscard]] bool empty() const noexcept;

    /// Counted row by row; an estimate where there are more than max_particles anyway.
    [[nodiscard]] double count() const noexcept;

    /// From its volume alone. Exact for boxes.
    [[nodiscard]] double estimate() const noexcept;

    /// Points closer together than `closest`.
    struct Clash {
        glm::dvec3 at{0.0};       // the first point of the other lattice, m
        double distance = 0.0;    // from there, m
        std::uint64_t count = 0;  // of points of the other lattice
    };
    [[nodiscard]] std::optional<Clash> clash(const Lattice& other, double closest) const;

private:
    /// The indices along an axis that lie within [low, high], clamped to the extent.
    [[nodiscard]] Row within(int axis, double low, double high) const noexcept;
    [[nodiscard]] std::optional<double> distance_to(const glm::dvec3& place, double closest) const noexcept;

    Shape shape_;
    double spacing_;  // m
    double radius_;   // in spacings
    Point extent_{};
    glm::dvec3 first_{0.0};  // the point (0, 0, 0) of the bounds, m
};

}  // namespace sim
