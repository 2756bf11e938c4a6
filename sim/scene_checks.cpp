#include "sim/scene_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "sim/bounds.hpp"
#include "sim/cohesion.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/emitter_checks.hpp"
#include "sim/fill.hpp"
#include "sim/grain_checks.hpp"
#include "sim/grains.hpp"
#include "sim/lattice.hpp"
#include "sim/position_steps.hpp"
#include "sim/probe_checks.hpp"
#include "sim/solid_checks.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

constexpr std::array<char, 3> axis_names = {'x', 'y', 'z'};

// Particles of two volumes this close would burst apart; on one lattice they are a whole spacing from each other.
constexpr double closest_start = 0.9;  // spacings

// Two ways to write one length differ by this much after rounding to float, relative.
constexpr double noise = 1e-6;

/// At least this, in three digits.
double rounded_up(double value) {
    const double digit = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return std::ceil(value / digit) * digit;
}

class SceneChecker {
public:
    SceneChecker(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints)
        : scene_(scene), sources_(sources), complaints_(complaints), spacing_(static_cast<double>(scene.spacing)) {}

    void check() {
        const bool names_good = check_fluid_names();
        const bool domain_good = is_box("domain", scene_.domain.min, scene_.domain.max);
        const bool spacing_good = good("spacing") && (!domain_good || is_spacing_resolved());
        if (domain_good && spacing_good && good("support")) check_thickness();
        if (domain_good && spacing_good) check_seams();
        check_wall_velocities();

        const bool spacings_good = spacing_good && check_grains(scene_, sources_, complaints_);
        bool volumes_good = good("volumes") && spacings_good;
        for (std::size_t i = 0; i < scene_.volumes.size(); ++i) {
            const std::string path = "volumes." + std::to_string(i);
            if (names_good && good(path + ".fluid")) check_fluid(path, scene_.volumes[i]);
            bool is_fillable = is_shape(path, scene_.volumes[i]);
            if (is_fillable && domain_good) is_fillable = is_inside(path, scene_.volumes[i]);
            if (is_fillable && spacings_good) is_fillable = has_particles(path, scene_.volumes[i]);
            volumes_good = volumes_good && is_fillable;
        }
        if (volumes_good && are_few_enough()) check_overlaps();
    }

    void check_parameters() {
        for (std::size_t axis = 0; axis < 3; ++axis) (void)check_tension(axis);
        check_tension_of_grains(scene_, sources_, complaints_);
        check_wall_velocities();
    }

private:
    [[nodiscard]] bool good(const std::string& path) const { return sources_.good(path); }

    void complain(const std::string& path, const std::string& message) {
        complaints_.push_back({sources_.place(path), message});
    }

    bool check_fluid_names() {
        bool all_good = true;
        for (std::size_t i = 0; i < scene_.fluids.size(); ++i) {
            const std::string path = "fluids." + std::to_string(i) + ".name";
            const std::string& name = scene_.fluids[i].name;
            const auto first = std::ranges::find(scene_.fluids, name, &Fluid::name) - scene_.fluids.begin();
            all_good = all_good && good(path);
            if (!good(path)) continue;
            if (name.empty()) complain(path, path + " must not be empty");
            if (first < static_cast<std::ptrdiff_t>(i)) {
                complain(path, path + ": fluids." + std::to_string(first) + " is named " + in_quotes(name) +
                                   " already; give each fluid a name of its own");
            }
        }
        return all_good;
    }

    bool is_box(const std::string& path, const glm::vec3& min, const glm::vec3& max) {
        bool is_one = good(path + ".min") && good(path + ".max");
        for (int axis = 0; axis < 3 && good(path + ".min") && good(path + ".max"); ++axis) {
            if (min[axis] < max[axis]) continue;
            is_one = false;
            complain(path + ".max." + std::to_string(axis), path + ".max must be greater than " + path + ".min along " +
                                                                axis_names[static_cast<std::size_t>(axis)] + ", is " +
                                                                number_text(max[axis]) + " m with min " +
                                                                number_text(min[axis]) + " m");
        }
        return is_one;
    }

    bool is_spacing_resolved() {
        const double step = step_of_positions(scene_.domain), least = least_steps_of_spacing * step;
        if (spacing_ >= least) return true;
        complain("spacing", "spacing is too small for a tank that reaches out to " + metres(reach_of(scene_.domain)) +
                                ", where positions are known to " + metres(step) + ": use at least " +
                                metres(rounded_up(least)) + ", or a smaller tank nearer the origin");
        return false;
    }

    void check_thickness() {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!check_tension(axis)) check_width(axis, scene_.support, "support of a particle", width_path(axis));
    }

    /// False where tension reaches no further than everything else.
    bool check_tension(std::size_t axis) {
        const bool has_tension = scene_.tension.model == TensionModel::cohesion &&
                                 std::ranges::any_of(scene_.fluids, [](const Fluid& f) { return f.tension > 0.0f; });
        if (!scene_.domain.periodic[axis] || !has_tension || scene_.support >= Cohesion::least_reach) return false;
        check_width(axis, Cohesion::least_reach, "reach of tension", reason_for_tension(axis));
        return true;
    }

    /// A particle has one image along an axis to each side, a length of the tank away.
    void check_width(std::size_t axis, float needed, const std::string& what, const std::string& path) {
        const int k = static_cast<int>(axis);
        const double width = static_cast<double>(scene_.domain.max[k]) - static_cast<double>(scene_.domain.min[k]);
        if (width >= static_cast<double>(needed) * spacing_ * (1.0 - noise)) return;
        complain(path, "the tank is " + metres(width) + " wide along " + axis_names[axis] + ", less than the " + what +
                           " (" + number_text(needed) + " spacings, " + metres(static_cast<double>(needed) * spacing_) +
                           "): widen it or use a smaller spacing");
    }

    static std::string width_path(std::size_t axis) { return "domain.max." + std::to_string(axis); }

    /// Somebody who changes what pulls in a scene is told of that, not of the width that the scene has.
    [[nodiscard]] std::string reason_for_tension(std::size_t axis) const {
        std::vector<std::string> paths = {"tension.model"};
        for (std::size_t i = 0; i < scene_.fluids.size(); ++i)
            if (scene_.fluids[i].tension > 0.0f) paths.push_back("fluids." + std::to_string(i) + ".tension");
        const auto changed =
            std::ranges::find_if(paths, [&](const std::string& path) { return sources_.place(path).change > 0; });
        return changed == paths.end() ? width_path(axis) : *changed;
    }

    /// Where a periodic tank begins anew, the lattice of a fluid that fills it must go on.
    void check_seams() {
        for (int axis = 0; axis < 3; ++axis) {
            if (!scene_.domain.periodic[static_cast<std::size_t>(axis)]) continue;
            const double length =
                static_cast<double>(scene_.domain.max[axis]) - static_cast<double>(scene_.domain.min[axis]);
            const double spacings = length / spacing_, whole = std::round(spacings);
            if (std::abs(spacings - whole) <= 1e-3 * std::max(1.0, 1e-2 * whole)) continue;
            complain("domain.max." + std::to_string(axis),
                     "the tank is periodic along " + std::string(1, axis_names[static_cast<std::size_t>(axis)]) +
                         " and " + number_text(static_cast<float>(spacings)) +
                         " spacings long there, which leaves a seam: make it a whole number of spacings, as " +
                         metres(std::max(1.0, whole) * spacing_));
        }
    }

    void check_wall_velocities() {
        for (std::size_t side = 0; side < side_names.size(); ++side) {
            const std::string path = std::string("domain.walls.") + side_names[side] + ".velocity";
            const float across = scene_.domain.walls[side].velocity[static_cast<int>(side / 2)];
            if (across == 0.0f || !good(path)) continue;
            const std::string axis(1, axis_names[side / 2]);
            complain(path, path + " has " + number_text(across) + " m/s along " + axis +
                               ", across the wall, which only glides in its own plane: make that 0; what pushes the "
                               "fluid along " +
                               axis + " is a moving solid, or an emitter");
        }
    }

    void check_fluid(const std::string& path, const Volume& volume) {
        if (fluid_index(scene_, volume)) return;
        std::vector<std::string> names;
        for (const Fluid& fluid : scene_.fluids) names.push_back(fluid.name);
        complain(path + ".fluid", path + ".fluid: there is no fluid " + in_quotes(volume.fluid) + "; " +
                                      did_you_mean(volume.fluid, names));
    }

    bool is_shape(const std::string& path, const Volume& volume) {
        for (const char* key : {".shape", ".min", ".max", ".centre", ".radius", ".height"}) {
            if (!good(path + key)) return false;
        }
        return volume.shape != Shape::box || is_box(path, volume.min, volume.max);
    }

    bool is_inside(const std::string& path, const Volume& volume) {
        const Bounds bounds = bounds_of(volume);
        std::vector<std::string> sides;
        for (int axis = 0; axis < 3; ++axis) {
            const auto min = static_cast<double>(scene_.domain.min[axis]),
                       max = static_cast<double>(scene_.domain.max[axis]);
            const double tolerance = noise * std::max({1.0, std::abs(min), std::abs(max)});
            const std::array<double, 2> beyond = {min - bounds.min[axis], bounds.max[axis] - max};
            for (std::size_t end = 0; end < 2; ++end) {
                if (beyond[end] <= tolerance) continue;
                sides.push_back(metres(beyond[end]) + " at " + side_names[2 * static_cast<std::size_t>(axis) + end]);
            }
        }
        if (sides.empty()) return true;
        complain(path, path + " reaches out of the tank by " + joined(sides));
        return false;
    }

    bool has_particles(const std::string& path, const Volume& volume) {
        const auto spacing = static_cast<double>(spacing_of(scene_, volume));
        if (!Lattice(volume, spacing).empty()) return true;
        const std::string least = volume.shape == Shape::box ? "a spacing (" + metres(spacing) + ") wide, long and high"
                                  : volume.shape == Shape::sphere
                                      ? "0.87 spacings (" + metres(0.87 * spacing) + ") in radius"
                                      : "0.71 spacings (" + metres(0.71 * spacing) + ") in radius and a spacing (" +
                                            metres(spacing) + ") high";
        complain(path, path + " would hold no particle: it must be at least " + least);
        return false;
    }

    bool are_few_enough() {
        const double count = count_particles(scene_);
        if (count <= max_particles) return true;
        const double spacing = rounded_up(spacing_ * std::cbrt(count / max_particles));
        complain("spacing", "the scene would have about " + count_text(rounded_up(count)) + " particles; at most " +
                                count_text(max_particles) + ": use a spacing of at least " + metres(spacing) +
                                (is_mixed(scene_) ? ", and raise those of the volumes alike" : ""));
        return false;
    }

    void check_overlaps() {
        struct Filled {
            Lattice lattice;
            double spacing;  // m
        };
        std::vector<Filled> filled;
        for (const Volume& volume : scene_.volumes) {
            const auto spacing = static_cast<double>(spacing_of(scene_, volume));
            const Filled mine{Lattice(volume, spacing), spacing};
            for (std::size_t i = 0; i < filled.size(); ++i) {
                const Filled& other = filled[i];
                const double apart = 0.5 * (spacing + other.spacing);
                // The coarser one is asked: it looks for points no further away than a spacing of its own.
                const auto clash = other.spacing >= spacing ? other.lattice.clash(mine.lattice, closest_start * apart)
                                                            : mine.lattice.clash(other.lattice, closest_start * apart);
                if (!clash) continue;
                const std::string path = "volumes." + std::to_string(filled.size());
                std::array<char, 32> distance;
                std::snprintf(distance.data(), distance.size(), "%.2f spacings", clash->distance / apart);
                complain(path, path + " overlaps volumes." + std::to_string(i) + " in " + places_text(clash->count) +
                                   ": at " + metres(clash->at) + " their particles would be " + distance.data() +
                                   " apart; leave a whole one between them");
                break;
            }
            filled.push_back(mine);
        }
    }

    const Scene& scene_;
    const FieldSources& sources_;
    std::vector<Complaint>& complaints_;
    double spacing_;  // m
};

}  // namespace

void check_scene(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    SceneChecker(scene, sources, complaints).check();
    check_solids(scene, sources, complaints);
    check_probes(scene, sources, complaints);
    check_emitters(scene, sources, complaints);
}

std::string complaint_of_parameters(const Scene& scene) {
    std::vector<Complaint> complaints;
    SceneChecker(scene, {}, complaints).check_parameters();
    return complaints.empty() ? std::string() : complaints.front().message;
}

}  // namespace sim
