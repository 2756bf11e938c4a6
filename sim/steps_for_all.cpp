#include "sim/steps_for_all.hpp"

#include <algorithm>

#include "sim/grains.hpp"

namespace sim {

const char* why_steps_are_global(const Scene& scene) noexcept {
    return why_steps_are_global(scene, scene.steps, scene.fluids);
}

const char* why_steps_are_global(const Scene& scene, Steps steps, std::span<const Fluid> fluids) noexcept {
    if (steps == Steps::global) return nullptr;
    // Images stand for particles that are where they should be by now.
    if (std::ranges::find(scene.domain.periodic, true) != scene.domain.periodic.end())
        return "periodic tanks take global steps";
    // It pulls on everybody at once; fluids of mixed sizes take none.
    if (std::ranges::any_of(fluids, [](const Fluid& fluid) { return fluid.tension > 0.0f; }) && !is_mixed(scene))
        return "fluids with tension take global steps";
    return nullptr;
}

}  // namespace sim
