// States that no run should go on from, though all their numbers are finite: particles outside of the tank, a fluid
// pressed to two thirds of its volume, a fluid that moves faster than its own sound. What holds of all particles
// together is asked, at the end of every frame: where jets meet, single ones may do any of this for a moment. And what
// is found in every step: numbers that are not finite, and time steps that fall to nothing.
#pragma once

#include <string>

#include "sim/medium.hpp"
#include "sim/observation.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Empty, or which particle has gone wrong or is the worst, where, when, and what to change. `sound` is the fastest of
/// the fluids' speeds of sound, m/s.
[[nodiscard]] std::string describe_blow_up(const Observation& all, const Particles& particles, const Scene& scene,
                                           float sound, double time);

/// Energy that a fluid has come to though nothing drives it (energy_guard.hpp).
struct Gain {
    double energy, most;  // J; most: what it may be at all
    double since, time;   // s
};
[[nodiscard]] std::string describe_gain(const Particles& particles, const Scene& scene, const Gain& gain);

/// Which particle has gone wrong, where, and what to change; empty where all is_finite() (courant.hpp).
[[nodiscard]] std::string describe_not_finite(const Particles& particles, const Scene& scene, double time);

/// The same of steps that have fallen to `limit` (s), for the particle in the greatest hurry. `length` is that of the
/// Courant condition, m.
[[nodiscard]] std::string describe_collapse(const Particles& particles, const Scene& scene, double limit, double length,
                                            double time);

/// Sound so slow against the flow to be expected (m/s) that pressure comes too late for everything.
[[nodiscard]] std::string describe_slow_sound(const Medium& medium, float flow, double time);

}  // namespace sim
