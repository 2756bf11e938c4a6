// The scene's parameters as the passes want them: everything that can be worked out once, worked out.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/vec3.hpp>
#include <vector>

#include "sim/calibration.hpp"
#include "sim/cohesion.hpp"
#include "sim/pull.hpp"
#include "sim/scene.hpp"

namespace sim {

class SlowSound;

struct Medium {
    struct Phase {
        float rest_density;  // kg/m³
        float mass;          // of a particle, kg
        float inverse_mass;  // 1/kg
        float sound_speed;   // m/s
        float stiffness;     // B of the Tait equation, Pa
        float gamma;
        int whole_gamma;        // the same where it is a whole number, else 0
        float lowest_pressure;  // Pa
        float viscosity;        // Pa s
        float laminar_below;    // speed along a wall, m/s: see walls.hpp
        float rubbing;          // (nu / s)^(1/4) / s, 1/m, nu its kinematic viscosity and s the spacing
        float damping;          // D of force_pass.hpp, less what viscosity does of it, kg/(m s)
        float tension;          // N/m
        float cohesion;         // strength of that, Pa: see cohesion.hpp
        float interface_colour;
    };

    float support;  // m
    Calibration lattice;
    Cohesion cohesion;
    Pull pull;
    std::vector<Phase> phases;  // one a fluid of the scene

    TensionModel tension_model;
    float least_colour_slope;  // 1/m: see colour_field_pass.hpp
    float shifting;            // see shifting.hpp
    float isotropy;            // see isotropy_pass.hpp

    explicit Medium(const Scene& scene);

    /// Phases anew: what sound they have that do not say it, and none faster than it may be.
    void limit_sound(const Scene& scene, const SlowSound& sound);

    [[nodiscard]] bool has_tension() const noexcept {
        return std::ranges::any_of(phases, [](const Phase& phase) { return phase.tension > 0.0f; });
    }
    /// Some fluid is as viscous as it says, and not as artificial viscosity makes it: its particles are to be that in
    /// any packing (density_pass.hpp).
    [[nodiscard]] bool evens_viscosity() const noexcept {
        return std::ranges::any_of(phases,
                                   [](const Phase& phase) { return phase.viscosity > 0.0f && phase.damping == 0.0f; });
    }
    /// How far particles must be found, m.
    [[nodiscard]] float reach() const noexcept {
        return has_tension() && tension_model == TensionModel::cohesion ? cohesion.reach : support;
    }
};

/// To be expected in the scene, m/s: a fall from the highest fluid to the tank's lowest point or into a centre that
/// attracts, the starting speed, that of a shaken tank, of a solid or of a wall that glides, or what interface tension
/// does to a particle.
[[nodiscard]] float fastest_flow(const Scene& scene);

/// Ten times that. Density then varies by about one per cent.
inline constexpr float sound_of_flow = 10.0f;
[[nodiscard]] float automatic_sound_speed(const Scene& scene);

}  // namespace sim
