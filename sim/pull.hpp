// What pulls on everything, whatever it touches: gravity, a centre that attracts (Attraction), and what is felt in a
// tank that is shaken (Shaking). Positions are those in the tank, so that its motion is felt the other way round:
//
//   a(x, t) = gravity - rate² (x - centre) + amplitude omega² cos(omega t),   omega = 2 pi / period
//
// The tank's place is amplitude cos(omega t): it starts from the end of its way, at rest as the fluid does.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <glm/vec3.hpp>

#include "sim/scene.hpp"

namespace sim {

class Pull {
public:
    explicit Pull(const Scene& scene) noexcept;

    /// At one moment.
    struct Now {
        glm::vec3 even;                  // m/s²
        glm::vec3 centre, rate_squared;  // m, 1/s²
        /// m/s²
        [[nodiscard]] glm::vec3 operator()(const glm::vec3& place) const noexcept {
            return even - rate_squared * (place - centre);
        }
    };
    /// `time` in s.
    [[nodiscard]] Now at(double time) const noexcept;

    /// Of what does not change with time, zero at `origin` but for the attraction, which has its zero in its centre;
    /// J/kg.
    [[nodiscard]] double potential(const glm::dvec3& place, const glm::dvec3& origin) const noexcept;

    /// Of the tank and of what the centre makes fall from the farthest corner of a box; m/s.
    [[nodiscard]] float fastest_from(const glm::vec3& min, const glm::vec3& max) const noexcept;

private:
    glm::vec3 gravity_;
    Attraction attraction_;
    Shaking shaking_;
};

}  // namespace sim
