// Fills the volumes of a scene with particles on the scene's lattice.
#pragma once

#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace sim {

/// How many particles the scene would have: from geometry alone, nothing is allocated. Exact up to `max_particles`; for more, an estimate.
[[nodiscard]] double count_particles(const Scene& scene);

/// Lattice points, half a spacing inside each volume's bounds, in order of the volumes. Throws std::invalid_argument
/// when there are more than max_particles, or none at all.
[[nodiscard]] Particles fill(const Scene& scene);

}  // namespace sim
