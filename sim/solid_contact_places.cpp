// Where particles go that solids have caught between them, or have carried over a gap.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "sim/solid_contact_round.hpp"

namespace sim {

/// Whether a particle can be at a place at the end of the step: a skin away from all solids, and the straight way there
/// from where it was enters none.
bool SolidContact::is_reached(const Round& round, spatial::Index slot, const glm::vec3& place,
                              std::span<const spatial::Index> solids, double skin) const {
    return std::ranges::none_of(solids, [&](spatial::Index number) {
        const SolidState& state = round.solids[number];
        const ConvexShape& shape = round.solids.shape(number);
        const glm::dvec3 to = Frame(state.pose).to_local(place);
        if (shape.holds(to, skin)) return true;
        const glm::dvec3 from = Frame(state.start).to_local(round.start(slot));
        return !shape.holds(from) && shape.entry(from, to).has_value();
    });
}

/// Those who still run into something after all rounds, and those whose way had a gap and may have jumped through
/// something.
void SolidContact::settle(const Round& round) {
    caught_.insert(caught_.end(), flights_.begin(), flights_.end());
    if (caught_.empty()) return;
    std::ranges::stable_sort(
        caught_, [](const Flight& a, const Flight& b) { return std::tie(a.slot, a.time) < std::tie(b.slot, b.time); });
    for (std::size_t i = 0; i < caught_.size(); ++i)
        if (i + 1 == caught_.size() || caught_[i + 1].slot != caught_[i].slot)
            if (!find_place(round, caught_[i])) ++report_.squeezed;
}

/// Where it is, if that is good; else where the solid that it ran into last has carried it; else the nearest good place
/// beside that, first along the surface. As much room as it should have, or half of it, or any.
bool SolidContact::find_place(const Round& round, const Flight& flight) {
    constexpr std::array<double, 6> distances = {0.05, 0.25, 0.5, 1.0, 2.0, 4.0};  // spacings
    const spatial::Index slot = flight.slot;
    const double spacing = double{round.spacing(slot)}, radius = round.radius(slot);
    const SolidState& state = round.solids[flight.solid];
    const glm::dvec3 start = round.start(slot), end = round.end(slot);
    const glm::dvec3 carried = Frame(state.pose).to_scene(Frame(state.start).to_local(start));
    const glm::dvec3 range(2.0 * distances.back() * spacing);
    const spatial::Box around = joined(box_between(start, end), box_between(carried - range, carried + range));
    near_.clear();
    broad_->touching({&around, 1}, [&](spatial::Index, std::span<const spatial::Index> solids) {
        near_.assign(solids.begin(), solids.end());
    });

    Particles& p = round.particles;
    double skin = 0.0;
    const auto try_place = [&](const glm::dvec3& where) {
        glm::vec3 place(where), velocity{p.vx[slot], p.vy[slot], p.vz[slot]};
        round.around.tank.collide(place, velocity);
        if (!is_reached(round, slot, place, near_, skin)) return false;
        p.x[slot] = place.x, p.y[slot] = place.y, p.z[slot] = place.z;
        p.vx[slot] = velocity.x, p.vy[slot] = velocity.y, p.vz[slot] = velocity.z;
        return true;
    };
    const glm::dvec3 normal = flight.normal;
    const glm::dvec3 aside = glm::normalize(
        glm::cross(normal, std::abs(normal.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0)));
    const glm::dvec3 across = glm::cross(normal, aside);
    for (const double room : {radius, 0.5 * radius, round.margin(slot)}) {
        skin = room;
        if (try_place(end) || try_place(carried)) return true;
        for (const double distance : distances)
            for (const double up : {0.0, 1.0, -1.0})
                for (const double u : {-1.0, 0.0, 1.0})
                    for (const double v : {-1.0, 0.0, 1.0})
                        if (try_place(carried + distance * spacing * (u * aside + v * across + up * normal)))
                            return true;
    }
    glm::vec3 place(carried), velocity{p.vx[slot], p.vy[slot], p.vz[slot]};
    round.around.tank.collide(place, velocity);
    p.x[slot] = place.x, p.y[slot] = place.y, p.z[slot] = place.z;
    return false;
}

}  // namespace sim
