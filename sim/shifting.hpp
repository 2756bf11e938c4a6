// Particle shifting: within the fluid, each particle drifts a little from where others crowd to where they are
// sparse, beside its velocity, so that shear finds an even packing and not one that it has to break up (as in
// delta+-SPH: Sun, Colagrossi, Marrone, Zhang 2017). Per second
//
//   shifting * c h * minus the gradient of crowding,   at most 0.005 c,
//
// where crowding sums spiky over the volumes of the neighbours, so that a smooth change of density, as over the depth
// of a pool, moves nobody.
//
// Places change and velocities do not: momentum stays to the last bit; energy and the direction of time do not. At a
// free surface crowding falls off for a reason, and whoever lacks neighbours there stays; so does who has a wall or a
// solid in sight, whose share is calibrated for pressures and no measure of crowding. Those are left out because what
// they would be shifted by lasts: gravity brings it back as flow, and a still pool creeps (by half a tenth of sqrt(g
// H), and still by a thirtieth without the walls). The limit, a twentieth of the fastest flow by which sound is chosen,
// keeps that from growing.
#pragma once

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace sim {

inline constexpr float shifted_from = 0.97f;    // of rest density
inline constexpr float fastest_shift = 0.005f;  // of the speed of sound

/// How fast somebody is shifted, m/s. `crowding`: minus its gradient, 1/m; `density`: against rest.
[[nodiscard]] inline glm::vec3 shift_of(const glm::vec3& crowding, float density, float shifting, float sound_speed,
                                        float support) noexcept {
    if (density < shifted_from) return glm::vec3(0.0f);
    const glm::vec3 shift = shifting * sound_speed * support * crowding;
    const float speed = glm::length(shift), limit = fastest_shift * sound_speed;
    return speed > limit ? shift * (limit / speed) : shift;
}

/// Of everybody, m/s, by slot; empty where nobody is shifted.
struct Shifts {
    std::vector<float> x, y, z;

    [[nodiscard]] bool any() const noexcept { return !x.empty(); }
    [[nodiscard]] std::array<std::vector<float>*, 3> axes() noexcept { return {&x, &y, &z}; }
    void resize(std::size_t n) {
        for (auto* values : axes()) values->resize(n);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return 3 * x.capacity() * sizeof(float); }
};

}  // namespace sim
