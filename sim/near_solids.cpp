#include "sim/near_solids.hpp"

#include <algorithm>
#include <cmath>

#include "sim/solid_sights.hpp"
#include "spatial/boxes/box.hpp"

namespace sim {

namespace {

Sight sight_of(const NearSolids::One& one, const glm::dvec3& point, const WallSights& walls) {
    return sight_of(*one.shape, one.frame.to_local(point), walls);
}

WallSights of_even_fluid(double reach) {
    WallSights walls{};
    walls.poly6 = walls.spiky = WallSight{0.0f, static_cast<float>(1.0 / reach), {}};
    return walls;
}

}  // namespace

NearSolids::NearSolids(const Solids& solids, const spatial::Box& where, double reach) {
    for (std::size_t number = 0; number < solids.size(); ++number) {
        const ConvexShape& shape = solids.shape(number);
        const Frame frame(solids[number].pose);
        if (overlap(shape.bounds(frame, reach), where)) all_.push_back({&shape, frame});
    }
}

NearSolids::Nearest NearSolids::nearest(const glm::dvec3& place) const {
    Nearest found;
    for (const One& one : all_)
        if (const Foot foot = one.foot_of(place); found.solid == nullptr || foot.distance < found.foot.distance)
            found = {&one, foot};
    return found;
}

bool NearSolids::hold(const glm::dvec3& point) const {
    return std::ranges::any_of(all_, [&](const One& one) { return one.shape->holds(one.frame.to_local(point)); });
}

bool NearSolids::surface(const SurfaceSquare& square, const glm::dvec3& point) const {
    const double deep = square.half_width();
    const glm::dvec3 above = point + 0.01 * deep * square.normal(), below = point - deep * square.normal();
    return !hold(above) && std::ranges::any_of(all_, [&](const One& one) {
        return one.shape->entry(one.frame.to_local(above), one.frame.to_local(below)).has_value();
    });
}

double NearSolids::inside(const glm::dvec3& point, double reach) const {
    const WallSights even = of_even_fluid(reach);
    double share = 1.0;
    for (const One& one : all_) share *= 1.0 - double{sight_of(one, point, even).poly6};
    return share;
}

glm::dvec3 NearSolids::push(const One& one, const glm::dvec3& particle, const WallSights& walls) const {
    const Sight seen = sight_of(one, particle, walls);
    if (seen.push == glm::vec3(0.0f)) return glm::dvec3(0.0);
    double others = 1.0;
    for (const One& other : all_)
        if (&other != &one) others *= 1.0 - double{sight_of(other, particle, walls).spiky};
    return others * (one.frame.rotation * glm::dvec3(seen.push));
}

double NearSolids::left(const glm::dvec3& particle, const WallSights& walls) const {
    double share = 1.0;
    for (const One& one : all_) share *= 1.0 - double{sight_of(one, particle, walls).spiky};
    return share;
}

std::optional<SurfaceSquare> square_on(const Solids& solids, const glm::dvec3& place, float spacing) {
    const glm::vec3 at(place);
    const double wide = 2.0 * double{spacing};
    const NearSolids near(solids, {at.x, at.y, at.z, at.x, at.y, at.z}, wide);
    NearSolids::Nearest found = near.nearest(place);
    if (found.solid == nullptr || std::abs(found.foot.distance) > on_surface * double{spacing}) return std::nullopt;
    const WallSights even = of_even_fluid(wide);
    glm::dvec3 out(0.0);
    for (const NearSolids::One& one : near.all()) out += near.push(one, found.foot.place, even);
    if (const double length = glm::length(out); length * wide > 1e-3)
        found.foot.normal = near.nearest(found.foot.place + 0.25 * double{spacing} / length * out).foot.normal;
    return SurfaceSquare(found.foot, spacing);
}

}  // namespace sim
