#include "sim/fluid_share.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "sim/kernels.hpp"

namespace sim {

namespace {

// Of a spacing: between two places where the share of fluid is asked. It is straight enough in between.
constexpr double step_in_spacings = 0.25;

// A point with less fluid around it is in the air: a drop that flies by has no pressure.
constexpr double least_share = 0.25;

/// (1 - u²)² to both sides of a place, and its integral from there to u: the weight of what lies on a wall.
constexpr double weight(double u) noexcept { return u * u < 1.0 ? 15.0 / 16.0 * (1.0 - u * u) * (1.0 - u * u) : 0.0; }
constexpr double weight_up_to(double u) noexcept {
    const double v = u < -1.0 ? -1.0 : u > 1.0 ? 1.0 : u;
    return 15.0 / 16.0 * v * (1.0 - v * v * (2.0 / 3.0 - v * v / 5.0));
}

/// How much of [low, high] lies within [from, to].
double overlap(double low, double high, double from, double to) noexcept {
    return std::max(0.0, std::min(high, to) - std::max(low, from));
}

std::array<double, 3> place_of(const Particles& p, spatial::Index i) {
    return {double{p.x[i]}, double{p.y[i]}, double{p.z[i]}};
}

}  // namespace

Patch patch_of(Side side, const glm::vec3& min, const glm::vec3& max) {
    const int across = static_cast<int>(side) / 2;
    return {side, across == 0 ? 1 : 0, across == 2 ? 1 : 2, glm::dvec3(min), glm::dvec3(max)};
}

bool is_on_wall(const Scene& scene, const glm::dvec3& place, Side& side) {
    double nearest = 0.5 * double{scene.spacing};
    bool is_on = false;
    for (int k = 0; k < 6; ++k) {
        const int axis = k / 2;
        if (scene.domain.periodic[static_cast<std::size_t>(axis)] || scene.domain.open[static_cast<std::size_t>(k)])
            continue;
        const double wall = k % 2 == 0 ? double{scene.domain.min[axis]} : double{scene.domain.max[axis]};
        const double distance = std::abs(place[axis] - wall);
        if (distance > nearest || (is_on && distance == nearest)) continue;
        nearest = distance;
        side = static_cast<Side>(k);
        is_on = true;
    }
    return is_on;
}

double NearFluid::inside(const glm::dvec3& place) const {
    const auto h = static_cast<float>(reach(scene_.spacing));
    double share = 1.0;
    const auto behind = [&](int side, double distance) {
        return scene_.domain.open[static_cast<std::size_t>(side)]
                   ? 0.0
                   : double{poly6_behind(static_cast<float>(std::max(distance, 0.0)) / h)};
    };
    for (int axis = 0; axis < 3; ++axis)
        share *= 1.0 - behind(2 * axis, place[axis] - double{scene_.domain.min[axis]}) -
                 behind(2 * axis + 1, double{scene_.domain.max[axis]} - place[axis]);
    return std::max(share, 0.05);
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
        const double dx = p_.x[i] - x, dy = p_.y[i] - y, z = p_.z[i] - floor;
        const double across = dx * dx + dy * dy;
        if (across >= h * h) continue;
        const double up = std::sqrt(h * h - across), part = part_of(i);
        const auto from = static_cast<std::size_t>(std::clamp(std::ceil((z - up) / step), 0.0, last));
        const auto to = static_cast<std::size_t>(std::clamp(std::floor((z + up) / step), 0.0, last));
        for (std::size_t k = from; k <= to; ++k) {
            const double dz = static_cast<double>(k) * step - z;
            shares[k] += part * double{kernel(static_cast<float>(std::sqrt(across + dz * dz)))};
        }
    }
    for (std::size_t k = 0; k < shares.size(); ++k)
        shares[k] *= double{medium_.lattice.cell_volume} / inside({x, y, floor + static_cast<double>(k) * step});
}

double NearFluid::level(double x, double y, Slots near, std::vector<double>& shares) const {
    const double step = step_in_spacings * double{scene_.spacing}, thick = reach(scene_.spacing);
    shares_above(x, y, step, near, shares);
    const double floor = double{scene_.domain.min.z};
    double surface = floor;  // of what is found so far
    double bottom = 0.0;     // above the floor, of the run of wet places that is being climbed
    bool is_wet = shares[0] >= 0.5, has_begun = false;
    for (std::size_t k = 1; k <= shares.size(); ++k) {
        const double here = k < shares.size() ? shares[k] : 0.0;  // nobody is above the last
        if ((here >= 0.5) == is_wet) continue;
        const double below = shares[k - 1];
        const double crossing = (static_cast<double>(k - 1) + (below - 0.5) / (below - here)) * step;
        if (!is_wet) {
            bottom = crossing;
        } else if (has_begun ? floor + bottom - surface < thick : bottom < thick || crossing - bottom > thick) {
            surface = floor + crossing;
            has_begun = true;
        }
        is_wet = !is_wet;
    }
    return std::min(surface, double{scene_.domain.max.z});
}

double NearFluid::pressure(const glm::dvec3& place, Slots near) const {
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

double NearFluid::push_of_wall(Side side, spatial::Index i) const {
    const Medium& medium = medium_of(i);
    const Medium::Phase& phase = medium.phases[p_.fluid[i]];
    if (p_.pressure[i] == 0.0f) return 0.0;
    const Calibration& lattice = medium.lattice;
    const WallSight& sight = lattice.walls.spiky;
    const auto place = place_of(p_, i);
    const int across = static_cast<int>(side) / 2;
    double push = double{sight.slope};
    std::array<double, 2> beside{};  // what walls of the other axes take
    std::size_t others = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (scene_.domain.periodic[static_cast<std::size_t>(axis)]) continue;
        const auto below = sight(static_cast<float>(place[static_cast<std::size_t>(axis)]) - scene_.domain.min[axis]);
        const auto above = sight(scene_.domain.max[axis] - static_cast<float>(place[static_cast<std::size_t>(axis)]));
        const auto behind = [&](int of, float q) {
            return scene_.domain.open[static_cast<std::size_t>(of)] ? 0.0 : double{spiky_behind(q)};
        };
        if (axis == across)
            push *= double{spiky_push(static_cast<int>(side) % 2 == 0 ? below : above)};
        else
            beside[others++] = behind(2 * axis, below) + behind(2 * axis + 1, above);
    }
    push *= double{sight.overlap.left_beside(static_cast<float>(beside[0]), static_cast<float>(beside[1]))};
    // From pressure back to compression: what was kept beside it is not in a checkpoint.
    const double compression =
        std::pow(double{p_.pressure[i]} / double{phase.stiffness} + 1.0, 1.0 / double{phase.gamma});
    const double volume = double{lattice.cell_volume};
    return volume * volume * double{lattice.spiky_sum} / double{lattice.spiky_virial} * push * double{p_.pressure[i]} /
           (compression * compression);
}

double NearFluid::wall_pressure(Side side, const glm::dvec3& place, Slots near) const {
    const Patch wall = patch_of(side, scene_.domain.min, scene_.domain.max);
    const double h = reach(scene_.spacing);
    double sum = 0.0;
    for (const spatial::Index i : near) {
        const auto at = place_of(p_, i);
        const auto of_axis = [&](int axis) { return weight((at[static_cast<std::size_t>(axis)] - place[axis]) / h); };
        const double w = of_axis(wall.first) * of_axis(wall.second);
        if (w > 0.0) sum += w * push_of_wall(side, i);
    }
    double whole = h * h;  // of the weight, what is on the wall
    for (const int axis : {wall.first, wall.second})
        whole *= weight_up_to((wall.max[axis] - place[axis]) / h) - weight_up_to((wall.min[axis] - place[axis]) / h);
    return sum / whole;
}

double NearFluid::wall_force(const Patch& patch, Slots near) const {
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
        if (share > 0.0) sum += share * push_of_wall(patch.side, i);
    }
    return sum;
}

bool NearFluid::is_bulk(spatial::Index i, const Tank& tank) const {
    const Medium& medium = medium_of(i);
    const Calibration& lattice = medium.lattice;
    const double behind =
        double{(grains_.mixed() ? grains_[p_.grain[i]].tank : tank).shares_behind({p_.x[i], p_.y[i], p_.z[i]}).poly6};
    const double self = double{Poly6(medium.support)(0.0f) / lattice.poly6_sum};
    const double crowding = double{p_.density[i] / medium.phases[p_.fluid[i]].rest_density};
    return crowding - behind - self >= 0.5 * (1.0 - behind - self);
}

}  // namespace sim
