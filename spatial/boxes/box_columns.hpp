// Boxes side by side for SIMD: a column for each side, and one of their owners' numbers. A run of slots is tested
// against one box eight at a time, by the same comparisons as overlap() in box.hpp.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace spatial {

/// What SIMD loops read: beyond the last slot, up to box_lanes slots may be read, too.
struct BoxColumnsView {
    const float *min_x, *min_y, *min_z, *max_x, *max_y, *max_z;
    const Index* number;

    [[nodiscard]] Box operator[](Index slot) const noexcept {
        return {min_x[slot], min_y[slot], min_z[slot], max_x[slot], max_y[slot], max_z[slot]};
    }
};

inline constexpr std::size_t box_lanes = 8;

class BoxColumns {
public:
    /// The slots' numbers: to be written after this, before fill().
    [[nodiscard]] std::span<Index> start(std::size_t slots);
    /// Copies the boxes of the numbers, on all threads. A number that no box can have gets one that touches nobody.
    void fill(const BoxStore& boxes);
    /// Slot k becomes the box around the slots 8 k .. 8 k + 7 of another; the numbers stay.
    void surround_eights(const BoxColumns& of);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] BoxColumnsView view() const noexcept;
    [[nodiscard]] std::span<const Index> numbers() const noexcept { return {number_.data(), size_}; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    std::size_t size_ = 0;
    std::array<std::vector<float>, 6> side_;
    std::vector<Index> number_;
};

/// Appends the numbers of those slots of the run that the box touches to `found`.
void append_touching(const BoxColumnsView& boxes, Range run, const Box& box, std::vector<Index>& found);

/// Lists of pairs grow by an eighth: they are the largest thing there is, and doubling would double it.
void append_pairs(std::vector<BoxPair>& list, std::span<const BoxPair> more);

/// Appends the pairs of every slot with those after it, up to the slot's own end; on all threads, in the same order for
/// any number of them. `tests` is how many that are, `scratch` what it keeps between calls.
void append_pairs(const BoxColumnsView& boxes, std::span<const Index> ends, std::uint64_t tests,
                  std::vector<std::vector<BoxPair>>& scratch, std::vector<BoxPair>& found);

}  // namespace spatial
