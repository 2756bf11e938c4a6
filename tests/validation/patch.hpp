// A round patch of fluid of radius 1 m in the void, drawn out along x and squeezed along z at the start: u = rate x,
// w = -rate z. It stays an ellipse (Monaghan 1994; in a central field: Monaghan, Rafiee 2013). Its half axes are found
// from the second moments of the particles: twice the root mean square of the distance along each.
#pragma once

#include <vector>

#include "sim/scene.hpp"

namespace validation {

/// In the middle of a slab of so many metres a side, without gravity and viscosity.
[[nodiscard]] sim::Scene round_patch(int particles_in_radius, double room, double rate);

/// Along the axis whose coordinates are given, m.
[[nodiscard]] double half_axis(const std::vector<float>& places);

}  // namespace validation
