#include "app/window/probe_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr float patch_half_width = 5.0f;  // of a wall that is pointed at, in spacings

struct NameOfKind {
    const char* name;
    bool is_counted;  // from the first on: there are usually several
};
/// In the order of sim::ProbeKind, as papers name them.
constexpr std::array<NameOfKind, sim::probe_kind_names.size()> usual_names = {{{"front", false},
                                                                               {"column", false},
                                                                               {"H", true},
                                                                               {"p", true},
                                                                               {"wall", false},
                                                                               {"energy", false},
                                                                               {"momentum", false},
                                                                               {"push", false}}};

std::string free_name(sim::ProbeKind kind, const std::vector<sim::Probe>& others) {
    const auto [name, is_counted] = usual_names[static_cast<std::size_t>(kind)];
    const auto is_free = [&](const std::string& one) {
        return std::ranges::find(others, one, &sim::Probe::name) == others.end();
    };
    if (!is_counted && is_free(name)) return name;
    int number = is_counted ? 1 : 2;
    while (!is_free(name + std::to_string(number))) ++number;
    return name + std::to_string(number);
}

/// To a tenth of a spacing or less, in decimals that people write: what is pointed at is known no better. Within the
/// tank, on whose walls it stays.
glm::vec3 rounded(glm::vec3 place, const sim::Scene& scene) {
    const double step = std::pow(10.0, std::floor(std::log10(0.1 * double{scene.spacing})));
    for (int axis = 0; axis < 3; ++axis) {
        const float min = scene.domain.min[axis], max = scene.domain.max[axis];
        if (place[axis] <= min || place[axis] >= max)
            place[axis] = place[axis] <= min ? min : max;
        else
            place[axis] = std::clamp(static_cast<float>(std::round(double{place[axis]} / step) * step), min, max);
    }
    return place;
}

bool has_wall(const sim::Domain& tank, sim::Side side) {
    const auto number = static_cast<std::size_t>(side);
    return !tank.open[number] && !tank.periodic[number / 2];
}

/// A patch of usual size about a place on a wall, within it.
void put_patch(sim::Probe& probe, const glm::vec3& place, const sim::Scene& scene) {
    const int across = static_cast<int>(probe.side) / 2;
    const float half = patch_half_width * scene.spacing;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == across) continue;
        const float min = scene.domain.min[axis], max = scene.domain.max[axis];
        const float middle =
            2.0f * half < max - min ? std::clamp(place[axis], min + half, max - half) : 0.5f * (min + max);
        probe.min[axis] = std::max(middle - half, min);
        probe.max[axis] = std::min(middle + half, max);
    }
    probe.min = rounded(probe.min, scene);
    probe.max = rounded(probe.max, scene);
}

}  // namespace

bool has_place(sim::ProbeKind kind) noexcept {
    return kind == sim::ProbeKind::column_height || kind == sim::ProbeKind::level || kind == sim::ProbeKind::pressure ||
           kind == sim::ProbeKind::wall_pressure || kind == sim::ProbeKind::force;
}

std::optional<Spot> wall_behind(const sim::Domain& tank, const render::Ray& ray) {
    float enters = 0.0f, leaves = std::numeric_limits<float>::infinity();
    int across = -1;
    for (int axis = 0; axis < 3; ++axis) {
        const float way = ray.direction[axis], from = ray.origin[axis];
        if (way == 0.0f) {
            if (from < tank.min[axis] || from > tank.max[axis]) return std::nullopt;
            continue;
        }
        const float to_min = (tank.min[axis] - from) / way, to_max = (tank.max[axis] - from) / way;
        enters = std::max(enters, std::min(to_min, to_max));
        if (std::max(to_min, to_max) < leaves) {
            leaves = std::max(to_min, to_max);
            across = axis;
        }
    }
    if (across < 0 || leaves <= enters) return std::nullopt;
    const bool is_high = ray.direction[across] > 0.0f;
    glm::vec3 place = ray.origin + leaves * ray.direction;
    place[across] = is_high ? tank.max[across] : tank.min[across];
    Spot spot;
    spot.place = place;
    spot.wall = static_cast<sim::Side>(2 * across + (is_high ? 1 : 0));
    return spot;
}

sim::Probe new_probe(sim::ProbeKind kind, const sim::Scene& scene, const std::vector<sim::Probe>& others,
                     const std::optional<Spot>& picked) {
    const sim::Domain& tank = scene.domain;
    const glm::vec3 middle = 0.5f * (tank.min + tank.max);
    sim::Probe probe;
    probe.name = free_name(kind, others);
    probe.kind = kind;
    probe.min = tank.min;  // the whole wall
    probe.max = tank.max;
    probe.side = sim::Side::x_max;
    if (!has_wall(tank, probe.side))
        for (std::size_t side = 0; side < sim::side_names.size(); ++side)
            if (has_wall(tank, static_cast<sim::Side>(side))) probe.side = static_cast<sim::Side>(side);
    if (kind == sim::ProbeKind::pressure)  // low on the wall that a dam break runs into
        probe.position = {tank.max.x, middle.y, tank.min.z + 0.1f * (tank.max.z - tank.min.z)};
    else if (kind == sim::ProbeKind::column_height)
        probe.position = {tank.min.x, middle.y, tank.min.z};
    else
        probe.position = {middle.x, middle.y, tank.min.z};
    probe.position = rounded(probe.position, scene);
    const auto named = std::ranges::find_if(scene.solids, [](const sim::Solid& solid) { return !solid.name.empty(); });
    if (named != scene.solids.end()) probe.solid = named->name;
    return picked && kind != sim::ProbeKind::column_height ? put_at(probe, *picked, scene) : probe;
}

sim::Probe put_at(const sim::Probe& probe, const Spot& spot, const sim::Scene& scene) {
    sim::Probe moved = probe;
    switch (probe.kind) {
        case sim::ProbeKind::pressure:
            moved.position = rounded(spot.place, scene);
            break;
        case sim::ProbeKind::level:
        case sim::ProbeKind::column_height:
            moved.position = rounded(spot.place, scene);
            moved.position.z = probe.position.z;
            break;
        case sim::ProbeKind::wall_pressure:
            if (!spot.wall) break;
            moved.side = *spot.wall;
            put_patch(moved, spot.place, scene);
            break;
        case sim::ProbeKind::force:
            if (spot.solid) moved.solid = *spot.solid;
            break;
        case sim::ProbeKind::front:
        case sim::ProbeKind::energy:
        case sim::ProbeKind::momentum:
            break;
    }
    return moved;
}

}  // namespace app
