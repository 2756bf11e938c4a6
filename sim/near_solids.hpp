// The solids about a place, as a probe needs them: their surfaces, what they leave of the fluid there, and
// what each pushes a particle with. Found anew whenever somebody asks: between two steps of individual particles nobody
// else knows it of everybody (solid_sights.hpp).
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <optional>
#include <vector>

#include "sim/shape.hpp"
#include "sim/solids.hpp"
#include "sim/surface_square.hpp"
#include "sim/walls.hpp"

namespace sim {

class NearSolids {
public:
    /// Those that may be nearer to somewhere in the box than the reach, m.
    NearSolids(const Solids& solids, const spatial::Box& where, double reach);

    struct One {
        const ConvexShape* shape;
        Frame frame;

        [[nodiscard]] Foot foot_of(const glm::dvec3& point) const { return foot_on(*shape, frame, point); }
    };
    [[nodiscard]] const std::vector<One>& all() const noexcept { return all_; }
    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }

    struct Nearest {
        const One* solid = nullptr;  // null where there is none
        Foot foot{};                 // of the place
    };
    [[nodiscard]] Nearest nearest(const glm::dvec3& place) const;

    /// Whether the point is in one of them.
    [[nodiscard]] bool hold(const glm::dvec3& point) const;

    /// Whether a point on a square of their surface is where the fluid meets it: in none of them, and one is behind.
    [[nodiscard]] bool surface(const SurfaceSquare& square, const glm::dvec3& point) const;

    /// What they leave of a poly6 of that reach about a point.
    [[nodiscard]] double inside(const glm::dvec3& point, double reach) const;

    /// Minus the gradient of what a particle sees of one of them, as far as the others leave it; 1/m. The tank takes
    /// its part of that too.
    [[nodiscard]] glm::dvec3 push(const One& one, const glm::dvec3& particle, const WallSights& walls) const;

    /// What all of them leave of what walls push a particle with.
    [[nodiscard]] double left(const glm::dvec3& particle, const WallSights& walls) const;

private:
    std::vector<One> all_;
};

/// The square on the surface of solids about a place that is within half a spacing of it; at edges, and where solids
/// join, it faces the way in which they leave most room.
[[nodiscard]] std::optional<SurfaceSquare> square_on(const Solids& solids, const glm::dvec3& place, float spacing);

}  // namespace sim
