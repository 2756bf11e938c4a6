// The opening of an emitter, on the lattice: where in it the particles of a layer come out, and what follows from
// their number. The lattice lies across the jet and is symmetric about its middle, as that of a cylinder is
// (lattice.hpp); each place stands for a square of one spacing, so that a layer every spacing / speed seconds is fluid
// at rest density, and
//
//   flow = speed * places * spacing²
//
// holds exactly for what really comes, which for a narrow disc is not quite its area. A particle begins with its
// centre half a spacing before the opening: the cell that it stands for has just come out, and an opening in a wall
// leaves it as far from that as the wall wants it.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <span>
#include <vector>

#include "sim/emitter.hpp"

namespace sim {

class Opening {
public:
    /// Of an emitter whose fields are possible (emitter_checks.hpp).
    Opening(const Emitter& emitter, double spacing);

    /// About how many places there would be, without making them.
    [[nodiscard]] static double estimate(const Emitter& emitter, double spacing) noexcept;

    /// Centres of the particles of a layer that has just come out, m.
    [[nodiscard]] std::span<const glm::dvec3> places() const noexcept { return places_; }
    [[nodiscard]] const glm::dvec3& direction() const noexcept { return direction_; }  // of length 1
    [[nodiscard]] double area() const noexcept { return area_; }                       // of all places, m²

    /// What comes out, by whichever of the two is given.
    [[nodiscard]] double speed(const Emitter& emitter) const noexcept;  // m/s
    [[nodiscard]] double flow(const Emitter& emitter) const noexcept;   // m³/s

private:
    std::vector<glm::dvec3> places_;
    glm::dvec3 direction_;
    double area_;
};

/// Which way an emitter's width and height go, both of length 1 and across the jet: the width is level.
struct Across {
    glm::dvec3 width, height;
};
[[nodiscard]] Across across(const glm::dvec3& direction);

}  // namespace sim
