#include "sim/probes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <limits>
#include <optional>

#include "sim/world_state.hpp"

namespace sim {

namespace {

constexpr std::size_t chunk_size = 4096;
constexpr double nowhere = -std::numeric_limits<double>::infinity();

constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};

/// Who is measured where with particles that are near.
constexpr bool has_place(ProbeKind kind) noexcept {
    return kind == ProbeKind::column_height || kind == ProbeKind::level || kind == ProbeKind::pressure ||
           kind == ProbeKind::wall_pressure;
}

/// "x" where a direction is along an axis.
std::string along(const glm::vec3& direction) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(direction[axis]) == glm::length(direction)) return axis_names[static_cast<std::size_t>(axis)];
    return "distance";
}

/// The place where a front's way begins: the corner of the tank that is farthest back.
double back_wall(const Domain& domain, const glm::dvec3& direction) {
    double back = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        back += direction[axis] * double{direction[axis] > 0.0 ? domain.min[axis] : domain.max[axis]};
    return back;
}

glm::dvec3 direction_of(const Probe& probe) { return glm::normalize(glm::dvec3(probe.direction)); }

/// Highest place that counts for a front, m.
float top_of_front(const Scene& scene, const Probe& probe) {
    return scene.domain.min.z + (probe.height > 0.0f ? probe.height : 3.0f * scene.spacing);
}

/// What compressing a particle took, J: the integral of P over its volume, from rest density on. Its derivative is the
/// pressure force (force_pass.hpp), so that it, kinetic and potential energy together only fall.
double elastic_energy(const Medium& medium, const Medium::Phase& phase, double pressure) {
    if (pressure == 0.0) return 0.0;
    const double gamma = double{phase.gamma}, stiffness = double{phase.stiffness};
    const double c = std::pow(std::max(pressure / stiffness + 1.0, 1e-6), 1.0 / gamma);
    const double share = gamma == 1.0 ? std::log(c) + 1.0 / c - 1.0
                                      : std::pow(c, gamma - 1.0) / (gamma - 1.0) + 1.0 / c - gamma / (gamma - 1.0);
    return medium.lattice.wall_factor() * stiffness * share;
}

}  // namespace

std::vector<ProbeColumn> probe_columns(std::span<const Probe> probes) {
    std::vector<ProbeColumn> columns;
    for (const Probe& probe : probes) {
        const auto add = [&](const std::string& what, const char* unit) {
            columns.push_back({probe.name + "." + what + "_" + unit, probe.name + " " + what, unit});
        };
        switch (probe.kind) {
            case ProbeKind::front:
                add(along(probe.direction), "m");
                break;
            case ProbeKind::column_height:
                add("height", "m");
                break;
            case ProbeKind::level:
                add("level", "m");
                break;
            case ProbeKind::pressure:
                add("pressure", "Pa");
                break;
            case ProbeKind::wall_pressure:
                add("pressure", "Pa");
                add("force", "N");
                break;
            case ProbeKind::energy:
                for (const char* const what : {"kinetic", "potential", "elastic", "total"}) add(what, "J");
                break;
            case ProbeKind::momentum:
                for (const char* const axis : axis_names) add(axis, "Ns");
                break;
            case ProbeKind::force:
                for (const char* const axis : axis_names) add(axis, "N");
                break;
        }
    }
    return columns;
}

void Probes::find_places(const Moment& moment) {
    const Scene& scene = moment.scene;
    const auto reach = static_cast<float>(NearFluid::reach(scene.spacing)),
               range = static_cast<float>(NearFluid::wall_range(moment.medium));
    const NearFluid fluid(scene, moment.medium, moment.tank, moment.grains, moment.solids, moment.particles);
    const auto far = static_cast<float>(fluid.reach_of_pressure());
    constexpr float everywhere = std::numeric_limits<float>::max();
    places_.clear();
    for (const Probe& probe : scene.probes) {
        Place place{glm::vec3(everywhere), glm::vec3(-everywhere)};  // nobody
        const auto at_wall = [&](Side side, const glm::vec3& min, const glm::vec3& max) {
            const int across = static_cast<int>(side) / 2;
            place = {min, max};
            const bool is_low = static_cast<int>(side) % 2 == 0;
            place.min[across] = is_low ? scene.domain.min[across] : scene.domain.max[across] - range;
            place.max[across] = is_low ? scene.domain.min[across] + range : scene.domain.max[across];
        };
        if (probe.kind == ProbeKind::column_height || probe.kind == ProbeKind::level) {
            place = {probe.position - reach, probe.position + reach};
            place.min.z = -everywhere;
            place.max.z = everywhere;
        } else if (probe.kind == ProbeKind::pressure) {
            if (const std::optional<Side> side = fluid.wall_at(glm::dvec3(probe.position)))
                at_wall(*side, probe.position - reach, probe.position + reach);
            else
                place = {probe.position - far, probe.position + far};
        } else if (probe.kind == ProbeKind::wall_pressure) {
            at_wall(probe.side, probe.min - scene.spacing, probe.max + scene.spacing);
        }
        for (int axis = 0; axis < 3 && has_place(probe.kind); ++axis) {
            if (!scene.domain.periodic[static_cast<std::size_t>(axis)]) continue;  // images may be near
            place.min[axis] = -everywhere;
            place.max[axis] = everywhere;
        }
        places_.push_back(place);
    }
}

/// Particles of a chunk are near each other: most probes are asked once a chunk, not once a particle.
void Probes::look_at(const Moment& moment, std::size_t number) {
    const Particles& p = moment.particles;
    const Scene& scene = moment.scene;
    Chunk& chunk = chunks_[number];
    chunk.near.resize(places_.size());
    chunk.front.assign(places_.size(), nowhere);
    chunk.elastic_energy = 0.0;
    const std::size_t begin = number * chunk_size, end = std::min(p.size(), begin + chunk_size);
    glm::vec3 low(std::numeric_limits<float>::max()), high = -low;
    for (std::size_t i = begin; i < end; ++i) {
        const glm::vec3 x{p.x[i], p.y[i], p.z[i]};
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    const NearFluid fluid(scene, moment.medium, moment.tank, moment.grains, moment.solids, p);
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Probe& probe = scene.probes[k];
        chunk.near[k].clear();
        if (has_place(probe.kind)) {
            const Place& place = places_[k];
            if (glm::any(glm::greaterThan(low, place.max)) || glm::any(glm::lessThan(high, place.min))) continue;
            for (std::size_t i = begin; i < end; ++i)
                if (p.x[i] >= place.min.x && p.x[i] <= place.max.x && p.y[i] >= place.min.y && p.y[i] <= place.max.y &&
                    p.z[i] >= place.min.z && p.z[i] <= place.max.z)
                    chunk.near[k].push_back(static_cast<spatial::Index>(i));
        } else if (probe.kind == ProbeKind::front) {
            const glm::dvec3 direction = direction_of(probe);
            const float top = top_of_front(scene, probe);
            for (std::size_t i = begin; i < end; ++i) {
                if (p.z[i] > top) continue;
                const double far = glm::dot(direction, glm::dvec3(p.x[i], p.y[i], p.z[i]));
                if (far > chunk.front[k] && fluid.is_bulk(static_cast<spatial::Index>(i))) chunk.front[k] = far;
            }
        }
    }
    if (std::ranges::find(scene.probes, ProbeKind::energy, &Probe::kind) == scene.probes.end()) return;
    for (std::size_t i = begin; i < end; ++i) {
        const Medium& medium = fluid.medium_of(i);
        chunk.elastic_energy += elastic_energy(medium, medium.phases[p.fluid[i]], double{p.pressure[i]});
    }
}

void Probes::sweep(const Moment& moment) {
    chunks_.resize((moment.particles.size() + chunk_size - 1) / chunk_size);
#pragma omp parallel for schedule(static) if (chunks_.size() > 8)
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) look_at(moment, chunk);
}

Slots Probes::near(std::size_t probe) {
    near_.clear();
    for (const Chunk& chunk : chunks_) near_.insert(near_.end(), chunk.near[probe].begin(), chunk.near[probe].end());
    return near_;
}

void Probes::read(const Moment& moment, std::vector<double>& values) {
    values.clear();
    const Scene& scene = moment.scene;
    if (scene.probes.empty()) return;
    find_places(moment);
    sweep(moment);
    const auto per_time = [&](double impulse) { return moment.time > 0.0 ? impulse / moment.time : 0.0; };
    const auto sums = [&] { return observe(moment.particles, moment.medium, moment.grains, scene.domain); };
    const NearFluid fluid(scene, moment.medium, moment.tank, moment.grains, moment.solids, moment.particles);
    for (std::size_t k = 0; k < scene.probes.size(); ++k) {
        const Probe& probe = scene.probes[k];
        const glm::dvec3 place(probe.position);
        switch (probe.kind) {
            case ProbeKind::front: {
                double front = nowhere;
                for (const Chunk& chunk : chunks_) front = std::max(front, chunk.front[k]);
                // Each particle stands for a spacing of water, half of it ahead as far as the tank goes.
                const glm::dvec3 direction = direction_of(probe);
                const double back = back_wall(scene.domain, direction), end = -back_wall(scene.domain, -direction);
                values.push_back(front == nowhere ? 0.0 : std::min(front + 0.5 * double{scene.spacing}, end) - back);
                break;
            }
            case ProbeKind::column_height:
                values.push_back(fluid.level(place.x, place.y, near(k), shares_) - double{scene.domain.min.z});
                break;
            case ProbeKind::level:
                values.push_back(fluid.level(place.x, place.y, near(k), shares_));
                break;
            case ProbeKind::pressure: {
                const double contact = moment.impulses.on_probes.empty() ? 0.0 : moment.impulses.on_probes[k];
                const std::optional<Side> side = fluid.wall_at(place);
                values.push_back(side ? fluid.wall_pressure(*side, place, near(k))
                                      : fluid.pressure(place, near(k), per_time(contact), pushers_));
                break;
            }
            case ProbeKind::wall_pressure: {
                const Patch patch = patch_of(probe.side, probe.min, probe.max);
                const double force = fluid.wall_force(patch, near(k));
                const glm::dvec3 size = patch.max - patch.min;
                values.push_back(force / (size[patch.first] * size[patch.second]));
                values.push_back(force);
                break;
            }
            case ProbeKind::energy: {
                const Observation all = sums();
                double elastic = 0.0;
                for (const Chunk& chunk : chunks_) elastic += chunk.elastic_energy;
                values.insert(values.end(), {all.kinetic_energy, all.potential_energy, elastic,
                                             all.kinetic_energy + all.potential_energy + elastic});
                break;
            }
            case ProbeKind::momentum: {
                const Observation all = sums();
                values.insert(values.end(), all.momentum.begin(), all.momentum.end());
                break;
            }
            case ProbeKind::force: {
                glm::dvec3 given(0.0);
                for (std::size_t entry = 0; entry < scene.solids.size(); ++entry)
                    if (scene.solids[entry].name == probe.solid) given += moment.impulses.to_entries[entry];
                for (int axis = 0; axis < 3; ++axis) values.push_back(per_time(given[axis]));
                break;
            }
        }
    }
}

/// Opens a world to the reader.
struct ProbeAccess {
    static const World::State& state(const World& world) { return *world.state_; }
};

ProbeReader::ProbeReader(const World& world) : time_(world.time()) {
    ProbeAccess::state(world).contact.impulses().all(before_);
}

std::span<const double> ProbeReader::read(const World& world) {
    const auto& state = ProbeAccess::state(world);
    Impulses now;
    state.contact.impulses().all(now);
    since_ = now;
    for (std::size_t i = 0; i < now.to_entries.size(); ++i) since_.to_entries[i] -= before_.to_entries[i];
    for (std::size_t i = 0; i < now.on_probes.size(); ++i) since_.on_probes[i] -= before_.on_probes[i];
    before_ = std::move(now);
    probes_.read({state.scene, state.medium, state.tank, state.grains, state.solids, state.particles, since_,
                  state.time - time_},
                 values_);
    time_ = state.time;
    return values_;
}

}  // namespace sim
