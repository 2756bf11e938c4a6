#include "sim/solid_hand.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace sim {

namespace {

constexpr double quickness = 25.0;        // w, 1/s: arrives within a fifth of a second
constexpr double near_enough = 1e-5;      // m
constexpr double slow_enough = 1e-3;      // m/s
constexpr float strongest_pull = 200.0f;  // m/s²: what pins a body down is not torn through

}  // namespace

glm::vec3 SolidHand::shift_of(std::uint32_t solid) const noexcept {
    const auto found = std::ranges::lower_bound(touched_, solid, {}, &Touched::solid);
    return found != touched_.end() && found->solid == solid ? found->shift : glm::vec3(0.0f);
}

bool SolidHand::is_out(std::uint32_t solid) const noexcept {
    const auto found = std::ranges::lower_bound(touched_, solid, {}, &Touched::solid);
    return found != touched_.end() && found->solid == solid && found->is_out != 0;
}

SolidHand::Touched& SolidHand::touch(std::uint32_t solid) {
    const auto found = std::ranges::lower_bound(touched_, solid, {}, &Touched::solid);
    if (found != touched_.end() && found->solid == solid) return *found;
    return *touched_.insert(found, {.solid = solid});
}

const SolidHand::Goal* SolidHand::goal_of(std::uint32_t solid) const noexcept {
    const auto found = std::ranges::find(goals_, solid, &Goal::solid);
    return found == goals_.end() ? nullptr : &*found;
}

void SolidHand::send(std::uint32_t solid, const glm::vec3& place) {
    const auto found = std::ranges::find(goals_, solid, &Goal::solid);
    if (found == goals_.end()) {
        goals_.push_back({.solid = solid, .place = place});
    } else {
        found->place = place;
        found->is_held = true;
    }
}

void SolidHand::forget(std::uint32_t solid) {
    std::erase_if(goals_, [&](const Goal& goal) { return goal.solid == solid; });
}

void SolidHand::let_go(std::uint32_t solid) {
    const auto found = std::ranges::find(goals_, solid, &Goal::solid);
    if (found != goals_.end()) found->is_held = false;
}

void SolidHand::forget_those_who_arrived() {
    std::erase_if(goals_, [](const Goal& goal) { return goal.is_there && !goal.is_held; });
}

glm::dvec3 SolidHand::way(Goal& goal, const glm::dvec3& place, double dt) const {
    const glm::dvec3 y = place - glm::dvec3(goal.place), a = goal.velocity + quickness * y;
    const double fade = std::exp(-quickness * dt);
    goal.is_there = glm::length(y) < near_enough && glm::length(goal.velocity) < slow_enough;
    glm::dvec3 moved = (y + dt * a) * fade - y;
    goal.velocity = (goal.velocity - quickness * dt * a) * fade;
    const double length = glm::length(moved), most = fastest_ * dt;
    if (length > most) {
        moved *= most / length;
        goal.velocity = moved / dt;
    }
    return moved;
}

glm::vec3 SolidHand::pull(const Goal& goal, const glm::vec3& place, const glm::vec3& velocity) const {
    const auto w = static_cast<float>(quickness), fastest = static_cast<float>(fastest_);
    glm::vec3 wanted = 0.5f * w * (goal.place - place);
    if (const float speed = glm::length(wanted); speed > fastest) wanted *= fastest / speed;
    const glm::vec3 pull = 2.0f * w * (wanted - velocity);
    const float strength = glm::length(pull);
    return strength > strongest_pull ? pull * (strongest_pull / strength) : pull;
}

}  // namespace sim
