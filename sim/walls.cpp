#include "sim/walls.hpp"

#include <algorithm>
#include <glm/geometric.hpp>

namespace sim {

glm::vec3 rebound(glm::vec3 v, glm::vec3 normal, const Wall& surface) noexcept {
    const float approach = glm::dot(v, normal);
    if (approach >= 0.0f) return v;
    const glm::vec3 tangential = v - approach * normal;
    const float slip = glm::length(tangential);
    const float lost = surface.friction * (1.0f + surface.restitution) * -approach;
    const glm::vec3 gliding = slip > lost ? tangential * (1.0f - lost / slip) : glm::vec3(0.0f);
    return gliding - approach * surface.restitution * normal;
}

Tank::Tank(const Domain& domain, WallSight poly6, WallSight spiky)
    : min_(domain.min),
      max_(domain.max),
      poly6_(poly6),
      spiky_(spiky),
      range_(std::max(poly6.range(), spiky.range())),
      walls_(domain.walls) {}

bool Tank::sees_a_wall(glm::vec3 p) const noexcept {
    return p.x - min_.x < range_ || p.y - min_.y < range_ || p.z - min_.z < range_ || max_.x - p.x < range_ ||
           max_.y - p.y < range_ || max_.z - p.z < range_;
}

Tank::Shares Tank::shares_behind(glm::vec3 p) const noexcept {
    if (!sees_a_wall(p)) return {};
    Shares inside{1.0f, 1.0f};
    for (int k = 0; k < 3; ++k) {
        const float below = p[k] - min_[k], above = max_[k] - p[k];
        inside.poly6 *= 1.0f - poly6_behind(poly6_(below)) - poly6_behind(poly6_(above));
        inside.spiky *= 1.0f - spiky_behind(spiky_(below)) - spiky_behind(spiky_(above));
    }
    return {1.0f - inside.poly6, 1.0f - inside.spiky};
}

glm::vec3 Tank::push(glm::vec3 p) const noexcept {
    if (!sees_a_wall(p)) return glm::vec3(0.0f);
    glm::vec3 inside, steepness;
    for (int k = 0; k < 3; ++k) {
        const float below = spiky_(p[k] - min_[k]), above = spiky_(max_[k] - p[k]);
        inside[k] = 1.0f - spiky_behind(below) - spiky_behind(above);
        steepness[k] = spiky_.slope * (spiky_push(below) - spiky_push(above));
    }
    return {steepness.x * inside.y * inside.z, steepness.y * inside.z * inside.x, steepness.z * inside.x * inside.y};
}

void Tank::collide(glm::vec3& p, glm::vec3& v) const noexcept {
    for (int k = 0; k < 3; ++k) {
        const bool below = p[k] < min_[k];
        if (!below && p[k] <= max_[k]) continue;
        p[k] = below ? min_[k] : max_[k];
        glm::vec3 inwards(0.0f);
        inwards[k] = below ? 1.0f : -1.0f;
        v = rebound(v, inwards, walls_[static_cast<std::size_t>(2 * k + (below ? 0 : 1))]);
    }
}

}  // namespace sim
