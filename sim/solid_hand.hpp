// Solids that somebody takes in hand while a scene runs: moved, or taken out of the tank and put back.
//
// What is held follows the hand as a critically damped spring does, so that it starts and stops softly and never
// swings:
//
//   y = place - goal,   y(t) = (y + (v + w y) t) exp(-w t)
//
// but no faster than a tenth of the speed of sound, at which it compresses the fluid in front of it by about a percent.
// It goes its way through the fluid as a moving solid does, with a velocity and a swept box, so that nothing is passed
// through, and pushes bodies. A body in hand is pulled by the same law as an acceleration, and gets what pushes it as
// ever. A fixed solid goes on to where it was let go; a body is free again, a moving solid goes on with its path, as
// far beside it as it was moved.
//
// Who is taken out waits above the tank (a plane: behind it), where it touches nobody.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <utility>
#include <vector>

namespace sim {

class SolidHand {
public:
    /// Of a solid that was touched; saved as it is.
    struct Touched {
        std::uint32_t solid = 0;
        std::uint32_t is_out = 0;
        glm::vec3 shift{0.0f};  // m, from where the scene has it; of a body that is out: where it was
        bool operator==(const Touched&) const = default;
    };

    /// What is on its way.
    struct Goal {
        std::uint32_t solid = 0;
        glm::vec3 place{0.0f};  // for its centre of mass, m
        glm::dvec3 velocity{0.0};
        glm::dvec3 rest{0.0};  // of its way, m: too little for the shift to tell, and kept until it is enough
        bool is_held = true;   // else it goes on to its goal by itself
        bool is_there = false;
    };

    [[nodiscard]] std::span<const Touched> touched() const noexcept { return touched_; }
    void restore(std::vector<Touched> touched) { touched_ = std::move(touched); }

    [[nodiscard]] glm::vec3 shift_of(std::uint32_t solid) const noexcept;
    [[nodiscard]] bool is_out(std::uint32_t solid) const noexcept;
    /// Of a solid that was not touched before, one that the scene has where it is.
    [[nodiscard]] Touched& touch(std::uint32_t solid);

    [[nodiscard]] std::span<Goal> goals() noexcept { return goals_; }
    [[nodiscard]] const Goal* goal_of(std::uint32_t solid) const noexcept;
    [[nodiscard]] bool is_busy() const noexcept { return !goals_.empty(); }
    void send(std::uint32_t solid, const glm::vec3& place);
    void forget(std::uint32_t solid);
    void let_go(std::uint32_t solid);
    void forget_those_who_arrived();

    /// How far somebody who is at `place` goes in `dt` seconds, m. The goal's velocity is then what it is after that.
    [[nodiscard]] glm::dvec3 way(Goal& goal, const glm::dvec3& place, double dt) const;
    /// What pulls a body to its goal, m/s².
    [[nodiscard]] glm::vec3 pull(const Goal& goal, const glm::vec3& place, const glm::vec3& velocity) const;

    /// How fast sound is by now, m/s.
    void limit(float sound) noexcept { fastest_ = 0.1 * double{sound}; }

private:
    double fastest_ = 1.0;
    std::vector<Touched> touched_;  // by solid
    std::vector<Goal> goals_;       // a few
};

}  // namespace sim
