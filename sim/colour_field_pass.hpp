// Interface tension from a colour field, as Müller, Charypar, Gross 2003 and the paper (8c, 9) have it: with the
// colours c_j of the fluids
//
//   C = sum_j V_j c_j W,   n = grad C,   F = -sigma (laplacian C) n / |n|
//
// and none where |n| is too small for a direction. The Laplacian is negative in a bump and positive in a dent, so bumps
// are pulled in and dents pushed out. It is no curvature, though: the field falls over a support at plane surfaces too,
// and these are pulled in as well. What a drop is under is therefore about sigma over a support, whatever its radius;
// and momentum is not kept. cohesion.hpp is for those who want Laplace's law.
#pragma once

#include <array>
#include <vector>

#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class ColourFieldPass {
public:
    /// Adds to the accelerations; `volumes` by slot, m³.
    void run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
             const std::vector<float>& volumes, Particles& particles);

    [[nodiscard]] std::size_t bytes();

private:
    static constexpr std::size_t columns = 4;  // x y z colour
    spatial::PerThread<spatial::Candidates<columns>> scratch_;
    std::vector<float> colour_;                               // c V by slot, m³
    std::vector<float> sum_, sum_x_, sum_y_, sum_z_, curve_;  // by slot
};

}  // namespace sim
