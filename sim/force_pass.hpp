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

#include <array>
#include <optional>

#include "sim/active_slots.hpp"
#include "sim/brush.hpp"
#include "sim/density_pass.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/phase_columns.hpp"
#include "sim/pull.hpp"
#include "sim/shifting.hpp"
#include "sim/step_clues.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

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
    static constexpr std::size_t columns = 11;  // x y z vx vy vz volume push, [viscosity damping], [level]
    struct Scratch {
        spatial::Candidates<columns> candidates;
        ActiveSlots active;
    };
    spatial::PerThread<Scratch> scratch_;
    PhaseColumns phases_;
};

}  // namespace sim
