#include "sim/grain_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "sim/grains.hpp"
#include "sim/position_steps.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// As of the scene's own spacing (scene_description.cpp): the ninth power of its support must be a float.
constexpr float least_spacing = 1e-4f;  // m

}  // namespace

bool check_tension_of_grains(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    bool all_good = true;
    for (std::size_t i = 0; i < scene.fluids.size() && is_mixed(scene); ++i) {
        if (scene.fluids[i].tension == 0.0f) continue;
        const std::string path = "fluids." + std::to_string(i) + ".tension";
        complaints.push_back({sources.place(path), path +
                                                       " does not go with volumes of different spacings: set it to 0, "
                                                       "or give all volumes the same spacing"});
        all_good = false;
    }
    return all_good;
}

bool check_grains(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints) {
    bool all_good = true;
    const auto complain = [&](const std::string& path, const std::string& message) {
        complaints.push_back({sources.place(path), path + message});
        all_good = false;
    };
    const float finest = std::max(finest_grain * scene.spacing, least_spacing);
    for (std::size_t i = 0; i < scene.volumes.size(); ++i) {
        const std::string path = "volumes." + std::to_string(i) + ".spacing";
        const float spacing = scene.volumes[i].spacing;
        if (!sources.good(path)) all_good = false;
        if (!sources.good(path) || spacing == 0.0f) continue;
        const double step = step_of_positions(scene.domain);
        if (spacing > scene.spacing)
            complain(path, " is " + metres(double{spacing}) + ", coarser than the scene's (" +
                               metres(double{scene.spacing}) +
                               "), which is the coarsest there is: raise that, and give the others a finer one");
        else if (spacing < finest * (1.0f - 1e-6f))
            complain(path, " is " + metres(double{spacing}) + "; it may be an eighth of the scene's at least, " +
                               metres(double{finest}) + ": use that, or a smaller spacing of the scene");
        else if (static_cast<double>(spacing) < least_steps_of_spacing * step)
            complain(path, " is too small for this tank, where positions are known to " + metres(step) +
                               ": use at least " + metres(least_steps_of_spacing * step));
    }
    if (!all_good || !is_mixed(scene)) return all_good;

    const std::size_t sizes = spacings_of(scene).size();
    if (sizes > most_grains)
        complain("volumes", " have " + std::to_string(sizes) + " different spacings; at most " +
                                std::to_string(most_grains) + " can be mixed: give some of them the same");
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (scene.domain.periodic[axis])
            complain(std::string("domain.periodic.") + "xyz"[axis],
                     " does not go with volumes of different spacings: give the tank walls there, or all volumes the "
                     "same spacing");
    all_good = check_tension_of_grains(scene, sources, complaints) && all_good;
    // What comes and goes is counted in particles of one size.
    const auto leave = [&](const char* path, const char* what, bool is_there) {
        if (is_there) complain(path, std::string(what) + ", or give all volumes the same spacing");
    };
    leave("emitters", " do not go with volumes of different spacings: leave them out", !scene.emitters.empty());
    leave("drains", " do not go with volumes of different spacings: leave them out", !scene.drains.empty());
    leave("domain.open", " does not go with volumes of different spacings: leave all sides closed",
          std::ranges::find(scene.domain.open, true) != scene.domain.open.end());
    return all_good;
}

}  // namespace sim
