// Where individual time steps are not to be had.
#pragma once

#include <span>

#include "sim/scene.hpp"

namespace sim {

/// Why all take the same steps where the scene asks for individual ones; null where they are individual, or global as
/// asked.
[[nodiscard]] const char* why_steps_are_global(const Scene& scene) noexcept;
/// The same with other steps and fluids than the scene's.
[[nodiscard]] const char* why_steps_are_global(const Scene& scene, Steps steps, std::span<const Fluid> fluids) noexcept;

}  // namespace sim
