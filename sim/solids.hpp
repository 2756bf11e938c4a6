// The solids of a running scene: every copy with its own number, in the order of the scene's list.
//
//   scene.solids   [ pillar ] [ crate, 3 copies      ] [ floor ]
//   shapes         [   0    ] [   1                  ] [   2   ]      one an entry: copies share it
//   numbers            0          1       2       3        4          what a broad phase calls them
//
// During a step of the fluid a solid goes straight from `start` to `pose` and turns evenly. Where a moving solid is
// follows from the time, and from how far somebody has moved it (solid_hand.hpp). A dynamic one is moved by its
// velocity; gravity, other solids and the tank change that through Bullet in steps of their own (rigid_bodies.hpp), the
// fluid after each of its steps (add_impulse()).
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "sim/pose.hpp"
#include "sim/scene.hpp"
#include "sim/shape.hpp"
#include "sim/solid_hand.hpp"

namespace sim {

struct SolidState {
    std::uint32_t entry = 0;   // of scene.solids, and of Solids::shapes()
    Pose start, pose;          // at the beginning of the last step, and at its end: now
    glm::vec3 velocity{0.0f};  // between the two, m/s
    glm::vec3 spin{0.0f};      // likewise, rad/s about the axes of the scene
};

/// What a dynamic solid has besides. `velocity` and `spin` are those of its momentum; in the course of a step it also
/// yields to solids it was pressed into, which is no momentum.
struct Body {
    std::uint32_t solid = 0;
    float mass = 0.0f;              // kg
    glm::vec3 inertia{0.0f};        // about the axes of its shape, kg m²
    glm::vec3 velocity{0.0f};       // m/s
    glm::vec3 spin{0.0f};           // rad/s about the axes of the scene
    glm::vec3 yielding{0.0f};       // m/s
    glm::vec3 yielding_spin{0.0f};  // rad/s
    // What the fluid pressed with when its forces were found last:
    glm::vec3 load{0.0f};    // N
    glm::vec3 moment{0.0f};  // N m
};

// So many solids that are moved share their work among threads.
inline constexpr std::size_t solids_worth_a_team = 256;

class Solids {
public:
    explicit Solids(const Scene& scene);

    [[nodiscard]] bool empty() const noexcept { return states_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }
    [[nodiscard]] const SolidState& operator[](std::size_t number) const noexcept { return states_[number]; }
    [[nodiscard]] std::span<const SolidState> states() const noexcept { return states_; }
    [[nodiscard]] const ConvexShape& shape(std::size_t number) const noexcept { return shapes_[states_[number].entry]; }
    [[nodiscard]] std::span<const ConvexShape> shapes() const noexcept { return shapes_; }

    /// Those that are not fixed, or were touched, ascending.
    [[nodiscard]] std::span<const std::uint32_t> movers() const noexcept { return movers_; }
    [[nodiscard]] std::span<const Body> bodies() const noexcept { return bodies_; }
    [[nodiscard]] std::span<Body> bodies() noexcept { return bodies_; }
    /// Its place among the bodies; -1 for somebody who is not dynamic.
    [[nodiscard]] std::int32_t body_of(std::size_t number) const noexcept { return body_of_[number]; }

    /// Everybody goes where they are `dt` seconds after `time`, which is the time of the last call plus its step.
    void advance(const Scene& scene, double time, double dt);

    /// Where a solid that is not dynamic is at a time, if nobody holds it.
    [[nodiscard]] Pose pose_at(const Scene& scene, std::size_t number, double time) const;
    /// The same `h` seconds after that, where somebody may hold it.
    [[nodiscard]] Pose pose_ahead(const Scene& scene, std::uint32_t number, double time, double h) const;

    // Somebody's hand (solid_hand.hpp). All of it may be asked for between two steps.
    [[nodiscard]] const SolidHand& hand() const noexcept { return hand_; }
    [[nodiscard]] SolidHand& hand() noexcept { return hand_; }
    /// To a place of its centre of mass, but not out of the tank.
    void send(const Scene& scene, std::uint32_t number, const glm::vec3& place);
    void let_go(const Scene& scene, std::uint32_t number);
    void take_out(const Scene& scene, std::uint32_t number);
    /// Where somebody who is out would be if it came back, and its coming back.
    [[nodiscard]] Pose pose_back(const Scene& scene, std::uint32_t number, double time) const;
    void put_back(const Scene& scene, std::uint32_t number, double time);
    /// Of a state that was saved, before restore().
    void restore_touched(std::vector<SolidHand::Touched> touched);

    /// A push by the fluid: an impulse (N s) and its moment about the centre of mass (N m s).
    void add_impulse(Body& body, const glm::dvec3& impulse, const glm::dvec3& moment) const;

    /// The same of all loads, acting for `dt` seconds.
    void add_loads(double dt);

    /// How much of a velocity in a direction (of length 1) an impulse of 1 N s in that direction gives to the point of
    /// a body that is `arm` from its centre of mass, 1/kg.
    [[nodiscard]] double yielding(std::size_t body, const glm::dvec3& arm, const glm::dvec3& direction) const;

    /// So fast that a step may be this long, s, and nobody turns by more than a quarter: a way in a solid's frame is
    /// then what it is in the scene.
    [[nodiscard]] double longest_step() const noexcept;

    /// The box of its way in the last step, with a skin around it (ConvexShape), m.
    [[nodiscard]] spatial::Box swept(std::size_t number, double skin) const;

    /// Goes on from a state that was saved: poses of movers() and all of bodies(), each in order.
    void restore(std::span<const Pose> poses, std::span<const Body> bodies);

    /// Turns the velocities of all bodies round.
    void reverse() noexcept;

    /// Any bit of any pose or velocity counts. 0 where everything is fixed.
    [[nodiscard]] std::uint64_t hash() const;
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    void make_mover(std::uint32_t number);
    void follow_hand(const Scene& scene, double time, double dt);

    SolidHand hand_;
    std::vector<ConvexShape> shapes_;
    std::vector<SolidState> states_;
    std::vector<glm::vec3> origin_;  // of each where it was at the start of the scene
    std::vector<std::uint32_t> movers_;
    std::vector<Body> bodies_;
    std::vector<std::int32_t> body_of_;
    std::vector<Pose> placed_;  // of each entry: its rotation at the start and the offset of its centre of mass
};

}  // namespace sim
