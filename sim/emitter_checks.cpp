#include "sim/emitter_checks.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <optional>
#include <string>

#include "sim/bounds.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/fill.hpp"
#include "sim/opening.hpp"
#include "sim/solid_contact.hpp"
#include "sim/solid_overlap.hpp"
#include "sim/solids.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// Fluid nearer to a wall than half a spacing is pressed off it; a hair is for the rounding of lengths.
constexpr double least_from_wall = 0.45;  // spacings

class EmitterChecker {
public:
    EmitterChecker(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints)
        : scene_(scene), sources_(sources), complaints_(complaints), spacing_(static_cast<double>(scene.spacing)) {}

    void check() {
        for (std::size_t i = 0; i < scene_.emitters.size(); ++i) {
            path_ = "emitters." + std::to_string(i);
            const Emitter& emitter = scene_.emitters[i];
            if (good("name")) check_name(scene_.emitters, i, "emitter");
            if (good("fluid") && sources_.good("fluids")) check_fluid(emitter);
            if (good("speed") && good("flow")) check_rate(emitter);
            if (good("from") && good("until") && emitter.until > 0.0f && emitter.until <= emitter.from)
                complain("until", " must be later than from (" + number_text(emitter.from) + " s), is " +
                                      number_text(emitter.until) + " s; 0 = without end");
            if (has_direction(emitter) && has_size(emitter) && good_tank()) check_place(emitter);
        }
        for (std::size_t i = 0; i < scene_.drains.size(); ++i) {
            path_ = "drains." + std::to_string(i);
            if (good("name")) check_name(scene_.drains, i, "drain");
            if (good("shape") && good_tank()) check_drain(scene_.drains[i]);
        }
        check_open_sides();
        check_counts();
    }

private:
    [[nodiscard]] bool good(const std::string& key) const { return sources_.good(path_ + "." + key); }
    [[nodiscard]] bool good_tank() const {
        return sources_.good("domain") && sources_.good("spacing") &&
               glm::all(glm::lessThan(scene_.domain.min, scene_.domain.max));
    }

    /// About a field of what is checked, or all of it where the key is empty.
    void complain(const std::string& key, const std::string& message) {
        const std::string path = key.empty() ? path_ : path_ + "." + key;
        complaints_.push_back({sources_.place(path), path + message});
    }

    template <class Entry>
    void check_name(const std::vector<Entry>& entries, std::size_t i, const std::string& what) {
        const std::string& name = entries[i].name;
        if (name.empty()) return complain("name", " must not be empty");
        const auto first = std::ranges::find(entries, name, &Entry::name) - entries.begin();
        if (first < static_cast<std::ptrdiff_t>(i))
            complain("name", ": " + what + "s." + std::to_string(first) + " is named " + in_quotes(name) +
                                 " already; give each " + what + " a name of its own");
    }

    void check_fluid(const Emitter& emitter) {
        std::vector<std::string> names;
        for (const Fluid& fluid : scene_.fluids) names.push_back(fluid.name);
        if (emitter.fluid.empty() || std::ranges::find(names, emitter.fluid) != names.end()) return;
        complain("fluid",
                 ": there is no fluid " + in_quotes(emitter.fluid) + "; " + did_you_mean(emitter.fluid, names));
    }

    void check_rate(const Emitter& emitter) {
        if (emitter.speed > 0.0f && emitter.flow > 0.0f)
            complain("flow", " and speed both say how much comes out: leave one of them out");
        if (emitter.speed == 0.0f && emitter.flow == 0.0f)
            complain("speed", " is missing: say how fast the fluid comes out, or how much in a second (flow)");
    }

    [[nodiscard]] bool has_direction(const Emitter& emitter) {
        if (!good("direction")) return false;
        if (glm::length(glm::dvec3(emitter.direction)) >= 1e-6) return true;
        complain("direction", " has no length and so no direction: use [0, 0, 1] for straight up");
        return false;
    }

    [[nodiscard]] bool has_size(const Emitter& emitter) {
        for (const char* key : {"shape", "radius", "width", "height", "position"})
            if (!good(key)) return false;
        if (!sources_.good("spacing")) return false;
        const auto is_wide = [&](const char* key, float length) {
            if (static_cast<double>(length) >= spacing_ * (1.0 - 1e-5)) return true;
            complain(key, " must be at least a spacing (" + metres(spacing_) + "), is " + metres(double{length}) +
                              ": widen the opening, or use a smaller spacing");
            return false;
        };
        const bool is_one = emitter.shape == EmitterShape::disc
                                ? is_wide("radius", emitter.radius)
                                : is_wide("width", emitter.width) && is_wide("height", emitter.height);
        if (!is_one) return false;
        if (Opening::estimate(emitter, spacing_) <= 0.1 * max_particles) return true;
        complain("", " would give out " + count_text(Opening::estimate(emitter, spacing_)) +
                         " particles at once: make the opening smaller");
        return false;
    }

    void check_place(const Emitter& emitter) {
        const Opening opening(emitter, spacing_);
        for (const glm::dvec3& place : opening.places()) {
            if (const auto side = wall_near(place)) {
                const bool is_jet = !wall_near(place - spacing_ * opening.direction());
                return complain(is_jet ? "direction" : "position",
                                is_jet ? " points out of the tank at " + *side + ": turn the jet to the inside"
                                       : ": fluid would come out at " + metres(place) +
                                             ", which is outside of the tank "
                                             "or less than half a spacing from " +
                                             *side + ": move the opening in, or make it smaller");
            }
            if (const auto side = wall_near(place + spacing_ * opening.direction()))
                return complain("direction", " points out of the tank at " + *side + ": turn the jet to the inside");
        }
        if (complaints_.empty()) check_solids(opening);
    }

    /// The wall or side that is nearer to a place than fluid may be, if any.
    [[nodiscard]] std::optional<std::string> wall_near(const glm::dvec3& place) const {
        for (std::size_t side = 0; side < 6; ++side) {
            const int axis = static_cast<int>(side / 2);
            const double inside = side % 2 == 0 ? place[axis] - double{scene_.domain.min[axis]}
                                                : double{scene_.domain.max[axis]} - place[axis];
            const bool is_wall = !scene_.domain.open[side] && !scene_.domain.periodic[side / 2];
            if (inside < (is_wall ? least_from_wall * spacing_ : 0.0)) return side_names[side];
        }
        return std::nullopt;
    }

    /// Where the solids are at the start.
    void check_solids(const Opening& opening) {
        if (!solids_) solids_.emplace(scene_);
        const double margin = room_beside_solids(scene_.spacing);
        for (const glm::dvec3& place : opening.places()) {
            const std::size_t number = solid_at(*solids_, place, margin);
            if (number == solids_->size()) continue;
            const std::uint32_t entry = (*solids_)[number].entry;
            const std::string& name = scene_.solids[entry].name;
            return complain("position", ": fluid would come out at " + metres(place) + ", inside of solids." +
                                            std::to_string(entry) + (name.empty() ? "" : " (" + in_quotes(name) + ")") +
                                            ": move the opening half a spacing before its surface");
        }
    }

    void check_drain(const Drain& drain) {
        for (const char* key : {"min", "max", "centre", "radius", "height"})
            if (!good(key)) return;
        if (drain.shape == Shape::box) {
            for (int axis = 0; axis < 3; ++axis)
                if (!(drain.min[axis] < drain.max[axis]))
                    return complain("max", std::string(" must be greater than min along ") + "xyz"[axis] + ", is " +
                                               number_text(drain.max[axis]) + " m with min " +
                                               number_text(drain.min[axis]) + " m");
        } else {
            if (drain.radius <= 0.0f) return complain("radius", " must be greater than 0, or nothing ever drains");
            if (drain.shape == Shape::cylinder && drain.height <= 0.0f)
                return complain("height", " must be greater than 0, or nothing ever drains");
        }
        const Bounds bounds = bounds_of(drain);
        if (glm::any(glm::greaterThanEqual(bounds.min, glm::dvec3(scene_.domain.max))) ||
            glm::any(glm::lessThanEqual(bounds.max, glm::dvec3(scene_.domain.min))))
            complain("", " is outside of the tank, which reaches from " + metres(glm::dvec3(scene_.domain.min)) +
                             " to " + metres(glm::dvec3(scene_.domain.max)) + ": nothing would ever drain");
    }

    void check_open_sides() {
        path_ = "domain.open";
        if (!sources_.good("domain")) return;
        for (std::size_t side = 0; side < side_names.size(); ++side)
            if (scene_.domain.open[side] && scene_.domain.periodic[side / 2])
                complain(side_names[side], std::string(": the tank is periodic along ") + "xyz"[side / 2] +
                                               " and has no side there; leave one of the two out");
    }

    void check_counts() {
        path_.clear();
        if (complaints_.empty() && scene_.volumes.empty() && scene_.emitters.empty())
            complaints_.push_back(
                {sources_.place("volumes"), "the scene has no fluid: give it volumes, or emitters that bring some"});
        const auto limit = static_cast<double>(scene_.particle_limit);
        if (limit == 0.0 || !complaints_.empty()) return;
        const double count = count_particles(scene_);
        if (count > limit)
            complaints_.push_back({sources_.place("max_particles"),
                                   "max_particles is " + count_text(limit) + ", but the scene begins with " +
                                       count_text(count) + ": raise it, or use a greater spacing"});
    }

    const Scene& scene_;
    const FieldSources& sources_;
    std::vector<Complaint>& complaints_;
    std::optional<Solids> solids_;  // made when they are asked for
    double spacing_;                // m
    std::string path_;              // of what is checked
};

}  // namespace

void check_emitters(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    EmitterChecker(scene, sources, complaints).check();
}

}  // namespace sim
