// What is odd about how a scene is filled: volumes that should reach from wall to wall and do not, because spacings do
// not fit (they fall to the side at once), and fluids that are nowhere.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace sim {

/// A sentence for each box that begins and ends at walls of the tank and has room for a good part of a particle left,
/// for each fluid that no volume and no emitter has, and for a support that isotropy cannot do with.
[[nodiscard]] std::vector<std::string> fill_warnings(const Scene& scene);

}  // namespace sim
