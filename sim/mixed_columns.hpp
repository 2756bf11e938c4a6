// Columns beside those of Candidates that a pass over mixed sizes makes for the queries of one size: what a pair's
// support is, and what the kernel weighs there, is worked out once a candidate and not once a pair.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <span>
#include <vector>

#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"

namespace sim {

template <std::size_t Count>
class MixedColumns {
public:
    void reserve(std::size_t padded) {
        if (padded <= capacity_) return;
        constexpr std::size_t pad = 16;  // as of Candidates
        capacity_ = padded * 3 / 2 / pad * pad + pad;
        data_ = hwy::AllocateAligned<float>(capacity_ * Count);
    }
    [[nodiscard]] float* column(std::size_t k) noexcept { return data_.get() + k * capacity_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * Count * sizeof(float); }

private:
    hwy::AlignedFreeUniquePtr<float[]> data_;
    std::size_t capacity_ = 0;
};

/// Who of a block is to be summed, one size after the other.
class SlotsOfGrain {
public:
    /// The queries of that size in the block, ascending, and the box around them. False where there are none.
    [[nodiscard]] bool find(const spatial::Queries& queries, spatial::Range block, const std::uint8_t* grain,
                            std::size_t wanted, const float* x, const float* y, const float* z) {
        slots_.clear();
        for (spatial::Index slot = block.begin; slot < block.end; ++slot)
            if (grain[slot] == wanted && (queries.everybody() || queries.active[slot] != 0)) slots_.push_back(slot);
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
