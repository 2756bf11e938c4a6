// What the parts of SolidContact share while it runs: the round it is in, and boxes around ways.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/solid_contact.hpp"

namespace sim {

inline float rounded_down(double x) {
    const auto value = static_cast<float>(x);
    return value <= x ? value : std::nextafter(value, -std::numeric_limits<float>::infinity());
}
inline float rounded_up(double x) { return -rounded_down(-x); }

inline spatial::Box box_between(const glm::dvec3& a, const glm::dvec3& b) {
    return {rounded_down(std::min(a.x, b.x)), rounded_down(std::min(a.y, b.y)), rounded_down(std::min(a.z, b.z)),
            rounded_up(std::max(a.x, b.x)),   rounded_up(std::max(a.y, b.y)),   rounded_up(std::max(a.z, b.z))};
}

/// One round: everybody (`flights` is empty), or those who ran into something in the round before.
struct SolidContact::Round {
    const Surroundings& around;
    double dt;
    const Solids& solids;
    Particles& particles;
    std::uint32_t number;
    const std::vector<Flight>& flights;
    const std::vector<float>&x, &y, &z;

    [[nodiscard]] std::size_t size() const noexcept { return number == 0 ? particles.size() : flights.size(); }
    [[nodiscard]] Flight flight(std::size_t way) const {
        if (number > 0) return flights[way];
        return {static_cast<spatial::Index>(way), 0, 0.0, {x[way], y[way], z[way]}, {}, false, false};
    }
    /// Of a way.
    [[nodiscard]] spatial::Box box_of(std::size_t way) const {
        if (number > 0) return box_between(flights[way].place, end(flights[way].slot));
        const float to_x = particles.x[way], to_y = particles.y[way], to_z = particles.z[way];
        return {std::min(to_x, x[way]), std::min(to_y, y[way]), std::min(to_z, z[way]),
                std::max(to_x, x[way]), std::max(to_y, y[way]), std::max(to_z, z[way])};
    }
    [[nodiscard]] glm::dvec3 end(spatial::Index slot) const {
        return {particles.x[slot], particles.y[slot], particles.z[slot]};
    }
    [[nodiscard]] Wall surface(std::uint32_t solid) const {
        const Solid& described = around.scene.solids[solids[solid].entry];
        return {described.friction, described.restitution};
    }
    [[nodiscard]] float spacing(spatial::Index slot) const {
        return around.grains.mixed() ? around.grains[particles.grain[slot]].spacing : around.scene.spacing;
    }
    [[nodiscard]] double mass(spatial::Index slot) const {
        const Medium& medium = around.grains.mixed() ? around.grains[particles.grain[slot]].medium : around.medium;
        return medium.phases[particles.fluid[slot]].mass;
    }
    [[nodiscard]] double radius(spatial::Index slot) const { return contact_radius(spacing(slot)); }
    [[nodiscard]] double margin(spatial::Index slot) const { return contact_margin(spacing(slot)); }
    [[nodiscard]] glm::dvec3 start(spatial::Index slot) const { return {x[slot], y[slot], z[slot]}; }
    /// Where the solid that it ran into has taken it from there.
    [[nodiscard]] glm::dvec3 carried(const Flight& flight) const {
        const SolidState& state = solids[flight.solid];
        return Frame(state.pose).to_scene(Frame(state.start).to_local(start(flight.slot)));
    }
};

}  // namespace sim
