// Who has less of something than a limit.
#pragma once

#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace sim {

/// The slots in the ranges whose value is below the limit, in the order of the ranges, in place of what `slots` held.
void find_below(std::span<const float> values, std::span<const spatial::Range> ranges, float limit,
                std::vector<spatial::Index>& slots);

}  // namespace sim
