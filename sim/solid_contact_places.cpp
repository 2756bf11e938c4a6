// Where particles go that solids have caught between them, or have carried over a gap.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "sim/solid_contact_round.hpp"

namespace sim {

namespace {

// How far from where it was carried a particle looks for a place, spacings.
constexpr std::array<double, 6> distances = {0.05, 0.25, 0.5, 1.0, 2.0, 4.0};

// So many that are caught share their work among threads.
constexpr std::size_t worth_a_team = 16;

}  // namespace

/// What they may end beside.
spatial::Box SolidContact::box_around(const Round& round, const Flight& flight) {
    const glm::dvec3 carried = round.carried(flight);
    const glm::dvec3 range(2.0 * distances.back() * double{round.spacing(flight.slot)});
    return joined(box_between(round.start(flight.slot), round.end(flight.slot)),
                  box_between(carried - range, carried + range));
}

/// Whether a particle can be at a place at the end of the step: a skin away from all solids, and the straight way there
/// from where it was enters none. Who is in the way is asked first the next time: places that are tried are neighbours.
bool SolidContact::is_reached(const glm::vec3& place, double skin, std::span<Obstacle> obstacles) {
    const auto in_the_way = std::ranges::find_if(obstacles, [&](const Obstacle& obstacle) {
        const glm::dvec3 to = obstacle.end.to_local(place);
        if (obstacle.shape->holds(to, skin)) return true;
        return !obstacle.is_left && obstacle.shape->entry(obstacle.start, to).has_value();
    });
    if (in_the_way == obstacles.end()) return true;
    std::iter_swap(in_the_way, obstacles.begin());
    return false;
}

/// Those who still run into something after all rounds, and those whose way had a gap and may have jumped through
/// something: each by its last flight.
void SolidContact::settle(const Round& round) {
    caught_.insert(caught_.end(), flights_.begin(), flights_.end());
    if (caught_.empty()) return;
    std::ranges::stable_sort(
        caught_, [](const Flight& a, const Flight& b) { return std::tie(a.slot, a.time) < std::tie(b.slot, b.time); });
    const auto earlier = std::unique(caught_.rbegin(), caught_.rend(),
                                     [](const Flight& a, const Flight& b) { return a.slot == b.slot; });
    caught_.erase(caught_.begin(), earlier.base());
    boxes_.clear();
    for (const Flight& flight : caught_) boxes_.push_back(box_around(round, flight));
    meetings_.find(*broad_, boxes_);
    std::uint64_t squeezed = 0;
#pragma omp parallel for schedule(dynamic, 8) reduction(+ : squeezed) if (caught_.size() > worth_a_team)
    for (std::size_t i = 0; i < caught_.size(); ++i) squeezed += find_place(round, caught_[i], meetings_[i]) ? 0 : 1;
    report_.squeezed += squeezed;
}

/// Where it is, if that is good; else where the solid that it ran into last has carried it; else the nearest good place
/// beside that, first along the surface. As much room as it should have, or half of it, or any.
bool SolidContact::find_place(const Round& round, const Flight& flight, std::span<const spatial::Index> solids) {
    const spatial::Index slot = flight.slot;
    const double spacing = double{round.spacing(slot)}, radius = round.radius(slot);
    const glm::dvec3 start = round.start(slot), end = round.end(slot), carried = round.carried(flight);
    std::vector<Obstacle>& obstacles = threads_.mine().obstacles;
    obstacles.clear();
    for (const spatial::Index number : solids) {
        const SolidState& state = round.solids[number];
        const ConvexShape& shape = round.solids.shape(number);
        const glm::dvec3 from = Frame(state.start).to_local(start);
        obstacles.push_back({&shape, Frame(state.pose), from, shape.holds(from)});
    }
    Particles& p = round.particles;
    double skin = 0.0;
    const auto try_place = [&](const glm::dvec3& where) {
        glm::vec3 place(where), velocity{p.vx[slot], p.vy[slot], p.vz[slot]};
        round.around.tank.collide(place, velocity);
        if (!is_reached(place, skin, obstacles)) return false;
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
