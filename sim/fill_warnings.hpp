// Volumes that should reach from wall to wall and do not, because spacings do not fit: they fall to the side at once.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace sim {

/// A sentence for each box that begins and ends at walls of the tank and has room for a good part of a particle left.
[[nodiscard]] std::vector<std::string> fill_warnings(const Scene& scene);

}  // namespace sim
