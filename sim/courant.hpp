// How long a step may be (Onderik, Durikovic 2007, eq. 12), by the fastest and the most pushed particle:
//
//   dt = alpha * min( sqrt(l / |a|), l / (c + viscous), l / |v| ),   l = support / 2, about the spacing
//
// |v| does not add to c: sound travels with particles that move together, and who runs into strangers shall only not be
// beyond them within a step. (With c + |v|, as for fixed grids, a dam break takes a sixth more steps, in real-time mode
// half as many again, for the same front, depths and energy within a per mille.)
//
// `viscous` is the speed at which viscosity spreads over l: 0.6 D / (rho l) for the artificial one (Monaghan 1992; D is
// Medium::Phase::damping) and 4 mu / (rho l). Two more limits:
//
//   dt = alpha sqrt(rho l³ / (2 pi sigma))   where an interface has a tension sigma: the shortest capillary waves
//                                            (Brackbill, Kothe, Zemach 1992)
//   dt = alpha 2 rho / (mu R)                where walls are without slip: R is Tank::fastest_drag(), and twice the
//                                            time in which a velocity is lost is as long as a step is stable
#pragma once

#include <optional>
#include <span>

#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"

namespace sim {

struct Pace {
    float fastest_squared = 0.0f;      // m²/s²
    float most_pushed_squared = 0.0f;  // m²/s⁴
    bool all_finite = true;
};

/// Whether place, speed and acceleration are numbers whose squares are, too.
[[nodiscard]] bool is_finite(const Particles& particles, std::size_t slot) noexcept;

/// The same for every thread count: maxima do not depend on the order.
[[nodiscard]] Pace pace_of(const Particles& particles);

/// Of all of them together.
[[nodiscard]] Pace joined(std::span<const Pace> paces) noexcept;

/// Seconds.
[[nodiscard]] double courant_limit(const Pace& pace, const Medium& medium, const Tank& tank, float courant);

}  // namespace sim
