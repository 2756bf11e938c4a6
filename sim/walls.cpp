#include "sim/walls.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace sim {

namespace {

constexpr float nowhere = 1e30f;  // its square is finite, and it is in nobody's sight

}  // namespace

glm::vec3 rebound(glm::vec3 v, glm::vec3 normal, const Wall& surface) noexcept {
    const float approach = glm::dot(v, normal);
    if (approach >= 0.0f) return v;
    const glm::vec3 tangential = v - approach * normal;
    const float slip = glm::length(tangential);
    const float lost = surface.friction * (1.0f + surface.restitution) * -approach;
    const glm::vec3 gliding = slip > lost ? tangential * (1.0f - lost / slip) : glm::vec3(0.0f);
    return gliding - approach * surface.restitution * normal;
}

Tank::Tank(const Domain& domain, const WallSights& sights)
    : min_(domain.min), max_(domain.max), sights_(sights), range_(sights.range()) {
    for (int k = 0; k < 3; ++k) {
        if (!domain.periodic[static_cast<std::size_t>(k)]) continue;
        min_[k] = -nowhere;
        max_[k] = nowhere;
    }
    for (std::size_t side = 0; side < domain.open.size(); ++side)
        if (domain.open[side])
            (side % 2 == 0 ? min_ : max_)[static_cast<int>(side / 2)] = side % 2 == 0 ? -nowhere : nowhere;
    set_walls(domain.walls);
}

void Tank::set_walls(const std::array<Wall, 6>& walls) noexcept {
    walls_ = walls;
    some_stick_ = some_rub_ = false;
    for (std::size_t side = 0; side < walls_.size(); ++side) {
        walls_[side].velocity[static_cast<int>(side / 2)] = 0.0f;
        some_stick_ = some_stick_ || walls_[side].no_slip;
        some_rub_ = some_rub_ || (walls_[side].drag > 0.0f && !walls_[side].no_slip);
    }
}

bool Tank::sees_a_wall(glm::vec3 p) const noexcept {
    return p.x - min_.x < range_ || p.y - min_.y < range_ || p.z - min_.z < range_ || max_.x - p.x < range_ ||
           max_.y - p.y < range_ || max_.z - p.z < range_;
}

Tank::Shares Tank::shares_behind(glm::vec3 p) const noexcept {
    if (!sees_a_wall(p)) return {};
    return {share_behind(Poly6HalfSpace{}, sights_.poly6, p), share_behind(SpikyHalfSpace{}, sights_.spiky, p)};
}

float Tank::laplacian_share_behind(glm::vec3 p) const noexcept {
    return sees_a_wall(p) ? share_behind(LaplacianHalfSpace{}, sights_.laplacian, p) : 0.0f;
}

glm::vec3 Tank::push(glm::vec3 p) const noexcept {
    return sees_a_wall(p) ? push(SpikyHalfSpace{}, sights_.spiky, p) : glm::vec3(0.0f);
}

float Tank::push_of(std::size_t side, glm::vec3 p) const noexcept {
    const int axis = static_cast<int>(side / 2);
    const WallSight& sight = sights_.spiky;
    const float away = side % 2 == 0 ? p[axis] - min_[axis] : max_[axis] - p[axis];
    return sight.slope * SpikyHalfSpace::push(sight(away)) *
           sight.overlap.left_beside(axis, taken_by_axis(SpikyHalfSpace{}, sight, p));
}

/// Calls f(wall, rate) with what each wall without slip does there, 1/m².
template <class F>
void Tank::for_each_sticky(glm::vec3 p, F f) const noexcept {
    if (!sees_a_wall(p)) return;
    for (std::size_t side = 0; side < walls_.size(); ++side) {
        const Wall& wall = walls_[side];
        const int k = static_cast<int>(side / 2);
        const float distance = side % 2 == 0 ? p[k] - min_[k] : max_[k] - p[k];
        if (wall.no_slip && distance < sights_.support) f(wall, sights_.drag_rate(distance));
    }
}

glm::vec3 Tank::drag_of_sticky(glm::vec3 p, glm::vec3 v) const noexcept {
    glm::vec3 sum(0.0f);
    for_each_sticky(p, [&](const Wall& wall, float rate) { sum += rate * (wall.velocity - v); });
    return sum;
}

float Tank::rate_of_sticky(glm::vec3 p) const noexcept {
    float sum = 0.0f;
    for_each_sticky(p, [&](const Wall&, float rate) { sum += rate; });
    return sum;
}

float Tank::fastest_drag() const noexcept {
    glm::vec3 worst = 0.5f * (min_ + max_);
    float room = 1.0f;  // what walls leave of a ball
    for (int k = 0; k < 3; ++k) {
        const std::size_t low = static_cast<std::size_t>(2 * k), high = low + 1;
        const bool low_sticks = walls_[low].no_slip && min_[k] > -nowhere,
                   high_sticks = walls_[high].no_slip && max_[k] < nowhere;
        if (!low_sticks && !high_sticks) continue;
        worst[k] = low_sticks ? min_[k] : max_[k];
        room *= 0.5f;
    }
    const float by_neighbours = 15.0f / (sights_.support * sights_.support);  // all around, in a uniform fluid
    return rate_of_sticky(worst) + room * by_neighbours;
}

// The layer next to a wall has one particle for each square of a spacing, wherever in the first spacing it is; of two
// walls closer to each other than two spacings it is next to the nearer one.
glm::vec3 Tank::rub_of_layer(glm::vec3 p, glm::vec3 v, float laminar_below, float strength) const noexcept {
    constexpr float of_power_law = 0.03112f;  // 7.26^(-7/4)
    glm::vec3 sum(0.0f);
    for (int k = 0; k < 3; ++k) {
        const bool is_low = p[k] - min_[k] < max_[k] - p[k];
        if ((is_low ? p[k] - min_[k] : max_[k] - p[k]) >= sights_.spacing) continue;
        const Wall& wall = walls_[static_cast<std::size_t>(2 * k + (is_low ? 0 : 1))];
        glm::vec3 along = v - wall.velocity;
        along[k] = 0.0f;
        const float squared = glm::dot(along, along);
        if (wall.no_slip || squared <= laminar_below * laminar_below) continue;
        const float root = std::sqrt(std::sqrt(squared));
        sum -= wall.drag * of_power_law * strength * root * std::sqrt(root) * along;
    }
    return sum;
}

void Tank::put_back(glm::vec3& p, glm::vec3& v) const noexcept {
    for (int k = 0; k < 3; ++k) {
        const bool below = p[k] < min_[k];
        if (!below && p[k] <= max_[k]) continue;
        p[k] = below ? min_[k] : max_[k];
        glm::vec3 inwards(0.0f);
        inwards[k] = below ? 1.0f : -1.0f;
        const Wall& wall = walls_[static_cast<std::size_t>(2 * k + (below ? 0 : 1))];
        v = wall.velocity + rebound(v - wall.velocity, inwards, wall);
    }
}

}  // namespace sim
