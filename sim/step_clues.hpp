// What the force passes sum along the way of how long a step may be (time_limits.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace sim {

/// What neighbours say of how long a step may be; by slot. Only the level is told to the pass.
struct StepClues {
    std::vector<float> level;                // of its present step
    std::vector<float> viscous;              // rate at which viscosity stops it, 1/s
    std::vector<float> closing;              // how fast those who approach it compress it, 1/s
    std::vector<float> stiffness;            // of those in reach who push: sum of (1 - r/h)^4, itself included
    std::vector<float> deepest, shallowest;  // level in reach, its own included

    void resize(std::size_t n) {
        for (auto* values : {&level, &viscous, &closing, &stiffness, &deepest, &shallowest}) values->resize(n);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return 6 * level.capacity() * sizeof(float); }
};

/// Of what a loose particle is short of rest density, what those who come nearer may use up in a step.
inline constexpr float usable_slack = 0.1f;

/// How fast a wall comes nearer, as clues count it: 1/s. `towards` and `pull`: what velocity and acceleration have
/// along the wall's push, 1/s and 1/s². A particle at rest that falls on the wall before it closes in as fast as it
/// will have done on the mean until its slack is used up.
[[nodiscard]] inline float closing_of_wall(float towards, float pull, float slack) noexcept {
    const float rate = std::max(0.0f, towards);
    const float gained = 2.0f * usable_slack * std::max(0.0f, pull) * std::max(0.0f, slack);
    return std::max(rate, 0.5f * (rate + std::sqrt(rate * rate + gained)));
}

}  // namespace sim
