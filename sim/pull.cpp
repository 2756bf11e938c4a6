#include "sim/pull.hpp"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace sim {

namespace {

double omega_of(const Shaking& shaking) noexcept { return 2.0 * std::numbers::pi / double{shaking.period}; }

}  // namespace

Pull::Pull(const Scene& scene) noexcept
    : gravity_(scene.gravity), attraction_(scene.attraction), shaking_(scene.shaking) {}

Pull::Now Pull::at(double time) const noexcept {
    Now now{gravity_, attraction_.centre, attraction_.rate * attraction_.rate};
    if (shaking_.amplitude == glm::vec3(0.0f)) return now;
    const double omega = omega_of(shaking_);
    now.even += static_cast<float>(omega * omega * std::cos(omega * time)) * shaking_.amplitude;
    return now;
}

double Pull::potential(const glm::dvec3& place, const glm::dvec3& origin) const noexcept {
    const glm::dvec3 swing = glm::dvec3(attraction_.rate) * (place - glm::dvec3(attraction_.centre));
    return 0.5 * glm::dot(swing, swing) - glm::dot(glm::dvec3(gravity_), place - origin);
}

float Pull::fastest_from(const glm::vec3& min, const glm::vec3& max) const noexcept {
    const glm::vec3 farthest = glm::max(glm::abs(min - attraction_.centre), glm::abs(max - attraction_.centre));
    return glm::length(attraction_.rate * farthest) +
           glm::length(shaking_.amplitude) * static_cast<float>(omega_of(shaking_));
}

}  // namespace sim
