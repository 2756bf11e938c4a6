#include "sim/medium.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "sim/bounds.hpp"
#include "sim/flow.hpp"
#include "sim/opening.hpp"
#include "sim/shape.hpp"
#include "sim/slow_sound.hpp"

namespace sim {

namespace {

// Artificial viscosity D slows shear as a real one of D / 19 does. It is there to calm sound and packings; a fluid as
// viscous as that does so by itself, and is not made more viscous than it says.
constexpr float damping_of_viscosity = 19.0f;

/// The corner of a box that is furthest along a direction.
glm::vec3 furthest_corner(glm::vec3 min, glm::vec3 max, glm::vec3 along) {
    return {along.x > 0.0f ? max.x : min.x, along.y > 0.0f ? max.y : min.y, along.z > 0.0f ? max.z : min.z};
}

/// How fast any part of it is because it says so, m/s: a body may get faster, and a fixed solid is never.
float fastest_of(const Solid& solid) {
    if (solid.motion == Motion::fixed) return 0.0f;
    float speed = glm::length(solid.velocity);
    const auto& path = solid.path;
    for (std::size_t i = 1; i < path.size(); ++i)
        speed =
            std::max(speed, glm::distance(path[i - 1].position, path[i].position) / (path[i].time - path[i - 1].time));
    if (solid.spin == glm::vec3(0.0f)) return speed;
    const ConvexShape shape(solid);
    // A moving hull turns about its own origin.
    const double reach = shape.reach() + (solid.motion == Motion::moving ? glm::length(shape.frame().position) : 0.0);
    return speed + glm::length(glm::radians(solid.spin)) * static_cast<float>(reach);
}

}  // namespace

float fastest_flow(const Scene& scene) {
    const float g = glm::length(scene.gravity);
    float fastest_squared = 0.01f;  // where nothing falls and nothing moves: 0.1 m/s, as good as any
    const Pull pull(scene);
    const auto falls = [&](const glm::vec3& min, const glm::vec3& max, float start) {
        start += pull.fastest_from(min, max);
        float drop = 0.0f;
        if (g > 0.0f) {
            const glm::vec3 down = scene.gravity / g;
            drop = glm::dot(down, furthest_corner(scene.domain.min, scene.domain.max, down)) -
                   glm::dot(down, furthest_corner(min, max, -down));
        }
        fastest_squared = std::max(fastest_squared, start * start + 2.0f * g * std::max(drop, 0.0f));
    };
    for (const Volume& volume : scene.volumes) {
        const Bounds bounds = bounds_of(volume);
        const glm::vec3 min(bounds.min), max(bounds.max);
        falls(min, max, glm::length(volume.velocity) + fastest_in(volume.flow, min, max));
    }
    for (const Emitter& emitter : scene.emitters) {
        const Opening opening(emitter, static_cast<double>(scene.spacing));
        falls(emitter.position, emitter.position, static_cast<float>(opening.speed(emitter)));
    }
    for (const Solid& solid : scene.solids) {
        const float speed = fastest_of(solid);
        fastest_squared = std::max(fastest_squared, speed * speed);
    }
    // What sticks to a wall goes as fast as that glides.
    for (const Wall& wall : scene.domain.walls)
        fastest_squared = std::max(fastest_squared, glm::dot(wall.velocity, wall.velocity));
    // The outermost layer of a surface is pressed on with about tension / spacing.
    for (const Fluid& fluid : scene.fluids)
        fastest_squared = std::max(fastest_squared, fluid.tension / (fluid.rest_density * scene.spacing));
    return std::sqrt(fastest_squared);
}

Medium::Medium(const Scene& scene)
    : support(scene.support * scene.spacing),
      lattice(calibrate(scene.spacing, support)),
      cohesion(scene.spacing, support),
      pull(scene),
      tension_model(scene.tension.model),
      least_colour_slope(scene.tension.threshold * lattice.poly6_slope),
      shifting(scene.shifting),
      isotropy(scene.isotropy) {
    limit_sound(scene, SlowSound(scene));
}

void Medium::limit_sound(const Scene& scene, const SlowSound& sound) {
    phases.clear();
    for (const Fluid& fluid : scene.fluids) {
        const float wanted = fluid.sound_speed > 0.0f ? fluid.sound_speed : sound.automatic();
        const float c = std::min(wanted, sound.speed());
        const float stiffness = fluid.rest_density * c * c / fluid.gamma;
        const float thinness = fluid.viscosity / (fluid.rest_density * lattice.walls.spacing);  // nu / s, m/s
        phases.push_back({
            .rest_density = fluid.rest_density,
            .mass = fluid.rest_density * lattice.cell_volume,
            .inverse_mass = 1.0f / (fluid.rest_density * lattice.cell_volume),
            .sound_speed = c,
            .stiffness = stiffness,
            .gamma = fluid.gamma,
            .whole_gamma = std::floor(fluid.gamma) == fluid.gamma ? static_cast<int>(fluid.gamma) : 0,
            // Nothing stretches further than to a vacuum.
            .lowest_pressure = fluid.negative_pressure ? -stiffness : 0.0f,
            .viscosity = fluid.viscosity,
            .laminar_below = 70.0f * thinness,
            .rubbing = std::pow(thinness, 0.25f) / lattice.walls.spacing,
            .damping = std::max(0.0f, fluid.rest_density * fluid.artificial_viscosity * c * 0.5f * support -
                                          damping_of_viscosity * fluid.viscosity),
            .tension = fluid.tension,
            .cohesion =
                fluid.tension * cohesion.surface_strength / (1.0f + scene.isotropy * Cohesion::more_by_isotropy),
            .interface_colour = fluid.interface_colour,
        });
    }
}

float automatic_sound_speed(const Scene& scene) { return sound_of_flow * fastest_flow(scene); }

}  // namespace sim
