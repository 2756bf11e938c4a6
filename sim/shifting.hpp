// Particle shifting: within the fluid, each particle drifts a little from where others crowd to where they are
// sparse, beside its velocity, so that shear finds an even packing and not one that it has to break up (as in
// delta+-SPH: Sun, Colagrossi, Marrone, Zhang 2017). It does so as fast as the fluid around it is deformed,
//
//   shifting * h * (the rate at which neighbours close in),   at most 0.01 c,
//
// against the gradient of crowding, and more slowly where that is less than 0.002 over a support. Crowding sums spiky
// over the volumes of the neighbours, so that a smooth change of density, as over the depth of a pool, moves nobody.
//
// Places change and velocities do not: momentum stays to the last bit; energy and the direction of time do not. At a
// free surface crowding falls off for a reason, and whoever lacks neighbours there stays; so does who has a wall or a
// solid in sight, whose share is calibrated for pressures and no measure of crowding. What crowds near those for a
// reason is brought back by gravity as flow: shifted as fast as sound allows, a still pool creeps by a thirtieth of
// sqrt(g H). Never faster than a third of what the fluid is deformed by anyway, shifts cannot feed that flow, and the
// pool rests (0.37 % of sqrt(g H), 0.21 without; both without isotropy_pass.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace sim {

inline constexpr float surrounded_from = 0.97f;  // of rest density: with less, neighbours are lacking
inline constexpr float uneven_from = 0.002f;     // crowding over a support, from which on the shift is at full speed
inline constexpr float fastest_shift = 0.01f;    // of the speed of sound

/// How fast somebody is shifted, m/s. `crowding`: minus its gradient over a support; `density`: against rest;
/// `fastest`: m/s.
[[nodiscard]] inline glm::vec3 shift_of(const glm::vec3& crowding, float density, float fastest) noexcept {
    if (density < surrounded_from) return glm::vec3(0.0f);
    return crowding * (fastest / std::max(glm::length(crowding), uneven_from));
}

/// Of everybody, m/s, by slot; empty where nobody is shifted.
struct Shifts {
    std::vector<float> x, y, z;
    std::vector<float> closing;  // how fast neighbours close in, 1/s; of no use once shifts are found

    [[nodiscard]] bool any() const noexcept { return !x.empty(); }
    [[nodiscard]] std::array<std::vector<float>*, 3> axes() noexcept { return {&x, &y, &z}; }
    void resize(std::size_t n) {
        for (auto* values : {&x, &y, &z, &closing}) values->resize(n);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return 4 * x.capacity() * sizeof(float); }
};

}  // namespace sim
