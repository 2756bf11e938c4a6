#include "sim/solid_checks.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "sim/description_parts.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// A hull thinner than this has no inside that floats could find: an edge of any other solid may not be shorter.
constexpr double least_thickness = 1e-4;  // m
// The same, in lengths of the hull.
constexpr double least_relative_thickness = 1e-4;

// Two ways to write one place differ by this much after rounding to float.
constexpr double noise = 1e-5;  // m

/// How far the points reach out of the plane that fits them best among those through three of them, and how far along
/// it; m. Points in a plane, on a line or in one place have a thickness of zero.
struct Extent {
    double thickness, length;
};
Extent extent_of(const std::vector<glm::vec3>& points) {
    const auto farthest = [&](auto distance) {
        double most = 0.0;
        glm::dvec3 where(points.front());
        for (const glm::vec3& p : points)
            if (const double d = distance(glm::dvec3(p)); d > most) most = d, where = p;
        return std::pair(most, where);
    };
    const glm::dvec3 a(points.front());
    const auto [length, b] = farthest([&](const glm::dvec3& p) { return glm::length(p - a); });
    if (length == 0.0) return {0.0, 0.0};
    const glm::dvec3 along = (b - a) / length;
    const auto [width, c] = farthest([&](const glm::dvec3& p) { return glm::length(glm::cross(p - a, along)); });
    if (width == 0.0) return {0.0, length};
    const glm::dvec3 normal = glm::normalize(glm::cross(along, c - a));
    const double thickness = farthest([&](const glm::dvec3& p) { return std::abs(glm::dot(p - a, normal)); }).first;
    return {thickness, length};
}

class SolidChecker {
public:
    SolidChecker(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints)
        : scene_(scene), sources_(sources), complaints_(complaints) {}

    void check() {
        for (std::size_t i = 0; i < scene_.solids.size(); ++i) {
            path_ = "solids." + std::to_string(i);
            const Solid& solid = scene_.solids[i];
            if (good("name") && !solid.name.empty()) check_name(i);
            if (good("shape") && good("motion")) check_motion(solid);
            if (good("shape") && good("normal") && solid.shape == SolidShape::plane) check_plane(solid);
            if (good("shape") && good("points") && solid.shape == SolidShape::hull) check_hull(solid);
            if (good("path") && good("motion") && !solid.path.empty()) check_path(solid);
            if (good("repeat") && good("position")) check_places(solid);
        }
        if (sources_.good("solids")) check_count();
    }

private:
    [[nodiscard]] bool good(const std::string& key) const { return sources_.good(path_ + "." + key); }

    /// About a field of the solid that is checked, or all of it where the key is empty.
    void complain(const std::string& key, const std::string& message) {
        const std::string path = key.empty() ? path_ : path_ + "." + key;
        complaints_.push_back({sources_.place(path), path + message});
    }

    /// Solids may go without a name, but probes find them by it.
    void check_name(std::size_t i) {
        const std::string& name = scene_.solids[i].name;
        const auto first = std::ranges::find(scene_.solids, name, &Solid::name) - scene_.solids.begin();
        if (first < static_cast<std::ptrdiff_t>(i))
            complain("name", ": solids." + std::to_string(first) + " is named " + in_quotes(name) +
                                 " already; give each solid a name of its own");
    }

    void check_motion(const Solid& solid) {
        if (solid.shape != SolidShape::plane) return;
        if (solid.motion == Motion::dynamic)
            complain("motion", " is dynamic, but a plane has no end and no mass: make it fixed or moving, or a box");
        else if (solid.motion == Motion::moving && good("spin") && solid.spin != glm::vec3(0.0f))
            complain("spin", " would turn a plane that has no end, infinitely fast far away: use a box");
    }

    void check_plane(const Solid& solid) {
        if (glm::length(glm::dvec3(solid.normal)) < 1e-6)
            complain("normal", " has no length and so no direction: use [0, 0, 1] for a floor");
    }

    void check_hull(const Solid& solid) {
        if (solid.points.size() < 4) {
            complain("points", ": a hull needs at least 4 points, got " + std::to_string(solid.points.size()));
            return;
        }
        const Extent extent = extent_of(solid.points);
        const double least = std::max(least_thickness, least_relative_thickness * extent.length);
        if (extent.thickness >= least) return;
        complain("points", " are flat (" + metres(extent.thickness) + " thick): a hull must be at least " +
                               metres(least) + " thick in all directions");
    }

    void check_path(const Solid& solid) {
        const auto& path = solid.path;
        if (solid.velocity != glm::vec3(0.0f))
            complain("velocity", " and path both say where it goes: leave one of them out");
        if (path.size() < 2) {
            complain("path", ": a path has at least 2 entries, got 1");
            return;
        }
        if (path.front().time != 0.0f)
            complain("path.0.time",
                     " must be 0, is " + number_text(path.front().time) + " s: a path begins with the scene");
        for (std::size_t i = 1; i < path.size(); ++i)
            if (path[i].time <= path[i - 1].time)
                complain("path." + std::to_string(i) + ".time", " must be later than that of the entry before (" +
                                                                    number_text(path[i - 1].time) + " s), is " +
                                                                    number_text(path[i].time) + " s");
        const glm::dvec3 first(path.front().position), last(path.back().position);
        if (glm::length(last - first) > noise)
            complain("path." + std::to_string(path.size() - 1) + ".position",
                     " must be where the path begins, " + metres(first) + ": it is repeated, and a solid cannot jump");
    }

    void check_places(const Solid& solid) {
        const glm::dvec3 first(solid.position);
        const glm::dvec3 last = first + glm::dvec3(solid.repeat.count - 1) * glm::dvec3(solid.repeat.step);
        const double jitter = static_cast<double>(solid.repeat.jitter);
        for (int axis = 0; axis < 3; ++axis)
            if (std::abs(last[axis]) + jitter > farthest_place) {
                complain("repeat",
                         " puts the last one at " + metres(last) + ", further out than " + metres(farthest_place));
                return;
            }
        if (!good("motion") || solid.motion != Motion::dynamic || !sources_.good("domain")) return;
        for (const glm::dvec3& place : {first, last})
            for (int axis = 0; axis < 3; ++axis) {
                const auto min = static_cast<double>(scene_.domain.min[axis]),
                           max = static_cast<double>(scene_.domain.max[axis]);
                if (place[axis] >= min && place[axis] <= max) continue;
                complain("position", ": a dynamic solid starts inside the tank, and this one " +
                                         (place == first ? std::string("is") : std::string("has a copy")) + " at " +
                                         metres(place));
                return;
            }
    }

    void check_count() {
        double count = 0.0;
        for (const Solid& solid : scene_.solids) count += solid.copies();
        if (count <= max_solids) return;
        complaints_.push_back({sources_.place("solids"), "the scene would have " + count_text(count) +
                                                             " solids; at most " + count_text(max_solids)});
    }

    const Scene& scene_;
    const FieldSources& sources_;
    std::vector<Complaint>& complaints_;
    std::string path_;  // of the solid that is checked
};

}  // namespace

void check_solids(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    SolidChecker(scene, sources, complaints).check();
}

}  // namespace sim
