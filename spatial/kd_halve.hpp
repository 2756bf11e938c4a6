// Halves a few thousand points, in a core's first cache, down to leaves of equal size: the inner part of KdSplitter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

/// Some points on their way to their leaves, coordinate by coordinate.
class KdPart {
public:
    /// Room for so many points and somewhat more.
    void make_room(std::size_t points);
    /// The points of these indices.
    void load(const Points& points, std::span<const Index> indices);

    /// Puts the points into 2^depth leaves of equal size, by halving the longest side of the box around them, and that
    /// of the halves, and so on. Leaf k becomes the points first_of(k, depth) .. first_of(k + 1, depth); writes the box
    /// around each. Points that are equal along an axis keep their order, so that every instruction set halves alike.
    void halve(int depth, std::span<Box> leaf_boxes);

    [[nodiscard]] Index first_of(std::size_t leaf, int depth) const noexcept {
        return static_cast<Index>(size_ * leaf >> depth);
    }
    [[nodiscard]] Index index(std::size_t k) const noexcept { return index_[k]; }
    [[nodiscard]] std::size_t capacity() const noexcept { return index_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return values_.capacity() * sizeof(float) + (index_.capacity() + later_index_.capacity()) * sizeof(Index);
    }

private:
    std::size_t size_ = 0, stride_ = 0;
    std::vector<float> values_;  // columns x, y, z, and as many for those that go behind the middle
    std::vector<Index> index_, later_index_;
};

}  // namespace spatial
