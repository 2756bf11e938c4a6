#include "sim/solids.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/trigonometric.hpp>
#include <numbers>

#include "sim/mix.hpp"

namespace sim {

namespace {

/// From -1 to 1, by three numbers: always the same for the same copy.
float shift_of(std::uint64_t entry, std::uint64_t copy, std::uint64_t axis) noexcept {
    const std::uint64_t bits = mix((entry << 40) ^ (copy << 8) ^ axis ^ 0x9e3779b97f4a7c15u);
    return static_cast<float>(static_cast<double>(bits >> 11) * 0x1p-52 - 1.0);
}

glm::dquat rotation_of(const Solid& solid) {
    const glm::dvec3 angle = glm::radians(glm::dvec3(solid.rotation));
    return glm::angleAxis(angle.z, glm::dvec3(0, 0, 1)) * glm::angleAxis(angle.y, glm::dvec3(0, 1, 0)) *
           glm::angleAxis(angle.x, glm::dvec3(1, 0, 0));
}

/// Of a path, relative to the solid's position.
glm::dvec3 along(const std::vector<Solid::Waypoint>& path, double time) {
    const double within = std::fmod(time, static_cast<double>(path.back().time));
    const auto next = std::ranges::find_if(path, [&](const Solid::Waypoint& w) { return w.time > within; });
    if (next == path.begin() || next == path.end()) return path.back().position;
    const auto before = next - 1;
    const double share = (within - before->time) / (double{next->time} - before->time);
    return glm::mix(glm::dvec3(before->position), glm::dvec3(next->position), share);
}

Pose as_floats(const Frame& frame) { return {glm::vec3(frame.position), glm::quat(frame.rotation)}; }

/// Walls hold bodies in Bullet's world; one that is so fast that its very centre would be outside before the next step
/// there is held here.
void keep_in_tank(const Scene& scene, SolidState& state, Body& body, double dt) {
    for (int k = 0; k < 3; ++k) {
        float& x = state.pose.position[k];
        const bool below = x < scene.domain.min[k];
        if (!below && x <= scene.domain.max[k]) continue;
        x = below ? scene.domain.min[k] : scene.domain.max[k];
        const float outwards = below ? -1.0f : 1.0f;
        const float restitution = scene.domain.walls[static_cast<std::size_t>(2 * k + (below ? 0 : 1))].restitution;
        if (outwards * body.velocity[k] > 0.0f) body.velocity[k] *= -restitution;
        body.yielding[k] = 0.0f;
        state.velocity[k] = (x - state.start.position[k]) / static_cast<float>(dt);
    }
}

}  // namespace

Solids::Solids(const Scene& scene) {
    double count = 0.0;
    for (const Solid& solid : scene.solids) count += solid.copies();
    states_.reserve(static_cast<std::size_t>(count));
    origin_.reserve(states_.capacity());
    for (std::uint32_t entry = 0; entry < scene.solids.size(); ++entry) {
        const Solid& solid = scene.solids[entry];
        const ConvexShape& shape = shapes_.emplace_back(solid);
        const glm::dquat turned = rotation_of(solid);
        const glm::dvec3 offset = turned * shape.frame().position;
        const Frame placed{offset, turned * shape.frame().rotation};
        placed_.push_back(as_floats(placed));

        const glm::ivec3 n = solid.repeat.count;
        std::uint64_t copy = 0;
        for (int k = 0; k < n.z; ++k)
            for (int j = 0; j < n.y; ++j)
                for (int i = 0; i < n.x; ++i, ++copy) {
                    const glm::vec3 shift(shift_of(entry, copy, 0), shift_of(entry, copy, 1), shift_of(entry, copy, 2));
                    const glm::dvec3 place = glm::dvec3(solid.position) +
                                             glm::dvec3(i, j, k) * glm::dvec3(solid.repeat.step) +
                                             glm::dvec3(solid.repeat.jitter * shift);
                    const auto number = static_cast<std::uint32_t>(states_.size());
                    SolidState state;
                    state.entry = entry;
                    state.pose = as_floats({place + offset, placed.rotation});
                    origin_.emplace_back(place);
                    body_of_.push_back(-1);
                    if (solid.motion != Motion::fixed) movers_.push_back(number);
                    if (solid.motion == Motion::dynamic) {
                        body_of_.back() = static_cast<std::int32_t>(bodies_.size());
                        Body body;
                        body.solid = number;
                        body.mass = static_cast<float>(shape.volume() * double{solid.density});
                        body.inertia = body.mass * glm::vec3(shape.inertia());
                        body.velocity = solid.velocity;
                        body.spin = glm::radians(solid.spin);
                        bodies_.push_back(body);
                    }
                    states_.push_back(state);
                    if (solid.motion == Motion::moving) {
                        states_.back().pose = pose_at(scene, number, 0.0);
                        states_.back().spin = glm::radians(solid.spin);
                    }
                    states_.back().start = states_.back().pose;
                }
    }
}

Pose Solids::pose_at(const Scene& scene, std::size_t number, double time) const {
    const SolidState& state = states_[number];
    const Solid& solid = scene.solids[state.entry];
    const Frame placed(placed_[state.entry]);
    const glm::dvec3 way = solid.path.empty() ? time * glm::dvec3(solid.velocity) : along(solid.path, time);
    const glm::dquat turned = turn(time * glm::radians(glm::dvec3(solid.spin)));
    // A hull is described from, and turns about, its own origin; its centre of mass goes along.
    const glm::dvec3 origin =
        glm::dvec3(origin_[number]) + glm::dvec3(hand_.shift_of(static_cast<std::uint32_t>(number)));
    return as_floats({origin + way + turned * placed.position, turned * placed.rotation});
}

void Solids::advance(const Scene& scene, double time, double dt) {
    follow_hand(scene, time, dt);
#pragma omp parallel for schedule(static) if (movers_.size() > solids_worth_a_team)
    for (std::size_t i = 0; i < movers_.size(); ++i) {
        const std::uint32_t number = movers_[i];
        SolidState& state = states_[number];
        state.start = state.pose;
        if (hand_.is_out(number)) {
            state.velocity = state.spin = glm::vec3(0.0f);
        } else if (const std::int32_t b = body_of_[number]; b >= 0) {
            Body& body = bodies_[static_cast<std::size_t>(b)];
            state.velocity = body.velocity + body.yielding;
            state.spin = body.spin + body.yielding_spin;
            state.pose.position = state.start.position + static_cast<float>(dt) * state.velocity;
            state.pose.rotation =
                glm::quat(glm::normalize(turn(dt * glm::dvec3(state.spin)) * glm::dquat(state.start.rotation)));
            keep_in_tank(scene, state, body, dt);
        } else {
            state.pose = pose_at(scene, number, time + dt);
            // A path turns corners: what counts is the way from where it was.
            state.velocity = glm::vec3((glm::dvec3(state.pose.position) - glm::dvec3(state.start.position)) / dt);
        }
    }
}

void Solids::add_impulse(Body& body, const glm::dvec3& impulse, const glm::dvec3& moment) const {
    const glm::dquat rotation(states_[body.solid].pose.rotation);
    const glm::dvec3 local = glm::conjugate(rotation) * moment;
    body.velocity = glm::vec3(glm::dvec3(body.velocity) + impulse / double{body.mass});
    body.spin = glm::vec3(glm::dvec3(body.spin) + rotation * (local / glm::dvec3(body.inertia)));
}

void Solids::add_loads(double dt) {
    for (Body& body : bodies_)
        if (body.load != glm::vec3(0.0f) || body.moment != glm::vec3(0.0f))
            add_impulse(body, dt * glm::dvec3(body.load), dt * glm::dvec3(body.moment));
}

double Solids::yielding(std::size_t b, const glm::dvec3& arm, const glm::dvec3& direction) const {
    const Body& body = bodies_[b];
    const glm::dquat rotation(states_[body.solid].pose.rotation);
    const glm::dvec3 turning = glm::conjugate(rotation) * glm::cross(arm, direction);
    return 1.0 / double{body.mass} + glm::dot(turning, turning / glm::dvec3(body.inertia));
}

double Solids::longest_step() const noexcept {
    float fastest = 0.0f;
    const auto take = [&](const glm::vec3& spin) { fastest = std::max(fastest, glm::length(spin)); };
    for (const std::uint32_t number : movers_)
        if (body_of_[number] < 0) take(states_[number].spin);
    for (const Body& body : bodies_) take(body.spin + body.yielding_spin);
    return fastest > 0.0f ? 0.5 * std::numbers::pi / double{fastest} : std::numeric_limits<double>::infinity();
}

spatial::Box Solids::swept(std::size_t number, double skin) const {
    const SolidState& state = states_[number];
    const ConvexShape& form = shape(number);
    const Frame start(state.start), end(state.pose);
    spatial::Box box = form.bounds(end, skin);
    if (state.start == state.pose) return box;
    const spatial::Box before = form.bounds(start, skin);
    // Between two rotations a point is on an arc, which bulges out of the straight way between its ends.
    const double cosine = std::min(1.0, std::abs(glm::dot(start.rotation, end.rotation)));  // of half the angle
    const bool is_plane = form.kind() == SolidShape::plane;
    const auto bulge =
        is_plane ? 0.0f : static_cast<float>((form.reach() + 2.0 * skin) * (1.0 - cosine) * (1.0 + 1e-6));
    return {std::min(box.min_x, before.min_x) - bulge, std::min(box.min_y, before.min_y) - bulge,
            std::min(box.min_z, before.min_z) - bulge, std::max(box.max_x, before.max_x) + bulge,
            std::max(box.max_y, before.max_y) + bulge, std::max(box.max_z, before.max_z) + bulge};
}

void Solids::restore(std::span<const Pose> poses, std::span<const Body> bodies) {
    for (std::size_t i = 0; i < movers_.size(); ++i) states_[movers_[i]].start = states_[movers_[i]].pose = poses[i];
    std::ranges::copy(bodies, bodies_.begin());
}

void Solids::reverse() noexcept {
    for (Body& body : bodies_) body.velocity = -body.velocity, body.spin = -body.spin;
}

std::uint64_t Solids::hash() const {
    std::uint64_t sum = 0;
    const auto take = [](std::uint64_t h, const auto& v) {
        for (int i = 0; i < v.length(); ++i) h = mix(h * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint32_t>(v[i]));
        return h;
    };
    for (const std::uint32_t number : movers_) {
        const Pose& pose = states_[number].pose;
        sum += take(take(mix(number + 1), pose.position), pose.rotation);
    }
    for (const Body& body : bodies_) sum += take(take(mix(~std::uint64_t{body.solid}), body.velocity), body.spin);
    return sum;
}

std::size_t Solids::bytes() const noexcept {
    return states_.capacity() * sizeof(SolidState) + origin_.capacity() * sizeof(glm::vec3) +
           movers_.capacity() * sizeof(std::uint32_t) + bodies_.capacity() * sizeof(Body) +
           body_of_.capacity() * sizeof(std::int32_t);
}

}  // namespace sim
