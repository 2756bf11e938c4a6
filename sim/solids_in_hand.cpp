// The part of the solids that somebody's hand moves (solid_hand.hpp).
#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "sim/solids.hpp"

namespace sim {

namespace {

glm::vec3 low(const spatial::Box& box) { return {box.min_x, box.min_y, box.min_z}; }
glm::vec3 high(const spatial::Box& box) { return {box.max_x, box.max_y, box.max_z}; }

}  // namespace

void Solids::make_mover(std::uint32_t number) {
    const auto place = std::ranges::lower_bound(movers_, number);
    if (place == movers_.end() || *place != number) movers_.insert(place, number);
}

void Solids::send(const Scene& scene, std::uint32_t number, const glm::vec3& place) {
    if (hand_.is_out(number)) return;
    if (body_of_[number] < 0) {
        make_mover(number);
        (void)hand_.touch(number);
    }
    const Pose& now = states_[number].pose;
    glm::vec3 min = scene.domain.min, max = scene.domain.max;
    if (shape(number).kind() != SolidShape::plane) {
        // No further out than it is, or its box within the tank.
        const spatial::Box box = shape(number).bounds(Frame(now));
        min = glm::min(min + (now.position - low(box)), now.position);
        max = glm::max(max - (high(box) - now.position), now.position);
    }
    hand_.send(number, glm::clamp(place, min, max));
}

void Solids::let_go(const Scene& scene, std::uint32_t number) {
    if (scene.solids[states_[number].entry].motion == Motion::fixed)
        hand_.let_go(number);
    else
        hand_.forget(number);
}

void Solids::follow_hand(const Scene& scene, double time, double dt) {
    hand_.forget_those_who_arrived();
    for (SolidHand::Goal& goal : hand_.goals()) {
        if (body_of_[goal.solid] >= 0) continue;
        const glm::dvec3 place(pose_at(scene, goal.solid, time + dt).position);
        glm::vec3& shift = hand_.touch(goal.solid).shift;
        const glm::vec3 before = shift;
        goal.rest += hand_.way(goal, place + goal.rest, dt);
        // Not as a double minus itself as a float: g++ 12 takes pairs of doubles that become floats and doubles again
        // for unchanged, and the rest for nothing.
        shift += glm::vec3(goal.rest);
        goal.rest -= glm::dvec3(shift) - glm::dvec3(before);
    }
}

Pose Solids::pose_ahead(const Scene& scene, std::uint32_t number, double time, double h) const {
    Pose pose = pose_at(scene, number, time + h);
    if (const SolidHand::Goal* const held = hand_.goal_of(number)) {
        SolidHand::Goal goal = *held;
        const glm::dvec3 place = glm::dvec3(pose.position) + goal.rest;
        pose.position = glm::vec3(place + hand_.way(goal, place, h));
    }
    return pose;
}

void Solids::take_out(const Scene& scene, std::uint32_t number) {
    if (hand_.is_out(number)) return;
    hand_.forget(number);
    make_mover(number);
    SolidHand::Touched& touched = hand_.touch(number);
    touched.is_out = 1;
    SolidState& state = states_[number];
    if (const std::int32_t b = body_of_[number]; b >= 0) {
        touched.shift = state.pose.position;
        Body& body = bodies_[static_cast<std::size_t>(b)];
        body.velocity = body.spin = body.yielding = body.yielding_spin = body.load = body.moment = glm::vec3(0.0f);
    }
    // Beyond what any particle sees.
    const float room = 2.0f * scene.support * scene.spacing;
    if (shape(number).kind() == SolidShape::plane) {
        const glm::vec3 out = state.pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f);
        const glm::vec3 corner(out.x < 0 ? scene.domain.max.x : scene.domain.min.x,
                               out.y < 0 ? scene.domain.max.y : scene.domain.min.y,
                               out.z < 0 ? scene.domain.max.z : scene.domain.min.z);
        // The corner that it would reach last is in front of it.
        state.pose.position -= out * (std::max(0.0f, glm::dot(state.pose.position - corner, out)) + room);
    } else {
        state.pose.position.z += scene.domain.max.z - shape(number).bounds(Frame(state.pose)).min_z + room;
    }
    state.start = state.pose;
    state.velocity = state.spin = glm::vec3(0.0f);
}

Pose Solids::pose_back(const Scene& scene, std::uint32_t number, double time) const {
    if (body_of_[number] < 0) return pose_at(scene, number, time);
    return {hand_.shift_of(number), states_[number].pose.rotation};
}

void Solids::put_back(const Scene& scene, std::uint32_t number, double time) {
    SolidState& state = states_[number];
    state.start = state.pose = pose_back(scene, number, time);
    SolidHand::Touched& touched = hand_.touch(number);
    touched.is_out = 0;
    if (body_of_[number] >= 0) touched.shift = glm::vec3(0.0f);
    if (scene.solids[state.entry].motion == Motion::moving) state.spin = glm::radians(scene.solids[state.entry].spin);
}

void Solids::restore_touched(std::vector<SolidHand::Touched> touched) {
    for (const SolidHand::Touched& one : touched) make_mover(one.solid);
    hand_.restore(std::move(touched));
}

}  // namespace sim
