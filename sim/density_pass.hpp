// Density by summation (Onderik, Durikovic 2007, eq. 7), streamed over the ranges of a search.
//
// Two kernels are summed in one go, each over the particle itself, its neighbours and what lies behind walls, and each
// measured against its sum over the starting lattice:
//
//   poly6   the density, rho_i = rho0 * sum W / lattice sum. Numbers are summed, not masses: for one fluid the same,
//           and across an interface of two it is not smeared by the neighbour's mass (Solenthaler, Pajarola 2008).
//   spiky   the compression that Tait's equation turns into pressure. Pressure forces use spiky's gradient, and a
//           pressure taken from another kernel's sum is not the derivative of any energy: with poly6 there, as the
//           paper has it, a still pool of 2,000 gains energy at alpha = 0.02 (fastest particle 3 m/s after 3 s);
//           with spiky in both places it comes to rest (0.05 m/s).
//
// Where a fluid goes by its own viscosity (Medium::evens_viscosity) the Laplacian of the viscosity kernel is summed as
// well: V_i/6 sum r² lap W against the lattice's is by how much more viscous the places of its neighbours make a
// particle. In packings that flow it is 4 to 5 % more, and forces are divided by it. Beside walls what is before them
// tells. Who lacks neighbours at a surface, or has solids for them, goes by the lattice.
#pragma once

#include <vector>

#include "sim/active_slots.hpp"
#include "sim/crowding.hpp"
#include "sim/density_block.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class DensityPass {
public:
    /// Fills density, pressure and the pair terms of the queries. `solids`: where there are some, what is seen of them.
    void run(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, Particles& particles,
             PairTerms& terms, spatial::Queries queries = {}, const SolidSights* solids = nullptr);

    /// The same, and counts.
    [[nodiscard]] PairCount run_and_count(const spatial::BlockSource& search, const Medium& medium, const Tank& tank,
                                          Particles& particles, PairTerms& terms, spatial::Queries queries = {},
                                          const SolidSights* solids = nullptr);

    [[nodiscard]] std::size_t bytes();

private:
    struct Scratch {
        spatial::Candidates<3> columns;
        ActiveSlots active;
        Crowding crowding;
        PairCount count;
    };
    template <bool Count>
    PairCount walk(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, Particles& particles,
                   PairTerms& terms, spatial::Queries queries, const SolidSights* solids);

    spatial::PerThread<Scratch> scratch_;
};

}  // namespace sim
