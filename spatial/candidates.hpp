// The candidates of one block, gathered from their ranges into short contiguous columns: every query of the
// block streams over the same columns with full SIMD vectors, however ragged the ranges are.
#pragma once

#include <hwy/aligned_allocator.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

template <std::size_t Columns>
class Candidates {
public:
    /// Vectors of any instruction set fit into this many floats; columns are padded to a multiple.
    static constexpr std::size_t pad = 16;

    /// Copies the ranges of all source arrays, which are `length` long. The padding of column k is padding[k].
    void gather(std::span<const Range> ranges, const std::array<const float*, Columns>& sources, std::size_t length,
                const std::array<float, Columns>& padding) {
        count_ = 0;
        for (const Range r : ranges) count_ += r.size();
        padded_ = (count_ + pad - 1) / pad * pad;
        if (padded_ > capacity_) {
            capacity_ = padded_ * 3 / 2 / pad * pad + pad;
            data_ = hwy::AllocateAligned<float>(capacity_ * Columns + stride);
        }
        for (std::size_t k = 0; k < Columns; ++k) {
            float* to = data_.get() + k * capacity_;
            for (const Range r : ranges) {
                copy(to, sources[k] + r.begin, r.size(), length - r.begin);
                to += r.size();
            }
            std::fill(to, to + (padded_ - count_), padding[k]);
        }
    }

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t padded() const noexcept { return padded_; }
    [[nodiscard]] const float* column(std::size_t k) const noexcept { return data_.get() + k * capacity_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * Columns * sizeof(float); }

private:
    static constexpr std::size_t stride = 8;

    /// Runs are short, a call of memcpy for each would cost more than the copying. So whole strides are copied, past
    /// the end of the run where the source goes on that far; what follows overwrites it.
    static void copy(float* to, const float* from, std::size_t count, std::size_t readable) noexcept {
        if (count + stride > readable) {
            std::memcpy(to, from, count * sizeof(float));
            return;
        }
        for (std::size_t at = 0; at < count; at += stride) std::memcpy(to + at, from + at, stride * sizeof(float));
    }

    hwy::AlignedFreeUniquePtr<float[]> data_;
    std::size_t count_ = 0, padded_ = 0, capacity_ = 0;
};

/// One of something for each thread of the team, kept between steps so that a settled scene allocates nothing.
template <class T>
class PerThread {
public:
    /// Call outside the parallel region, before mine().
    void prepare() {
        if (items_.size() < static_cast<std::size_t>(omp_get_max_threads())) items_.resize(omp_get_max_threads());
    }
    [[nodiscard]] T& mine() noexcept { return items_[omp_get_thread_num()].item; }
    /// For sums in the order of the threads: only of what does not depend on who did what.
    template <class F>
    void for_each(F f) {
        for (auto& i : items_) f(i.item);
    }

private:
    struct alignas(128) Alone {  // two cache lines: no thread writes beside another
        T item{};
    };
    std::vector<Alone> items_;
};

}  // namespace spatial
