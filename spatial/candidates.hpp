// The candidates of one block, gathered from their ranges into short contiguous columns: every query of the
// block streams over the same columns with full SIMD vectors, however ragged the ranges are.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <array>
#include <new>
#include <span>

#include "spatial/gather_near.hpp"
#include "spatial/points.hpp"

namespace spatial {

/// A coordinate for the padding of x, y, z: in nobody's reach, and near enough that its square stays finite.
inline constexpr float out_of_reach = 1e15f;

enum class CandidateSlots { dropped, kept };

template <std::size_t ColumnCount, CandidateSlots Slots = CandidateSlots::dropped>
class Candidates {
public:
    /// Vectors of any instruction set fit into this many floats; columns are padded to a multiple.
    static constexpr std::size_t pad = 16;

    using Sources = std::array<const float*, ColumnCount>;
    using Padding = std::array<float, ColumnCount>;

    /// Copies from the source arrays, `length` long, what the ranges hold of candidates near the queries. Sources 0, 1,
    /// 2 are x, y, z. The padding of column k is padding[k]. Only the first `used` columns are filled.
    void gather_near(std::span<const Range> ranges, const Sources& sources, std::size_t length, const Nearness& near,
                     const Padding& padding, std::size_t used = ColumnCount) {
        const std::size_t needed = size_of(ranges) + 2 * pad;  // gather_near stores whole vectors
        if (needed > capacity_) grow(needed);
        count_ = spatial::gather_near(ranges, std::span(sources).first(used), length, near,
                                      {data_.get(), capacity_, with_slots ? slots_.get() : nullptr});
        for (std::size_t k = 0; k < used; ++k) {
            float* const values = data_.get() + k * capacity_;
            std::fill_n(values + count_, pad, padding[k]);  // rather too many than as many as the compiler cannot know
        }
    }

    /// How many there are, and the same rounded up to whole vectors.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t padded(std::size_t lanes = pad) const noexcept {
        return (count_ + lanes - 1) / lanes * lanes;
    }
    [[nodiscard]] const float* column(std::size_t k) const noexcept { return data_.get() + k * capacity_; }
    /// From a column to the one behind it, in numbers.
    [[nodiscard]] std::size_t to_next_column() const noexcept { return capacity_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return capacity_ * (ColumnCount * sizeof(float) + (with_slots ? sizeof(Index) : 0));
    }

    /// Their slots; the padding's are anything. Not for candidates made without.
    [[nodiscard]] const Index* slots() const noexcept { return slots_.get(); }

private:
    void grow(std::size_t needed) {
        const std::size_t capacity = needed * 3 / 2 / pad * pad + pad;
        capacity_ = 0;
        data_ = hwy::AllocateAligned<float>(capacity * ColumnCount);  // null where there is no memory
        if (!data_) throw std::bad_alloc();
        if constexpr (with_slots) {
            slots_ = hwy::AllocateAligned<Index>(capacity);
            if (!slots_) throw std::bad_alloc();
        }
        capacity_ = capacity;
    }

    static constexpr bool with_slots = Slots == CandidateSlots::kept;

    hwy::AlignedFreeUniquePtr<float[]> data_;
    hwy::AlignedFreeUniquePtr<Index[]> slots_;
    std::size_t count_ = 0, capacity_ = 0;
};

}  // namespace spatial
