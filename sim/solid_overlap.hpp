// Fluid and solids that would be in one place at the start of a scene: the solid is there, the particles are not made.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/solids.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace sim {

/// Takes out of freshly filled particles those inside of solids or nearer to them than their radius, and numbers
/// the others anew.
/// Returns how many of each volume went. `broad` is left with the boxes of the solids.
std::vector<std::uint64_t> leave_out_solids(const Scene& scene, const Solids& solids, spatial::BroadPhase& broad,
                                            Particles& particles);

/// The first particle that is inside of a solid, or their number.
[[nodiscard]] std::size_t first_inside(const Solids& solids, const Particles& particles);

/// How many particles are inside of a shape that is there, or nearer to it than their radius.
[[nodiscard]] std::size_t count_inside(const Scene& scene, const ConvexShape& shape, const Pose& pose,
                                       const Particles& particles);

/// The first solid that holds a place, or is nearer to it than `margin` (m); their number where there is none.
[[nodiscard]] std::size_t solid_at(const Solids& solids, const glm::dvec3& place, double margin);

}  // namespace sim
