#include "sim/fluid_share.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "sim/fluid_impulses.hpp"
#include "sim/kernels.hpp"
#include "sim/surface_square.hpp"

namespace sim {

namespace {

// Of a spacing: between two places where the share of fluid is asked. It is straight enough in between.
constexpr double step_in_spacings = 0.25;

// A point with less fluid around it is in the air: a drop that flies by has no pressure.
constexpr double least_share = 0.25;

// Of a kernel, what counts as left where surfaces take nearly all of it.
constexpr double least_inside = 0.05;

/// How much of [low, high] lies within [from, to].
double overlap(double low, double high, double from, double to) noexcept {
    return std::max(0.0, std::min(high, to) - std::max(low, from));
}

std::array<double, 3> place_of(const Particles& p, spatial::Index i) {
    return {double{p.x[i]}, double{p.y[i]}, double{p.z[i]}};
}

glm::dvec3 normal_of_wall(std::size_t side) {
    glm::dvec3 normal(0.0);
    normal[static_cast<int>(side / 2)] = side % 2 == 0 ? 1.0 : -1.0;
    return normal;
}

}  // namespace

Patch patch_of(Side side, const glm::vec3& min, const glm::vec3& max) {
    const int across = static_cast<int>(side) / 2;
    return {side, across == 0 ? 1 : 0, across == 2 ? 1 : 2, glm::dvec3(min), glm::dvec3(max)};
}

std::optional<Side> NearFluid::wall_at(const glm::dvec3& place) const {
    double nearest = on_surface * double{scene_.spacing};
    std::optional<Side> found;
    for (std::size_t side = 0; side < side_names.size(); ++side) {
        if (!is_wall(side)) continue;
        const double distance = std::abs(place[static_cast<int>(side / 2)] - place_of_wall(side));
        if (distance > nearest || (found && distance == nearest)) continue;
        nearest = distance;
        found = static_cast<Side>(side);
    }
    if (!found) return found;
    const glm::vec3 at(place);
    const NearSolids solids(solids_, {at.x, at.y, at.z, at.x, at.y, at.z}, nearest);
    const NearSolids::Nearest about = solids.nearest(place);
    return about.solid != nullptr && std::abs(about.foot.distance) < nearest ? std::nullopt : found;
}

template <class F>
void NearFluid::for_each_image(int axis, double distance, double reach, F f) const {
    if (!scene_.domain.periodic[static_cast<std::size_t>(axis)]) return f(distance);
    const double length = double{scene_.domain.max[axis]} - double{scene_.domain.min[axis]};
    const double last = std::floor((reach - distance) / length);
    for (double image = std::ceil((-reach - distance) / length); image <= last; ++image) f(distance + image * length);
}

double NearFluid::inside(const glm::dvec3& place) const {
    const auto h = static_cast<float>(reach(scene_.spacing));
    double share = 1.0;
    const auto behind = [&](int number, double distance) {
        return is_wall(static_cast<std::size_t>(number))
                   ? double{Poly6HalfSpace::behind(static_cast<float>(std::max(distance, 0.0)) / h)}
                   : 0.0;
    };
    for (int axis = 0; axis < 3; ++axis)
        share *= 1.0 - behind(2 * axis, place[axis] - double{scene_.domain.min[axis]}) -
                 behind(2 * axis + 1, double{scene_.domain.max[axis]} - place[axis]);
    return std::max(share, least_inside);
}

void NearFluid::shares_above(double x, double y, double step, Slots near, std::vector<double>& shares) const {
    const double h = reach(scene_.spacing), floor = double{scene_.domain.min.z};
    const Poly6 kernel(static_cast<float>(h));
    double highest = floor;
    for (const spatial::Index i : near) highest = std::max(highest, double{p_.z[i]});
    const double top = std::min(highest + h, double{scene_.domain.max.z});
    shares.assign(static_cast<std::size_t>((top - floor) / step) + 1, 0.0);
    const auto last = static_cast<double>(shares.size() - 1);
    for (const spatial::Index i : near) {
        const double z = p_.z[i] - floor, part = part_of(i);
        const auto add = [&](double across) {  // the square of its distance from the line, m²
            if (across >= h * h) return;
            const double up = std::sqrt(h * h - across);
            const auto from = static_cast<std::size_t>(std::clamp(std::ceil((z - up) / step), 0.0, last));
            const auto to = static_cast<std::size_t>(std::clamp(std::floor((z + up) / step), 0.0, last));
            for (std::size_t k = from; k <= to; ++k) {
                const double dz = static_cast<double>(k) * step - z;
                shares[k] += part * double{kernel(static_cast<float>(std::sqrt(across + dz * dz)))};
            }
        };
        for_each_image(0, p_.x[i] - x, h, [&](double dx) {
            for_each_image(1, p_.y[i] - y, h, [&](double dy) { add(dx * dx + dy * dy); });
        });
    }
    const auto px = static_cast<float>(x), py = static_cast<float>(y);
    const NearSolids solids(solids_, {px, py, static_cast<float>(floor), px, py, static_cast<float>(top)}, h);
    for (std::size_t k = 0; k < shares.size(); ++k) {
        const glm::dvec3 place{x, y, floor + static_cast<double>(k) * step};
        shares[k] *= solids.hold(place) ? 0.0
                                        : double{medium_.lattice.cell_volume} /
                                              std::max(inside(place) * solids.inside(place, h), least_inside);
    }
}

double NearFluid::in_solids(double x, double y, double from, double to, double step) const {
    const auto px = static_cast<float>(x), py = static_cast<float>(y);
    const NearSolids solids(solids_, {px, py, static_cast<float>(from), px, py, static_cast<float>(to)}, step);
    double length = 0.0;
    if (solids.empty()) return length;
    for (double z = from + 0.5 * step; z < to; z += step)
        if (solids.hold({x, y, z})) length += step;
    return length;
}

double NearFluid::level(double x, double y, Slots near, std::vector<double>& shares) const {
    const double step = step_in_spacings * double{scene_.spacing}, thick = reach(scene_.spacing);
    shares_above(x, y, step, near, shares);
    const double floor = double{scene_.domain.min.z};
    double surface = floor;  // of what is found so far
    double bottom = 0.0;     // above the floor, of the run of wet places that is being climbed
    bool is_wet = shares[0] >= 0.5, has_begun = false;
    const auto goes_on = [&](double gap, double run) {
        return gap < thick || (run > thick && gap - in_solids(x, y, surface, surface + gap, step) < thick);
    };
    for (std::size_t k = 1; k <= shares.size(); ++k) {
        const double here = k < shares.size() ? shares[k] : 0.0;  // nobody is above the last
        if ((here >= 0.5) == is_wet) continue;
        const double below = shares[k - 1];
        const double crossing = (static_cast<double>(k - 1) + (below - 0.5) / (below - here)) * step;
        if (!is_wet) {
            bottom = crossing;
        } else if (has_begun ? goes_on(floor + bottom - surface, crossing - bottom)
                             : bottom < thick || crossing - bottom > thick) {
            surface = floor + crossing;
            has_begun = true;
        }
        is_wet = !is_wet;
    }
    return std::min(surface, double{scene_.domain.max.z});
}

double NearFluid::mean_pressure(const glm::dvec3& place, Slots near) const {
    const double h = reach(scene_.spacing);
    const Poly6 kernel(static_cast<float>(h));
    double sum = 0.0, weights = 0.0;
    for (const spatial::Index i : near) {
        const auto [x, y, z] = place_of(p_, i);
        const double w = part_of(i) * double{kernel(static_cast<float>(glm::length(glm::dvec3(x, y, z) - place)))};
        sum += w * double{p_.pressure[i]};
        weights += w;
    }
    const double volume = double{medium_.lattice.cell_volume};
    return volume * weights < least_share * inside(place) ? 0.0 : sum / weights;
}

void NearFluid::find_pushers(const glm::dvec3& place, Slots near, std::vector<Pusher>& pushers) const {
    const double reach = reach_of_pressure();
    pushers.clear();
    for (const spatial::Index i : near) {
        const auto along = [&](int axis, auto f) {
            for_each_image(axis, place_of(p_, i)[static_cast<std::size_t>(axis)] - place[axis], reach, f);
        };
        along(0, [&](double x) {
            along(1, [&](double y) {
                along(2, [&](double z) {
                    const glm::dvec3 away{x, y, z};
                    if (glm::dot(away, away) < reach * reach) pushers.push_back({place + away, push_term(i), i});
                });
            });
        });
    }
}

double NearFluid::pressure(const glm::dvec3& place, Slots near, double contact, std::vector<Pusher>& pushers) const {
    if (grains_.mixed()) return mean_pressure(place, near);
    find_pushers(place, near, pushers);
    const double h = reach(scene_.spacing), range = wall_range(medium_);
    const glm::vec3 at(place);
    const NearSolids solids(solids_, {at.x, at.y, at.z, at.x, at.y, at.z}, h + range);
    double nearest = double{medium_.support};
    glm::dvec3 normal(0.0);  // of the surface that is so near; none yet
    if (const NearSolids::Nearest about = solids.nearest(place); about.solid != nullptr) {
        if (const auto square = square_on(solids_, place, scene_.spacing))
            return pressure_on(solids, *square, contact, pushers);
        if (about.foot.distance < 0.0) return 0.0;
        if (about.foot.distance < nearest) {
            nearest = about.foot.distance;
            normal = about.foot.normal;
        }
    }
    for (std::size_t side = 0; side < side_names.size(); ++side) {
        if (!is_wall(side)) continue;
        const double distance = std::abs(place[static_cast<int>(side / 2)] - place_of_wall(side));
        if (distance >= nearest) continue;
        nearest = distance;
        normal = normal_of_wall(side);
    }
    const bool is_free = normal == glm::dvec3(0.0);
    const glm::dmat3 axes = is_free ? glm::dmat3(1.0) : axes_about(normal);
    glm::dvec3 stress = stress_of_pairs(medium_, place, h, pushers, axes);
    const auto add = [&](const glm::dvec3& foot, const Pusher& pusher, const glm::dvec3& push) {
        stress += weight_along(place, h, foot, pusher.place) * (push * axes) * ((pusher.place - foot) * axes);
    };
    for (std::size_t side = 0; side < side_names.size(); ++side) {
        const int axis = static_cast<int>(side / 2);
        if (!is_wall(side) || std::abs(place[axis] - place_of_wall(side)) >= h + range) continue;
        for (const Pusher& pusher : pushers) {
            glm::dvec3 foot = pusher.place;
            foot[axis] = place_of_wall(side);
            if (pusher.push == 0.0 || std::abs(pusher.place[axis] - foot[axis]) >= range) continue;
            add(foot, pusher, push_of_wall(static_cast<Side>(side), pusher.slot, solids) * normal_of_wall(side));
        }
    }
    for (const NearSolids::One& solid : solids.all())
        for (const Pusher& pusher : pushers) {
            const glm::dvec3 push = push_of_solid(solids, solid, pusher);
            if (push == glm::dvec3(0.0)) continue;
            add(solid.foot_of(pusher.place).place, pusher, push);
        }
    const double pressure = is_free ? (stress.x + stress.y + stress.z) / 3.0 : stress.x;
    return pressure / std::max(inside(place) * solids.inside(place, h), least_inside);
}

glm::dvec3 NearFluid::push_of_solid(const NearSolids& solids, const NearSolids::One& solid,
                                    const Pusher& pusher) const {
    if (pusher.push == 0.0) return glm::dvec3(0.0);
    const double left = 1.0 - double{tank_.shares_behind(glm::vec3(pusher.place)).spiky};
    return medium_.lattice.wall_factor() * left * pusher.push * solids.push(solid, pusher.place, medium_.lattice.walls);
}

double NearFluid::pressure_on(const NearSolids& solids, const SurfaceSquare& square, double contact,
                              std::span<const Pusher> pushers) const {
    double sum = contact;
    for (const NearSolids::One& solid : solids.all())
        for (const Pusher& pusher : pushers) {
            if (const double w = square.weight(solid.foot_of(pusher.place)); w > 0.0)
                sum += w * glm::dot(push_of_solid(solids, solid, pusher), square.normal());
        }
    const double whole = weight_where([&](double a, double b) {
        const glm::dvec3 point = square.point(a, b);
        for (std::size_t side = 0; side < side_names.size(); ++side) {
            const double wall = place_of_wall(side), at = point[static_cast<int>(side / 2)];
            if (is_wall(side) && (side % 2 == 0 ? at < wall : at > wall)) return false;
        }
        return solids.surface(square, point);
    });
    return whole > 0.0 ? sum / (whole * square.half_width() * square.half_width()) : 0.0;
}

/// What was kept beside the pressure is not in a checkpoint: from pressure back to compression.
double NearFluid::push_term(spatial::Index i) const {
    const Medium::Phase& phase = medium_of(i).phases[p_.fluid[i]];
    const double pressure = double{p_.pressure[i]};
    if (pressure == 0.0) return 0.0;
    const double compression =
        std::pow(std::max(pressure / double{phase.stiffness} + 1.0, 1e-6), 1.0 / double{phase.gamma});
    return pressure / (compression * compression);
}

double NearFluid::push_of_wall(Side side, spatial::Index i, const NearSolids& solids) const {
    if (p_.pressure[i] == 0.0f) return 0.0;
    const glm::vec3 place{p_.x[i], p_.y[i], p_.z[i]};
    const double push = double{tank_of(i).push_of(static_cast<std::size_t>(side), place)};
    if (push == 0.0) return 0.0;
    const Calibration& lattice = medium_of(i).lattice;
    const double left = solids.empty() ? 1.0 : solids.left(place, lattice.walls);
    return lattice.wall_factor() * left * push * push_term(i);
}

NearSolids NearFluid::solids_about(Slots near) const {
    glm::vec3 low(std::numeric_limits<float>::max()), high = -low;
    double range = 0.0;
    for (const spatial::Index i : near) {
        const glm::vec3 place{p_.x[i], p_.y[i], p_.z[i]};
        low = glm::min(low, place);
        high = glm::max(high, place);
        range = std::max(range, wall_range(medium_of(i)));
    }
    return {solids_, {low.x, low.y, low.z, high.x, high.y, high.z}, range};
}

double NearFluid::wall_pressure(Side side, const glm::dvec3& place, Slots near) const {
    const Patch wall = patch_of(side, scene_.domain.min, scene_.domain.max);
    const double h = reach(scene_.spacing);
    const NearSolids solids = solids_about(near);
    double sum = 0.0;
    for (const spatial::Index i : near) {
        const auto at = place_of(p_, i);
        const auto of_axis = [&](int axis) {
            double weight = 0.0;
            for_each_image(axis, at[static_cast<std::size_t>(axis)] - place[axis], h,
                           [&](double off) { weight += square_weight(off / h); });
            return weight;
        };
        const double w = of_axis(wall.first) * of_axis(wall.second);
        if (w > 0.0) sum += w * push_of_wall(side, i, solids);
    }
    const double whole = weight_where([&](double a, double b) {  // of the wall in the fluid
        glm::dvec3 point = place;
        const auto number = static_cast<std::size_t>(side);
        point[wall.first] += a * h;
        point[wall.second] += b * h;
        point[static_cast<int>(number / 2)] = place_of_wall(number);
        point += 0.01 * h * normal_of_wall(number);  // in what stands on the wall, not on it
        for (const int axis : {wall.first, wall.second})
            if (!scene_.domain.periodic[static_cast<std::size_t>(axis)] &&
                (point[axis] < wall.min[axis] || point[axis] > wall.max[axis]))
                return false;
        return !solids.hold(point);
    });
    return whole > 0.0 ? sum / (whole * h * h) : 0.0;
}

double NearFluid::wall_force(const Patch& patch, Slots near) const {
    const NearSolids solids = solids_about(near);
    double sum = 0.0;
    for (const spatial::Index i : near) {
        const double half = 0.5 * spacing_of(i);
        const auto at = place_of(p_, i);
        double share = 1.0;  // of the square that the particle takes on the wall, what is on the patch
        for (const int axis : {patch.first, patch.second}) {
            const double low = at[static_cast<std::size_t>(axis)] - half, high = low + 2.0 * half;
            share *= overlap(low, high, patch.min[axis], patch.max[axis]) /
                     overlap(low, high, double{scene_.domain.min[axis]}, double{scene_.domain.max[axis]});
        }
        if (share > 0.0) sum += share * push_of_wall(patch.side, i, solids);
    }
    return sum;
}

bool NearFluid::is_bulk(spatial::Index i) const {
    const Medium& medium = medium_of(i);
    const Calibration& lattice = medium.lattice;
    const double behind = double{tank_of(i).shares_behind({p_.x[i], p_.y[i], p_.z[i]}).poly6};
    const double self = double{Poly6(medium.support)(0.0f) / lattice.poly6_sum};
    const double crowding = double{p_.density[i] / medium.phases[p_.fluid[i]].rest_density};
    return crowding - behind - self >= 0.5 * (1.0 - behind - self);
}

}  // namespace sim
