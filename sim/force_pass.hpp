// Pressure and viscosity (eq. 8), streamed over the ranges of a search. What i gets from j, j gets from i with the
// other sign, so momentum stays:
//
//   m_i a_i = k * sum_j [ V0²/virial (S_i + S_j + Q_ij) (h - r)² / r  d  -  V_i V_j (mu_i + mu_j)/2 (h - r) (v_i - v_j)
//   ]
//
// with d = x_i - x_j, viscosities as the lattice calibrates them (calibration.hpp), and k = 45 / (pi h^6), the factor
// of the spiky gradient and of the viscosity Laplacian alike. S = P / compression² makes the pressure forces the exact
// derivative of the energy that compression stores. The paper's (8a) has V_i V_j (P_i + P_j)/2 there: the half is a
// slip inherited from Müller et al. (the sum then is half the pressure's gradient), and without the energy behind it
// pools do not come to rest (density_pass.hpp). Q_ij is Monaghan's artificial viscosity, written as a pressure between
// two particles that approach each other:
//
//   Q_ij = (D_i + D_j)/2 max(0, -(v_i - v_j)·d) / max(r², 0.01 (h/2)²),   D = rho0 alpha c h/2
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "sim/brush.hpp"
#include "sim/density_pass.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class ForcePass {
public:
    /// Fills the accelerations: neighbours, walls, gravity, and the brush where there is one.
    void run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
             const std::optional<Brush>& brush, const PairTerms& terms, Particles& particles);

    [[nodiscard]] std::size_t bytes();

private:
    void spread_phases(const Medium& medium, const Particles& particles);

    static constexpr std::size_t columns = 10;  // x y z vx vy vz volume push viscosity damping
    spatial::PerThread<spatial::Candidates<columns>> scratch_;
    std::vector<float> viscosity_, damping_;  // by slot, half of mu and of D; only where phases are several
};

}  // namespace sim
