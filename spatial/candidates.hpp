// The candidates of one block, gathered from their ranges into short contiguous columns: every query of the
// block streams over the same columns with full SIMD vectors, however ragged the ranges are.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "spatial/gather_near.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/points.hpp"

namespace spatial {

template <std::size_t ColumnCount>
class Candidates {
public:
    /// Vectors of any instruction set fit into this many floats; columns are padded to a multiple.
    static constexpr std::size_t pad = 16;

    using Sources = std::array<const float*, ColumnCount>;
    using Padding = std::array<float, ColumnCount>;

    /// Copies the ranges of all source arrays. The padding of column k is padding[k].
    void gather(std::span<const Range> ranges, const Sources& sources, const Padding& padding) {
        make_room(ranges);
        for (std::size_t k = 0; k < ColumnCount; ++k) {
            float* to = data_.get() + k * capacity_;
            for (const Range r : ranges) {
                std::memcpy(to, sources[k] + r.begin, r.size() * sizeof(float));
                to += r.size();
            }
        }
        fill(padding);
    }

    /// The same, but leaves out what is out of reach of the whole box of queries. Sources 0, 1, 2 are x, y, z; all are
    /// `length` long.
    void gather_near(std::span<const Range> ranges, const Sources& sources, std::size_t length, const Box& queries,
                     float reach, const Padding& padding) {
        make_room(ranges);
        // A hair more than the reach, as with cells: distances to the box round differently from those to its points.
        const float hair_more = reach * static_cast<float>(cell_margin);
        count_ = spatial::gather_near(ranges, sources, length, queries, hair_more, {data_.get(), capacity_});
        fill(padding);
    }

    /// How many there are, and the same rounded up to whole vectors.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t padded() const noexcept { return (count_ + pad - 1) / pad * pad; }
    [[nodiscard]] const float* column(std::size_t k) const noexcept { return data_.get() + k * capacity_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * ColumnCount * sizeof(float); }

private:
    void make_room(std::span<const Range> ranges) {
        count_ = size_of(ranges);
        const std::size_t needed = padded() + pad;  // gather_near stores whole vectors
        if (needed <= capacity_) return;
        capacity_ = needed * 3 / 2 / pad * pad + pad;
        data_ = hwy::AllocateAligned<float>(capacity_ * ColumnCount);
    }
    void fill(const Padding& padding) {
        for (std::size_t k = 0; k < ColumnCount; ++k) {
            float* const values = data_.get() + k * capacity_;
            std::fill(values + count_, values + padded(), padding[k]);
        }
    }

    hwy::AlignedFreeUniquePtr<float[]> data_;
    std::size_t count_ = 0, capacity_ = 0;
};

}  // namespace spatial
