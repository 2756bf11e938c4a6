// How long a step a particle may take by itself (Onderik, Durikovic 2007, eq. 12), from what is near it:
//
//   dt = alpha * min( sqrt(l / |a|), l / (c' + artificial + viscous + closing + 2 |v|) ),   l = support / 2
//
//   c'          the sound speed where it is heard. Who is not compressed pushes nobody (unless its fluid may be
//               stretched: negative_pressure), and without a push there is no wave: a particle that is loose and has
//               only loose ones in reach, like one without neighbours, has no acoustic limit. With some who push, it
//               hears them with c times the root of their share in the stiffness of the full lattice.
//   artificial  0.6 D / (rho l), as in the global limit (courant.hpp)
//   viscous     4 mu / (rho l), times how much viscosity it really has around it, by the sum of its pairs and by walls
//               without slip
//   closing     the speed at which those around it come nearer, by the rate of compression
//   2 |v|       who is loose may be met by strangers: they and it come nearer by less than l together, and are
//               within reach of each other, 2 l, before they push. Who hears sound has short steps anyway.
//
// Who is loose must be awake before it is compressed: in a step those who approach it may use up a tenth of what it is
// short of rest density (with half of it, drops of 36 that fall into a puddle kept 2.5 % too much of their energy, with
// a tenth 0.4 %). Its step need not be shorter than the acoustic limit of c, though.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/crowding.hpp"
#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/step_clues.hpp"

namespace sim {

class TimeLimits {
public:
    /// What particles of one size and fluid have in common.
    struct Kind {
        float sound_speed, artificial;  // m/s
        float length;                   // m
        float full_stiffness;           // of the lattice, as StepClues has it
        bool may_be_stretched;
    };

    /// Of one fluid size, or of each where they are mixed.
    void adopt(const Medium& medium, const Grains& grains, float courant);

    /// log2(1 s / limit) of those in a range of slots who are due; no bytes = all of them. Their accelerations, pair
    /// terms and clues are of now.
    void find(const Particles& particles, const PairTerms& terms, const StepClues& clues, spatial::Range slots,
              std::span<const std::uint8_t> due, std::span<float> hurry) const;

private:
    std::vector<Kind> kinds_;  // by size, then by fluid
    std::size_t fluids_ = 0;
    float courant_ = 0.0f;
};

}  // namespace sim
