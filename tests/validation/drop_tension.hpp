// A drop in the void, without gravity: the pressure in it by Laplace, and its slowest oscillation by Rayleigh. In two
// dimensions the drop is a cylinder without ends: a disc in a periodic slab.
//
//   dp = sigma / R (2-D), 2 sigma / R (3-D);   omega² = 6 sigma / (rho R³) (2-D), 8 sigma / (rho R³) (3-D)
//
// That is of small oscillations. An ellipse of 16 % is 1.2 % slower (by its exact perimeter and kinetic energy), one of
// 8 % 0.3 %; here it is 8 % in two dimensions, and 10 % along the axis in three.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "sim/scene.hpp"
#include "tests/validation/case.hpp"

namespace validation {

struct DropCase {
    bool flat = false;       // in two dimensions
    float radius = 0.05f;    // m
    float spacings = 10.0f;  // in a radius
    unsigned draw = 1;       // of the places, off the lattice
    sim::TensionModel model = sim::TensionModel::cohesion;
    sim::Fluid fluid{.rest_density = 1000.0f, .viscosity = 0.0f, .tension = 0.0728f};
};

struct DropFigures {
    std::size_t particles = 0;
    double jump = 0.0, expected_jump = 0.0;      // as forces transmit it, Pa
    double period = 0.0, expected_period = 0.0;  // s
    double damping = 0.0;                        // rate of the oscillation, 1/s
    double misfit = 0.0;                         // of a damped oscillation to what was seen, of its amplitude
    double drift = 0.0;                          // of the centre during all, in radii
    double spin = 0.0;                           // angular speed at the end, in those of the oscillation
    double closest = 0.0;                        // pair of particles at rest, in spacings
    double roughness = 0.0;                      // rms deviation of the outermost particles from a circle, in spacings
};

/// Lets a drop come to rest, measures its pressure, kicks it and measures how it oscillates.
/// Of the settings it takes the threads. Throws as advance() does.
[[nodiscard]] DropFigures measure_drop(const DropCase& drop, const Settings& settings, const Host& host,
                                       double periods = 2.5);

/// A scene in which every particle has its own place and velocity, each on its own in a volume of one spacing.
[[nodiscard]] sim::Scene with_particles(sim::Scene scene, const std::vector<glm::vec3>& places,
                                        const std::vector<glm::vec3>& velocities);

/// A scene with such a drop, or with a square or cube of the same size, in the middle of its tank.
[[nodiscard]] sim::Scene drop_scene(const DropCase& drop, bool square = false);

}  // namespace validation
