#include "sim/probe_checks.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "sim/did_you_mean.hpp"
#include "sim/scene_writer.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

constexpr const char* axis_names = "xyz";

class ProbeChecker {
public:
    ProbeChecker(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints)
        : scene_(scene), sources_(sources), complaints_(complaints) {}

    void check() {
        for (std::size_t i = 0; i < scene_.probes.size(); ++i) {
            path_ = "probes." + std::to_string(i);
            const Probe& probe = scene_.probes[i];
            if (good("name")) check_name(probe, i);
            if (good("kind")) check_place(probe);
        }
    }

private:
    [[nodiscard]] bool good(const std::string& key) const { return sources_.good(path_ + "." + key); }

    void complain(const std::string& key, const std::string& message) {
        const std::string path = path_ + "." + key;
        complaints_.push_back({sources_.place(path), path + message});
    }

    void check_name(const Probe& probe, std::size_t i) {
        if (probe.name.empty()) complain("name", " must not be empty");
        const auto first = std::ranges::find(scene_.probes, probe.name, &Probe::name) - scene_.probes.begin();
        if (!probe.name.empty() && first < static_cast<std::ptrdiff_t>(i))
            complain("name", ": probes." + std::to_string(first) + " is named " + in_quotes(probe.name) +
                                 " already; give each probe a name of its own");
    }

    void check_place(const Probe& probe) {
        switch (probe.kind) {
            case ProbeKind::front:
                if (good("direction") && glm::length(glm::dvec3(probe.direction)) < 1e-6)
                    complain("direction", " has no length and so no direction: use [1, 0, 0] for along x");
                break;
            case ProbeKind::level:
            case ProbeKind::pressure:
                if (good("position") && !sources_.given(path_ + ".position"))
                    complain("position", " is missing; the kind " +
                                             in_quotes(probe_kind_names[static_cast<std::size_t>(probe.kind)]) +
                                             " needs it");
                [[fallthrough]];
            case ProbeKind::column_height:
                if (good("position") && good_tank()) check_inside(probe);
                break;
            case ProbeKind::wall_pressure:
                if (good("side") && good("min") && good("max") && good_tank()) check_patch(probe);
                break;
            case ProbeKind::force:
                if (good("solid") && sources_.good("solids")) check_solid(probe);
                break;
            case ProbeKind::energy:
            case ProbeKind::momentum:
                break;
        }
    }

    [[nodiscard]] bool good_tank() const {
        return sources_.good("domain") && glm::all(glm::lessThan(scene_.domain.min, scene_.domain.max));
    }

    void check_inside(const Probe& probe) {
        const int axes = probe.kind == ProbeKind::pressure ? 3 : 2;  // of a level and a column height z does not matter
        for (int axis = 0; axis < axes; ++axis)
            if (!within(probe.position, axis)) {
                complain("position", " is outside the tank, which reaches from " +
                                         metres(glm::dvec3(scene_.domain.min)) + " to " +
                                         metres(glm::dvec3(scene_.domain.max)));
                return;
            }
    }

    void check_patch(const Probe& probe) {
        const int across = static_cast<int>(probe.side) / 2;
        if (scene_.domain.open[static_cast<std::size_t>(probe.side)]) {
            complain("side", ": the tank is open there and has no wall; choose another side");
            return;
        }
        if (scene_.domain.periodic[static_cast<std::size_t>(across)]) {
            complain("side", std::string(": the tank is periodic along ") + axis_names[across] +
                                 " and has no wall there; choose another side");
            return;
        }
        for (int axis = 0; axis < 3; ++axis) {
            if (axis == across) continue;
            if (!(probe.min[axis] < probe.max[axis])) {
                complain("max", std::string(" must be greater than min along ") + axis_names[axis] + ", is " +
                                    number_text(probe.max[axis]) + " m with min " + number_text(probe.min[axis]) +
                                    " m");
                return;
            }
            for (const char* const end : {"min", "max"})
                if (!within(end[1] == 'i' ? probe.min : probe.max, axis)) {
                    complain(end, std::string(" is beyond the wall ") +
                                      side_names[static_cast<std::size_t>(probe.side)] + " along " + axis_names[axis] +
                                      ", which reaches from " + number_text(scene_.domain.min[axis]) + " to " +
                                      number_text(scene_.domain.max[axis]) + " m");
                    return;
                }
        }
    }

    void check_solid(const Probe& probe) {
        if (std::ranges::find(scene_.solids, probe.solid, &Solid::name) != scene_.solids.end()) {
            if (probe.solid.empty())
                complain("solid", " must not be empty: give the solid a name, and say it here");
            else if (const auto alike = std::ranges::count(scene_.solids, probe.solid, &Solid::name); alike > 1)
                complain("solid", ": " + std::to_string(alike) + " solids are named " + in_quotes(probe.solid) +
                                      "; give each a name of its own");
            return;
        }
        std::vector<std::string> names;
        for (const Solid& solid : scene_.solids)
            if (!solid.name.empty()) names.push_back(solid.name);
        complain("solid",
                 ": there is no solid " + in_quotes(probe.solid) + "; " +
                     (names.empty() ? "none of the scene has a name: give one" : did_you_mean(probe.solid, names)));
    }

    [[nodiscard]] bool within(const glm::vec3& place, int axis) const {
        return place[axis] >= scene_.domain.min[axis] && place[axis] <= scene_.domain.max[axis];
    }

    const Scene& scene_;
    const FieldSources& sources_;
    std::vector<Complaint>& complaints_;
    std::string path_;  // of the probe that is checked
};

/// JSON has no infinity, which a float comes to where 1e99 is typed: what is written instead is out of range as well.
void make_writable(Probe& probe) {
    constexpr float far = std::numeric_limits<float>::max();
    const auto limit = [&](float& value) { value = std::isnan(value) ? far : std::clamp(value, -far, far); };
    limit(probe.height);
    for (glm::vec3* const vector : {&probe.direction, &probe.position, &probe.min, &probe.max})
        for (int axis = 0; axis < 3; ++axis) limit((*vector)[axis]);
}

}  // namespace

void check_probes(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    ProbeChecker(scene, sources, complaints).check();
}

/// They are written and read again, so that no rule of a field is written twice.
std::string take_probes(Scene& scene, const std::vector<Probe>& probes) {
    Scene changed = scene;
    changed.probes = probes;
    for (Probe& probe : changed.probes) make_writable(probe);
    std::vector<Complaint> complaints;
    const std::optional<JsonNode> root = parse_json(write_probes(changed), complaints);
    if (root) {
        changed.probes.clear();
        const FieldSources sources = read_probes(*root, changed, complaints);
        check_probes(changed, sources, complaints);
    }
    if (!complaints.empty()) return complaints.front().message;
    scene.probes = std::move(changed.probes);
    return {};
}

}  // namespace sim
