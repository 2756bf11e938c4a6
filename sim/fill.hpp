// Fills the volumes of a scene with particles on the scene's lattice (lattice.hpp).
#pragma once

#include <cstddef>
#include <optional>

#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace sim {

/// How many particles the scene would have: from geometry alone, nothing is allocated. Exact up to `max_particles`;
/// for more, an estimate.
[[nodiscard]] double count_particles(const Scene& scene);

/// Index of the fluid that a volume names (the first where it names none), or nothing where there is no such fluid.
[[nodiscard]] std::optional<std::size_t> fluid_index(const Scene& scene, const Volume& volume);

/// In the order of the volumes, and in each of them x fastest, then y, then z; with velocity, id and fluid, all else
/// zero. Throws std::invalid_argument when there are more than max_particles, none at all, or a fluid is unknown.
[[nodiscard]] Particles fill(const Scene& scene);

}  // namespace sim
