// Columns beside those of Candidates that a pass over mixed sizes makes for the queries of one size: what a pair's
// support is, and what the kernel weighs there, is worked out once a candidate and not once a pair.
#pragma once

#include <hwy/aligned_allocator.h>

#include "spatial/candidates.hpp"

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

}  // namespace sim
