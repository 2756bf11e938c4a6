// Who is in a box: a sweep over all places that vectorises, for the few that are asked about in a step.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/particles.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/points.hpp"

namespace sim {

class SlotsInBox {
public:
    /// Ascending; on its faces, too. Good until the next call.
    const std::vector<spatial::Index>& find(const Particles& particles, const spatial::Box& box);

    [[nodiscard]] std::size_t bytes() const noexcept {
        return is_in_.capacity() + slots_.capacity() * sizeof(spatial::Index);
    }

private:
    std::vector<std::uint8_t> is_in_;
    std::vector<spatial::Index> slots_;
};

}  // namespace sim
