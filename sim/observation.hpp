// What a frame reports of the fluid as a whole. Sums run over fixed chunks of slots, added in order, in double:
// the same for every thread count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace sim {

struct Observation {
    double kinetic_energy = 0.0;       // J
    double potential_energy = 0.0;     // J, of gravity zero at the tank's centre (Pull::potential)
    std::array<double, 3> momentum{};  // kg m/s
    double mean_density_error = 0.0, max_density_error = 0.0;  // relative to rest, compression only
    float max_speed = 0.0f;                                    // m/s
    double mass = 0.0;                                         // kg
    std::size_t outside = 0;                                   // particles that are not in the tank
};

[[nodiscard]] Observation observe(const Particles& particles, const Medium& medium, const Grains& grains,
                                  const Domain& domain);

/// Any bit of any particle's position, velocity, identity or fluid counts; the order of the slots does not.
[[nodiscard]] std::uint64_t hash_of(const Particles& particles);

}  // namespace sim
