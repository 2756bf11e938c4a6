// How many neighbours each particle has, for drawing: the solver streams over candidates and keeps no such number.
// Found by a search of its own on the state that is shown, so that it is right in a world that was just resumed, in a
// periodic tank, and whatever search runs. Paid only while somebody looks, with as many threads as the world has.
#pragma once

#include <vector>

#include "sim/world.hpp"

namespace app {

/// By the places of world.particles(), a particle itself not counted. Two of mixed sizes are neighbours within the mean
/// of their supports, as the solver has it. Where a particle has lost its place nobody has any.
void count_neighbours(const sim::World& world, std::vector<float>& counts);

/// Of each particle, m; empty where all have the same.
[[nodiscard]] std::vector<float> mixed_supports(const sim::Scene& scene, const sim::Particles& particles);

}  // namespace app
