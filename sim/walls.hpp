// Plane walls without wall particles. Behind a wall the fluid is imagined to go on; what a kernel sees of that
// half-space from the distance q (in supports) has a closed form:
//
//   poly6   315/256 * integral from q to 1 of (1 - t²)^4 dt          one half at q = 0
//   spiky   30 * integral from q to 1 of (u^4/4 - u^5/5) dt, u = 1 - t   the same, and minus its derivative is the push
//
// These are for fluid spread evenly; a lattice beside a wall is not even. A wall is therefore calibrated on the
// starting lattice (calibration.hpp): it is seen from the distance `offset + slope * d`, so that particles half a
// spacing away start at rest density and, under an even pressure, stay where they are. The slope is about two, for a
// reason: fluid behind a wall is a mirror image, and comes nearer as fast as the particle itself.
//
// Viscous fluid sticks to a wall without slip: behind it is imagined fluid that moves against the wall as the
// particle's own does before it, only the other way, in proportion to how deep it lies. What viscosity makes of that is
// mu (v_wall - v) / d times the integral of z lap W behind the plane, z the distance along its normal:
//
//   90/h (1/40 - q²/12 + q^4/8 - q^5/15), q = d / h
//
// Water that glides along a wall is held back by a boundary layer, far thinner than a spacing and turbulent unless the
// flow is slow or viscous. Its stress follows from the mean speed v over the first spacing s from the wall by the law
// of the wall, as the power law u+ = 8.3 y+^(1/7) that Werner and Wengle (1991) average over a cell:
//
//   tau = rho (v / 7.26)^(7/4) (nu / s)^(1/4)     where v s / nu > 70
//
// Below that the layer is laminar, and thick enough for particles to have it: that is what walls without slip are for.
// A front on a dry bed is slowed by it as measured ones are (weir validate martin-moyce-1 lobovsky).
//
// Where walls meet, the half-spaces overlap. What is inside of a corner is nearly the product of what each wall leaves
// (for poly6 exactly on the walls, and within 0.4 % everywhere); how much more overlaps than the product says is taken
// from the lattice again, or a column would start a thousandth too dense along its edges, which is felt: its particles
// there would move off at 0.1 m/s. The push is the exact gradient of what is left, so walls give back the energy they
// take.
#pragma once

#include <algorithm>
#include <array>
#include <glm/common.hpp>
#include <glm/vec3.hpp>
#include <span>

#include "sim/scene.hpp"
#include "spatial/points.hpp"

namespace sim {

/// What of a kernel's weight lies behind a plane at the distance q in supports, and minus its derivative by q.
struct Poly6HalfSpace {
    /// -1 <= q
    [[nodiscard]] static constexpr float behind(float q) noexcept {
        if (q >= 1.0f) return 0.0f;
        const float t = q * q;
        return 0.5f -
               315.0f / 256.0f * q * (1.0f + t * (-4.0f / 3.0f + t * (6.0f / 5.0f + t * (-4.0f / 7.0f + t / 9.0f))));
    }
    [[nodiscard]] static constexpr float push(float q) noexcept {
        if (q >= 1.0f) return 0.0f;
        const float v = 1.0f - q * q;
        return 315.0f / 256.0f * v * v * v * v;
    }
};

/// 0 <= q
struct SpikyHalfSpace {
    [[nodiscard]] static constexpr float behind(float q) noexcept {
        if (q >= 1.0f) return 0.0f;
        const float u = 1.0f - q;
        return u * u * u * u * u * (1.5f - u);
    }
    [[nodiscard]] static constexpr float push(float q) noexcept {
        if (q >= 1.0f) return 0.0f;
        const float u = 1.0f - q;
        return u * u * u * u * (7.5f - 6.0f * u);
    }
};

/// Of viscosity's r² lap W: 15 * integral of (r - q) r³ (1 - r) dr from q to 1. It pushes nobody.
struct LaplacianHalfSpace {
    [[nodiscard]] static constexpr float behind(float q) noexcept {
        if (q >= 1.0f) return 0.0f;
        const float from = std::max(0.0f, q), t = from * from;
        return 0.5f - from * (0.75f - t * t * (0.75f - 0.5f * from));
    }
};

/// The integral of z lap W behind a plane at the distance q in supports, 0 <= q, times the support.
[[nodiscard]] constexpr float viscous_behind(float q) noexcept {
    if (q >= 1.0f) return 0.0f;
    const float t = q * q;
    return 90.0f * (1.0f / 40.0f - t * (1.0f / 12.0f - t * (1.0f / 8.0f - q / 15.0f)));
}

/// What walls that meet leave of a particle's neighbourhood, from what the walls of each axis take alone. Behind edges
/// two of these overlap, behind corners three; 1 = by their product.
struct Overlap {
    float edge = 1.0f, corner = 1.0f;

    [[nodiscard]] constexpr float left(const glm::vec3& taken) const noexcept {
        return 1.0f - (taken.x + taken.y + taken.z) +
               edge * (taken.x * taken.y + taken.y * taken.z + taken.z * taken.x) -
               corner * taken.x * taken.y * taken.z;
    }
    /// Minus its derivative by what is taken along an axis, 0 to 2.
    [[nodiscard]] constexpr float left_beside(int axis, const glm::vec3& taken) const noexcept {
        const float a = taken[(axis + 1) % 3], b = taken[(axis + 2) % 3];
        return 1.0f - edge * (a + b) + corner * a * b;
    }
};

/// From which distance, in supports, a kernel sees a wall that is d metres away: offset + slope * d.
struct WallSight {
    float offset;  // supports
    float slope;   // 1/m
    Overlap overlap;
    [[nodiscard]] constexpr float operator()(float d) const noexcept { return offset + slope * d; }
    /// Beyond this distance the wall is out of sight, m.
    [[nodiscard]] constexpr float range() const noexcept { return (1.0f - offset) / slope; }
    /// So deep behind it nothing else is in sight, m.
    [[nodiscard]] constexpr float depth() const noexcept { return (1.0f + offset) / slope; }
};

/// What a lattice says of walls (calibration.hpp).
struct WallSights {
    WallSight poly6, spiky, laplacian;
    float support;  // m
    float spacing;  // m
    float closest;  // nearer than this, no slip drags no harder; m
    float viscous;  // viscous_behind is short of what mirrored particles do by this factor
    /// Beyond this distance neither of the two sees a wall, m.
    [[nodiscard]] constexpr float range() const noexcept { return std::max(poly6.range(), spiky.range()); }
    /// So deep behind it both see nothing else, m.
    [[nodiscard]] constexpr float depth() const noexcept { return std::max(poly6.depth(), spiky.depth()); }
    /// How fast a wall without slip takes a velocity to its own, d metres away and within the support, per kinematic
    /// viscosity, 1/m².
    [[nodiscard]] constexpr float drag_rate(float d) const noexcept {
        const float distance = std::max(d, closest);
        return viscous * viscous_behind(distance / support) / (support * distance);
    }
};

/// What is left of the velocity of a particle that ran into something at rest, whose surface points along `normal`
/// (of length 1): the normal part loses all but the restitution, and wet friction takes a part of the tangential one
/// in proportion to the normal one. Whoever is on its way back already loses nothing.
[[nodiscard]] glm::vec3 rebound(glm::vec3 velocity, glm::vec3 normal, const Wall& surface) noexcept;

/// The tank as the passes see it.
class Tank {
public:
    Tank(const Domain& domain, const WallSights& sights);

    struct Shares {
        float poly6 = 0.0f, spiky = 0.0f;
    };
    /// False where nobody in the box has a wall in sight: the shares, the push and what drags and rubs are then zero.
    /// (Whoever is rubbed is within a spacing of a wall, and no support that a scene may have sees less far.)
    [[nodiscard]] bool is_seen_from(const spatial::Box& box) const noexcept {
        return box.min_x - min_.x < range_ || box.min_y - min_.y < range_ || box.min_z - min_.z < range_ ||
               max_.x - box.max_x < range_ || max_.y - box.max_y < range_ || max_.z - box.max_z < range_;
    }

    /// Whether a wall is nearer than this, m.
    [[nodiscard]] bool is_near(const glm::vec3& p, float distance) const noexcept {
        const glm::vec3 near = glm::min(p - min_, max_ - p);
        return std::min({near.x, near.y, near.z}) < distance;
    }

    /// Share of a particle's neighbourhood that lies behind walls, by kernel.
    [[nodiscard]] Shares shares_behind(glm::vec3 p) const noexcept;

    /// The same of viscosity's r² lap W.
    [[nodiscard]] float laplacian_share_behind(glm::vec3 p) const noexcept;

    /// Minus the gradient of the spiky share: how steeply it falls, and which way is in. 1/m.
    [[nodiscard]] glm::vec3 push(glm::vec3 p) const noexcept;
    /// What one wall, numbered as in Domain, has of it: its length, 1/m.
    [[nodiscard]] float push_of(std::size_t side, glm::vec3 p) const noexcept;

    /// Share and push by any half-space, one of the above or its like.
    template <class HalfSpace>
    [[nodiscard]] float share_behind(const HalfSpace& half_space, const WallSight& sight, glm::vec3 p) const noexcept {
        return 1.0f - sight.overlap.left(taken_by_axis(half_space, sight, p));
    }
    template <class HalfSpace>
    [[nodiscard]] glm::vec3 push(const HalfSpace& half_space, const WallSight& sight, glm::vec3 p) const noexcept;

    /// What walls without slip do to a velocity there, per kinematic viscosity: 1/m² times m/s.
    [[nodiscard]] glm::vec3 drag(glm::vec3 p, glm::vec3 v) const noexcept {
        return some_stick_ ? drag_of_sticky(p, v) : glm::vec3(0.0f);
    }

    /// How fast all of those walls together do that, 1/m².
    [[nodiscard]] float drag_rate(glm::vec3 p) const noexcept { return some_stick_ ? rate_of_sticky(p) : 0.0f; }

    /// How fast a velocity is lost at most to walls without slip and to the neighbours that they leave room for: in the
    /// corner of as many of them as there are. 1/m², likewise.
    [[nodiscard]] float fastest_drag() const noexcept;

    /// What gliding along walls costs a particle, m/s². `laminar_below`: m/s; `strength`: (nu / s)^(1/4) / s, as a
    /// phase has them.
    [[nodiscard]] glm::vec3 rub(glm::vec3 p, glm::vec3 v, float laminar_below, float strength) const noexcept {
        const glm::vec3 near = glm::min(p - min_, max_ - p);
        const bool is_next_to_one = std::min({near.x, near.y, near.z}) < sights_.spacing;
        return some_rub_ && is_next_to_one ? rub_of_layer(p, v, laminar_below, strength) : glm::vec3(0.0f);
    }

    /// Puts back what went through a wall, with the velocity of the rebound.
    void collide(glm::vec3& p, glm::vec3& v) const noexcept {
        const bool is_inside =
            p.x >= min_.x && p.y >= min_.y && p.z >= min_.z && p.x <= max_.x && p.y <= max_.y && p.z <= max_.z;
        if (!is_inside) put_back(p, v);
    }
    /// Whether anybody of many is not within the walls of one axis.
    [[nodiscard]] bool any_outside(int axis, std::span<const float> places) const noexcept {
        const float min = min_[axis], max = max_[axis];
        int outside = 0;
        for (const float place : places)
            outside |= static_cast<int>(!(place >= min)) | static_cast<int>(!(place <= max));
        return outside != 0;
    }

    void set_walls(const std::array<Wall, 6>& walls) noexcept;

private:
    void put_back(glm::vec3& p, glm::vec3& v) const noexcept;
    [[nodiscard]] glm::vec3 drag_of_sticky(glm::vec3 p, glm::vec3 v) const noexcept;
    [[nodiscard]] float rate_of_sticky(glm::vec3 p) const noexcept;
    template <class F>
    void for_each_sticky(glm::vec3 p, F f) const noexcept;
    [[nodiscard]] glm::vec3 rub_of_layer(glm::vec3 p, glm::vec3 v, float laminar_below, float strength) const noexcept;
    [[nodiscard]] bool sees_a_wall(glm::vec3 p) const noexcept;
    /// f(low, high) by axis, from how far off the low and the high wall are seen, in supports; 0 where neither is.
    template <class F>
    [[nodiscard]] glm::vec3 by_axis(const WallSight& sight, glm::vec3 p, F f) const noexcept;
    template <class HalfSpace>
    [[nodiscard]] glm::vec3 taken_by_axis(const HalfSpace& half_space, const WallSight& sight,
                                          glm::vec3 p) const noexcept {
        return by_axis(sight, p,
                       [&](float low, float high) { return half_space.behind(low) + half_space.behind(high); });
    }

    glm::vec3 min_, max_;  // out of sight where there is no wall
    WallSights sights_;
    float range_;  // m
    std::array<Wall, 6> walls_;
    bool some_stick_ = false, some_rub_ = false;
};

template <class F>
glm::vec3 Tank::by_axis(const WallSight& sight, glm::vec3 p, F f) const noexcept {
    const float range = sight.range();
    glm::vec3 found(0.0f);
    for (int k = 0; k < 3; ++k) {
        const float below = p[k] - min_[k], above = max_[k] - p[k];
        if (std::min(below, above) < range) found[k] = f(sight(below), sight(above));
    }
    return found;
}

template <class HalfSpace>
glm::vec3 Tank::push(const HalfSpace& half_space, const WallSight& sight, glm::vec3 p) const noexcept {
    const glm::vec3 taken = taken_by_axis(half_space, sight, p);
    glm::vec3 push =
        by_axis(sight, p, [&](float low, float high) { return half_space.push(low) - half_space.push(high); });
    for (int k = 0; k < 3; ++k) push[k] = sight.slope * push[k] * sight.overlap.left_beside(k, taken);
    return push;
}

}  // namespace sim
