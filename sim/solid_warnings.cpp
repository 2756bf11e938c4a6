#include "sim/solid_warnings.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/rigid_bodies.hpp"
#include "sim/solids.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// Nothing that could be seen; and what only touches is found a little inside, too.
constexpr double noticed = 0.1;  // spacings

struct Overlap {
    double depth = 0.0;  // m
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

std::string name_of(const Scene& scene, std::size_t entry) {
    const std::string& name = scene.solids[entry].name;
    return "solids." + std::to_string(entry) + (name.empty() ? "" : " (" + in_quotes(name) + ")");
}

bool moves_along(const Solid& solid, int axis) {
    if (solid.motion != Motion::moving) return solid.motion == Motion::dynamic;
    glm::vec3 turning = solid.spin;
    turning[axis] = 0.0f;
    const auto is_elsewhere = [&](const Solid::Waypoint& w) {
        return w.position[axis] != solid.path[0].position[axis];
    };
    return solid.velocity[axis] != 0.0f || turning != glm::vec3(0.0f) || std::ranges::any_of(solid.path, is_elsewhere);
}

/// Who may come to a periodic side.
void warn_of_seams(const Scene& scene, std::vector<std::string>& warnings) {
    for (std::size_t entry = 0; entry < scene.solids.size(); ++entry) {
        const Solid& solid = scene.solids[entry];
        std::vector<std::string> axes;
        for (int axis = 0; axis < 3; ++axis)
            if (scene.domain.periodic[static_cast<std::size_t>(axis)] && moves_along(solid, axis))
                axes.emplace_back(1, "xyz"[axis]);
        if (axes.empty()) continue;
        warnings.push_back(name_of(scene, entry) + (solid.motion == Motion::dynamic ? " is dynamic" : " moves") +
                           " in a tank that is periodic along " + joined(axes) + ": only fluid goes round; " +
                           (solid.motion == Motion::dynamic ? "the sides hold the body as walls do"
                                                            : "the solid leaves there for good") +
                           ", and fluid beyond a side does not see it there; keep it away from them");
    }
}

}  // namespace

std::vector<std::string> solid_warnings(const Scene& scene) {
    std::vector<std::string> warnings;
    warn_of_seams(scene, warnings);
    const Solids solids(scene);
    if (solids.bodies().empty()) return warnings;
    RigidBodies bodies(scene, solids, spatial::make_broad_phase(scene.broadphase, scene.broad));
    bodies.look();
    // By the entries of both; a wall counts as the entry behind the last.
    std::map<std::pair<std::size_t, std::size_t>, Overlap> overlaps;
    for (const RigidBodies::Contact& contact : bodies.contacts()) {
        const double depth = -double{contact.distance};
        if (depth < noticed * double{scene.spacing}) continue;
        const auto entry_of = [&](std::uint32_t number) {
            return number < solids.size() ? std::size_t{solids[number].entry} : scene.solids.size();
        };
        Overlap& overlap = overlaps[std::minmax({entry_of(contact.a), entry_of(contact.b)})];
        overlap.depth = std::max(overlap.depth, depth);
        overlap.pairs.insert({contact.a, contact.b});
    }
    for (const auto& [entries, overlap] : overlaps) {
        const auto [a, b] = entries;
        const std::string who = b == scene.solids.size() ? name_of(scene, a) + " begins inside a wall of the tank"
                                : a == b
                                    ? "copies of " + name_of(scene, a) + " begin inside of each other"
                                    : name_of(scene, a) + " and " + name_of(scene, b) + " begin inside of each other";
        warnings.push_back(who + ", by up to " + metres(overlap.depth) + " in " + places_text(overlap.pairs.size()) +
                           ": they are pushed apart; move or shrink them");
    }
    return warnings;
}

}  // namespace sim
