// Where a solid is and how it is turned. Kept in floats as all state is; worked with in double, so that a point's way
// into the frame of a solid and back costs nothing of what its floats knew.
#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sim {

struct Pose {
    glm::vec3 position{0.0f};                    // of the solid's centre of mass (plane: a point on it), m
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  // from the solid's frame to the scene's, of length 1
    bool operator==(const Pose&) const = default;
};

/// The same in double.
struct Frame {
    glm::dvec3 position{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};

    Frame() = default;
    Frame(const glm::dvec3& p, const glm::dquat& q) : position(p), rotation(q) {}
    explicit Frame(const Pose& pose) : position(pose.position), rotation(glm::normalize(glm::dquat(pose.rotation))) {}

    [[nodiscard]] glm::dvec3 to_local(const glm::dvec3& x) const { return glm::conjugate(rotation) * (x - position); }
    [[nodiscard]] glm::dvec3 to_scene(const glm::dvec3& q) const { return position + rotation * q; }
};

/// On the way from one to the other, t from 0 to 1; at the ends exactly there.
[[nodiscard]] inline Frame between(const Frame& a, const Frame& b, double t) {
    if (t <= 0.0) return a;
    if (t >= 1.0) return b;
    return {glm::mix(a.position, b.position, t), glm::slerp(a.rotation, b.rotation, t)};
}

/// A turn by |vector| radians about its direction.
[[nodiscard]] inline glm::dquat turn(const glm::dvec3& vector) {
    const double angle = glm::length(vector);
    return angle > 0.0 ? glm::angleAxis(angle, vector / angle) : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

}  // namespace sim
