#include "sim/solid_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "sim/calibration.hpp"
#include "sim/description_parts.hpp"
#include "sim/solids.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// A hull thinner than this has no inside that floats could find: an edge of any other solid may not be shorter.
constexpr double least_thickness = 1e-4;  // m
// The same, in lengths of the hull.
constexpr double least_relative_thickness = 1e-4;

// Of how deep particles see into solids: beyond is less than a thousandth of what they see.
constexpr double nearly_all = 0.8;

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
        if (sources_.good("solids") && !check_count()) return;
        const bool can_be_built = complaints_.empty() && sources_.good("solids") && sources_.good("domain") &&
                                  sources_.good("spacing") && sources_.good("support");
        if (can_be_built && (scene_.domain.periodic != std::array<bool, 3>{})) check_seams();
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
        for (std::size_t i = 1; i < path.size(); ++i) {
            const double way = glm::distance(glm::dvec3(path[i].position), glm::dvec3(path[i - 1].position));
            const double seconds = double{path[i].time} - double{path[i - 1].time};
            if (seconds <= 0.0 || way <= fastest_solid * seconds * (1.0 + 1e-6)) continue;
            complain("path." + std::to_string(i), (solid.name.empty() ? "" : " (of " + in_quotes(solid.name) + ")") +
                                                      ": from the entry before it is " + metres(way) + " in " +
                                                      number_text(static_cast<float>(seconds)) + " s, " +
                                                      number_text(static_cast<float>(way / seconds)) +
                                                      " m/s; no solid is faster than " + number_text(fastest_solid) +
                                                      " m/s: give it more time");
        }
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
        if (!good("motion") || solid.motion != Motion::dynamic) return;
        // Thousands of bodies in one place touch in millions of pairs, which fill the memory.
        for (int axis = 0; axis < 3; ++axis)
            if (solid.repeat.count[axis] > 1 && solid.repeat.step[axis] == 0.0f && jitter == 0.0) {
                complain("repeat.step", std::string(" is 0 along ") + "xyz"[axis] + ", where there are " +
                                            std::to_string(solid.repeat.count[axis]) +
                                            " bodies: they would all be in one place; give them a step or a jitter");
                return;
            }
        if (!sources_.good("domain")) return;
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

    bool check_count() {
        double count = 0.0;
        for (const Solid& solid : scene_.solids) count += solid.copies();
        if (count <= max_solids) return true;
        complaints_.push_back({sources_.place("solids"), "the scene would have " + count_text(count) +
                                                             " solids; at most " + count_text(max_solids)});
        return false;
    }

    /// Particles beyond a periodic side are images of others, who are at the far side and do not see a solid at this
    /// one: its push would be a step in their energy there, and gain them some each time they go round.
    void check_seams() {
        const WallSights walls = calibrate(scene_.spacing, scene_.support * scene_.spacing).walls;
        const Solids solids(scene_);
        std::size_t complained_of = scene_.solids.size();
        for (std::size_t number = 0; number < solids.size(); ++number) {
            const std::size_t entry = solids[number].entry;
            if (entry == complained_of || scene_.solids[entry].motion == Motion::dynamic) continue;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!scene_.domain.periodic[axis]) continue;
                const std::string sides = sides_in_the_way(solids, number, axis, walls);
                if (sides.empty()) continue;
                const std::string name(1, "xyz"[axis]), &its_name = scene_.solids[entry].name;
                path_ = "solids." + std::to_string(entry);
                complain("", (its_name.empty() ? "" : " (" + in_quotes(its_name) + ")") + " is at " + sides +
                                 ", where the tank is periodic: particles beyond do not see it. Keep it " +
                                 metres(double{walls.range()}) +
                                 " away from both sides, let it reach straight through the tank along " + name + ", " +
                                 metres(nearly_all * double{walls.depth()}) +
                                 " beyond both, or make them walls by domain.periodic." + name + " = false");
                complained_of = entry;
                break;
            }
        }
    }

    /// The periodic sides of an axis that are in the way of a solid; nothing where it is far from both, or goes on
    /// alike beyond both.
    [[nodiscard]] std::string sides_in_the_way(const Solids& solids, std::size_t number, std::size_t axis,
                                               const WallSights& walls) const {
        const ConvexShape& shape = solids.shape(number);
        const Frame frame(solids[number].pose);
        const spatial::Box box = shape.bounds(frame);
        const glm::dvec3 low(box.min_x, box.min_y, box.min_z), high(box.max_x, box.max_y, box.max_z);
        const glm::dvec3 min(scene_.domain.min), max(scene_.domain.max);
        // Who does as the message says has lengths of four digits.
        const double slack = noise + 1e-3 * double{scene_.spacing};
        const double range = double{walls.range()} - slack, depth = nearly_all * double{walls.depth()} - slack;
        for (int k = 0; k < 3; ++k)
            if (low[k] > max[k] + range || high[k] < min[k] - range) return {};
        const int k = static_cast<int>(axis);
        const bool at_min = low[k] - range < min[k];
        const bool at_max = high[k] + range > max[k];
        const bool is_through = low[k] <= min[k] - depth && high[k] >= max[k] + depth && is_straight(shape, frame, k);
        if (is_through || !(at_min || at_max)) return {};
        const std::string first = side_names[2 * axis], second = side_names[2 * axis + 1];
        return at_min && at_max ? first + " and " + second : at_min ? first : second;
    }

    /// False of what is a step higher at the far side.
    [[nodiscard]] static bool is_straight(const ConvexShape& shape, const Frame& frame, int axis) {
        glm::dvec3 along(0.0);
        along[axis] = 1.0;
        along = glm::abs(glm::conjugate(frame.rotation) * along);
        constexpr double tilt = 1e-5;
        switch (shape.kind()) {
            case SolidShape::plane:
                return along.z < tilt;
            case SolidShape::box:
            case SolidShape::capsule:
                return std::ranges::count_if(std::array{along.x, along.y, along.z},
                                             [&](double share) { return share < tilt; }) == 2;
            default:
                return true;
        }
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
