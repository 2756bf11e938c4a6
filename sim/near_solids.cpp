#include "sim/near_solids.hpp"

#include <algorithm>

#include "sim/solid_sights.hpp"
#include "spatial/boxes/box.hpp"

namespace sim {

namespace {

Sight sight_of(const NearSolids::One& one, const glm::dvec3& point, const WallSights& walls) {
    return sight_of(*one.shape, one.frame.to_local(point), walls);
}

}  // namespace

NearSolids::NearSolids(const Solids& solids, const spatial::Box& where, double reach) {
    for (std::size_t number = 0; number < solids.size(); ++number) {
        const ConvexShape& shape = solids.shape(number);
        const Frame frame(solids[number].pose);
        if (overlap(shape.bounds(frame, reach), where)) all_.push_back({&shape, frame});
    }
}

bool NearSolids::One::is_behind(const glm::dvec3& normal, const glm::dvec3& point, double depth) const {
    return shape->entry(frame.to_local(point + 0.01 * depth * normal), frame.to_local(point - depth * normal))
        .has_value();
}

NearSolids::Nearest NearSolids::nearest(const glm::dvec3& place) const {
    Nearest found;
    for (const One& one : all_)
        if (const Foot foot = one.foot_of(place); found.solid == nullptr || foot.distance < found.foot.distance)
            found = {&one, foot};
    return found;
}

bool NearSolids::hold(const glm::dvec3& point, const One* but) const {
    return std::ranges::any_of(
        all_, [&](const One& one) { return &one != but && one.shape->holds(one.frame.to_local(point)); });
}

double NearSolids::inside(const glm::dvec3& point, double reach) const {
    const WallSight even{0.0f, static_cast<float>(1.0 / reach), {}};  // of fluid that is spread evenly
    WallSights walls{};
    walls.poly6 = walls.spiky = even;
    double share = 1.0;
    for (const One& one : all_) share *= 1.0 - double{sight_of(one, point, walls).poly6};
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

}  // namespace sim
