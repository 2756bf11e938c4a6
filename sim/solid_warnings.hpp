// Solids that begin inside of each other or of a wall of the tank: they are parted without a bang, but hardly meant. And
// those that move in a periodic tank, whose sides are none to fluid only.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace sim {

/// A sentence for each two entries of the scene's list with such solids, and each entry in the way of a wall. Of solids
/// of which none is dynamic nobody minds: pillars are built of several. And one for each entry that may come to a
/// periodic side.
[[nodiscard]] std::vector<std::string> solid_warnings(const Scene& scene);

}  // namespace sim
