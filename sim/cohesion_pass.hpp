// Interface tension as the derivative of the energy in cohesion.hpp, streamed over the ranges of a search in two goes:
// how full each particle's neighbourhood is, and then the forces
//
//   f_i = -8 V0 / (h² sum) * sum_j (q_i + q_j) (1 - u)² (u - u0) d  -  V0 q_i c_i * pull of the walls
//
// with q = -dE/dc / (V0 (1 - w)) and d = x_i - x_j, over the particles of the same fluid. They act along the lines
// between particles, and what i gets from j, j gets from i with the other sign: momentum and angular momentum stay.
#pragma once

#include <array>
#include <vector>

#include "sim/images.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class CohesionPass {
public:
    /// Adds to the accelerations. What it finds of images (none, where a tank has six walls) means nothing.
    void run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank, const Images& images,
             Particles& particles);

    /// Of the particles as they were in the last run, without images, J.
    [[nodiscard]] double energy(const Medium& medium, const Particles& particles) const;

    [[nodiscard]] std::size_t bytes();

private:
    static constexpr std::size_t columns = 5;  // x y z q fluid
    spatial::PerThread<spatial::Candidates<columns>> scratch_;
    std::vector<float> lack_;                   // q by slot
    std::vector<float> fill_;                   // c by slot
    std::vector<float> fluid_;                  // by slot; only where there are several
    std::vector<float> sum_x_, sum_y_, sum_z_;  // by slot
};

}  // namespace sim
