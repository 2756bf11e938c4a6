// The barest density pass there is: for every point the sum of (h^2 - r^2)^3 over its neighbours, streamed over the
// ranges with nothing gathered, sorted out or kept. What a search costs beside that is what it costs beside the
// cheapest use of it; the simulation's own pass (density_adapter.hpp) has two kernels, a root, walls and a pressure.
#pragma once

#include <vector>

#include "spatial/neighbour_search.hpp"

namespace bench {

/// The points are in the order of the search; all have the reach h. A point is a neighbour of itself.
void stream_poly6(const spatial::NeighbourSearch& search, const spatial::Points& ordered, std::vector<float>& sums);

}  // namespace bench
