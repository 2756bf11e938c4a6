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
        if (slots_.size() < block.size() + 1) slots_.resize(block.size() + 1);
        const bool everybody = queries.everybody();
        // Without branches, because who is due cannot be foreseen.
        std::size_t count = 0;
        for (spatial::Index slot = block.begin; slot < block.end; ++slot) {
            slots_[count] = slot;
            count += static_cast<std::size_t>(wanted(slot)) &
                     static_cast<std::size_t>(everybody || queries.active[slot] != 0);
        }
        count_ = count;
        if (count == 0) return false;
        const spatial::Index first = slots_.front();
        spatial::Box box{x[first], y[first], z[first], x[first], y[first], z[first]};
        for (const spatial::Index slot : slots())
            box = {std::min(box.min_x, x[slot]), std::min(box.min_y, y[slot]), std::min(box.min_z, z[slot]),
                   std::max(box.max_x, x[slot]), std::max(box.max_y, y[slot]), std::max(box.max_z, z[slot])};
        box_ = box;
        return true;
    }

    [[nodiscard]] std::span<const spatial::Index> slots() const noexcept { return std::span(slots_).first(count_); }
    [[nodiscard]] const spatial::Box& box() const noexcept { return box_; }

private:
    std::vector<spatial::Index> slots_;  // and more, of blocks before
    std::size_t count_ = 0;
    spatial::Box box_{};
};

}  // namespace sim
