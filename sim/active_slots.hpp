// Who of a block is to be summed. With individual time steps that may be one of twelve, and then neither the others nor
// what is near only to them need be looked at.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "spatial/neighbour_search.hpp"

namespace sim {

class ActiveSlots {
public:
    /// The queries of the block, ascending, and the box around them; there is at least one.
    void find(const spatial::Queries& queries, spatial::Range block, const float* x, const float* y, const float* z) {
        find(queries, block, x, y, z, [](spatial::Index) { return true; });
    }
    /// Those that are wanted, too: wanted(slot). False where there are none.
    template <class Wanted>
    bool find(const spatial::Queries& queries, spatial::Range block, const float* x, const float* y, const float* z,
              Wanted wanted) {
        slots_.clear();
        for (spatial::Index slot = block.begin; slot < block.end; ++slot)
            if (wanted(slot) && (queries.everybody() || queries.active[slot] != 0)) slots_.push_back(slot);
        if (slots_.empty()) return false;
        const spatial::Index first = slots_.front();
        box_ = {x[first], y[first], z[first], x[first], y[first], z[first]};
        for (const spatial::Index slot : slots_)
            box_ = {std::min(box_.min_x, x[slot]), std::min(box_.min_y, y[slot]), std::min(box_.min_z, z[slot]),
                    std::max(box_.max_x, x[slot]), std::max(box_.max_y, y[slot]), std::max(box_.max_z, z[slot])};
        return true;
    }

    [[nodiscard]] std::span<const spatial::Index> slots() const noexcept { return slots_; }
    [[nodiscard]] const spatial::Box& box() const noexcept { return box_; }

private:
    std::vector<spatial::Index> slots_;
    spatial::Box box_{};
};

}  // namespace sim
