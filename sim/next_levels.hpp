// What becomes of those who are due once their new accelerations are there, a range of slots at a time: their
// velocities, and the level of their next steps (time_steps.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "spatial/points.hpp"

namespace sim {

/// Arrays by slot; `before_*`: accelerations as they were. No bytes of `due` = all are.
struct DueParticles {
    const std::uint8_t* due;
    float *vx, *vy, *vz;
    const float *ax, *ay, *az, *before_x, *before_y, *before_z;
    const float* level;
    const std::uint16_t* since;  // ticks: when their steps began
    float tick_length;           // s
    std::uint16_t tick;          // now
};

/// Brings velocities up to the new accelerations, and adds who is due to its level. False where a velocity or
/// acceleration is not finite.
[[nodiscard]] bool correct_velocities(const DueParticles& p, spatial::Range slots,
                                      std::span<std::uint64_t> by_level) noexcept;

/// Arrays by slot of those who are due, some of them, and what a block of steps allows.
struct LevelChoice {
    const std::uint8_t* due;
    const float *hurry, *deepest, *shallowest, *push;
    float* level;
    std::uint16_t *since, *until;  // ticks
    std::uint8_t* calls;           // 1: those around have to know
    float length;                  // log2(1 s of the block)
    float first, last;             // levels: of the longest step that may begin now, and of the shortest there is
    float limiter, limiter_of_pushers;
    std::uint16_t tick;
};
struct LevelsChosen {
    bool too_slow = false;  // somebody would need a step that the block has not
    bool some_call = false;
};

[[nodiscard]] LevelsChosen choose_next_levels(const LevelChoice& p, spatial::Range slots) noexcept;

}  // namespace sim
