#include "sim/fill_warnings.hpp"

#include <algorithm>
#include <cmath>

#include "sim/flow.hpp"
#include "sim/grains.hpp"
#include "sim/lattice.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

// Less than that is spread over the layers within a few steps, without anybody being thrown about.
constexpr double noticed = 0.25;  // spacings

void warn_of_gaps(const Scene& scene, std::vector<std::string>& warnings) {
    for (std::size_t i = 0; i < scene.volumes.size(); ++i) {
        const Volume& volume = scene.volumes[i];
        if (volume.shape != Shape::box) continue;
        const auto spacing = static_cast<double>(spacing_of(scene, volume));
        const Lattice lattice(volume, spacing);
        if (lattice.empty()) continue;
        for (int axis = 0; axis < 2; ++axis) {  // upwards there is air, as a rule
            const auto k = static_cast<std::size_t>(axis);
            if (scene.domain.periodic[k]) continue;
            const double low = volume.min[axis], high = volume.max[axis], near = noticed * spacing;
            const bool from_wall =
                low<static_cast<double>(scene.domain.min[axis]) + near, to_wall = high> static_cast<double>(
                    scene.domain.max[axis]) -
                near;
            const auto layers = static_cast<double>(lattice.extent()[k]);
            const double left = high - low - layers * spacing;
            if (!from_wall || !to_wall || left < near) continue;
            warnings.push_back("volumes." + std::to_string(i) + " reaches from wall to wall along " +
                               std::string(1, "xyz"[axis]) + ", " + metres(high - low) + ", but its " +
                               count_text(layers) + " layers leave " + metres(left) +
                               " free, into which it falls: a spacing of " + metres((high - low) / layers) + " or " +
                               metres((high - low) / (layers + 1.0)) + " fits");
        }
    }
}

/// Limits of the step, sound and the reach of tension go by all fluids there are.
void warn_of_unused_fluids(const Scene& scene, std::vector<std::string>& warnings) {
    if (scene.fluids.size() < 2) return;  // a scene of solids alone says nothing of its fluid
    for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
        const auto is_of_it = [&](const auto& source) {
            return source.fluid == scene.fluids[i].name || (source.fluid.empty() && i == 0);
        };
        if (std::ranges::any_of(scene.volumes, is_of_it) || std::ranges::any_of(scene.emitters, is_of_it)) continue;
        warnings.push_back("fluids." + std::to_string(i) + " '" + scene.fluids[i].name +
                           "' is in no volume and comes from no emitter, and may yet shorten everybody's steps: leave "
                           "it out, or give it a volume");
    }
}

// Isotropy takes off a pressure what differs by direction, to first order: of so few neighbours that is too much. From
// 1.6 on dam breaks of a few thousand come to rest with it, at 1.5 they gain energy.
constexpr float least_support_for_isotropy = 1.6f;

void warn_of_few_neighbours(const Scene& scene, std::vector<std::string>& warnings) {
    if (scene.isotropy > 0.0f && scene.support < least_support_for_isotropy && scene.steps == Steps::global)
        warnings.push_back("support " + number_text(scene.support) +
                           " leaves particles so few neighbours that with isotropy the fluid gains energy and may blow "
                           "up; set isotropy to 0, or a support from " +
                           number_text(least_support_for_isotropy) + " on");
}

}  // namespace

std::vector<std::string> fill_warnings(const Scene& scene) {
    std::vector<std::string> warnings;
    warn_of_few_neighbours(scene, warnings);
    warn_of_gaps(scene, warnings);
    warn_of_unused_fluids(scene, warnings);
    return warnings;
}

}  // namespace sim
