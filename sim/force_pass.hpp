// Pressure and viscosity (Onderik, Durikovic 2007, eq. 8), streamed over the ranges of a search. What i gets from j, j
// gets from i with the other sign, so momentum stays:
//
//   m_i a_i = k * sum_j [   V0²/virial (S_i + S_j + Q_ij) (h - r)² / r  d
//                         - V_i V_j (mu_i + mu_j)/2 (h - r) (v_i - v_j) ]
//
// with d = x_i - x_j, viscosities as the lattice calibrates them (calibration.hpp) and, where fluids go by their own,
// the places of each one's neighbours (density_pass.hpp), and k = 45 / (pi h^6), the factor of the spiky gradient and
// of the viscosity Laplacian alike. S = P / compression² makes the pressure forces the exact derivative of the energy
// that compression stores. The paper's (8a) has V_i V_j (P_i + P_j)/2 there: the half is a slip inherited from Müller
// et al. (the sum then is half the pressure's gradient), and without the energy behind it pools do not come to rest
// (density_pass.hpp). Q_ij is Monaghan's artificial viscosity, written as a pressure between two particles that
// approach each other:
//
//   Q_ij = (D_i + D_j)/2 max(0, -(v_i - v_j)·d) / max(r², 0.01 (h/2)²),   D = rho0 alpha c h/2
//
// It slows shear as much as a real viscosity of D / 19 does. What a fluid has of its own is therefore taken off it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "sim/active_slots.hpp"
#include "sim/brush.hpp"
#include "sim/density_pass.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/pull.hpp"
#include "sim/shifting.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

/// What neighbours say of how long a step may be (time_limits.hpp); by slot. Only the level is told to the pass.
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

/// Of what a loose particle is short of rest density, what those who come nearer may use up in a step
/// (time_limits.hpp).
inline constexpr float usable_slack = 0.1f;

/// How fast a wall comes nearer, as clues count it: 1/s. `towards` and `pull`: what velocity and acceleration have
/// along the wall's push, 1/s and 1/s². A particle at rest that falls on the wall before it closes in as fast as it
/// will have done on the mean until its slack is used up.
[[nodiscard]] inline float closing_of_wall(float towards, float pull, float slack) noexcept {
    const float rate = std::max(0.0f, towards);
    const float gained = 2.0f * usable_slack * std::max(0.0f, pull) * std::max(0.0f, slack);
    return std::max(rate, 0.5f * (rate + std::sqrt(rate * rate + gained)));
}

class ForcePass {
public:
    /// Fills the accelerations of the queries: neighbours, walls, gravity, and the brush where there is one. And their
    /// clues or their shifts, where asked for; not for both.
    void run(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, const Pull::Now& pull,
             const std::optional<Brush>& brush, const PairTerms& terms, Particles& particles,
             spatial::Queries queries = {}, StepClues* clues = nullptr, const SolidSights* solids = nullptr,
             Shifts* shifts = nullptr);

    [[nodiscard]] std::size_t bytes();

private:
    void spread_phases(const Medium& medium, const PairTerms& terms, const Particles& particles);

    static constexpr std::size_t columns = 11;  // x y z vx vy vz volume push, [viscosity damping], [level]
    struct Scratch {
        spatial::Candidates<columns> candidates;
        ActiveSlots active;
    };
    spatial::PerThread<Scratch> scratch_;
    std::vector<float> viscosity_, damping_;  // by slot, half of mu and of D; only where phases are several
};

}  // namespace sim
