// A complete tree of boxes over leaves, eight children to a node, so that one node is one SIMD test:
//
//   level 0          [ . . ]                        2, 4 or 8 children, whatever makes the leaves come out even
//   level 1          [ 8 boxes ] [ 8 boxes ]        a node holds the boxes of its children, coordinate by coordinate:
//   level 2          [ 8 ] x 16                     min_x[8] min_y[8] min_z[8] max_x[8] max_y[8] max_z[8] reach[8]
//   leaves           128, in the order of their slots
//
// Nothing points anywhere: the children of node k of a level are the nodes 8 k .. 8 k + 7 of the next, and below the
// last level they are the leaves.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

class BoxTree {
public:
    static constexpr int arity = 8;
    static constexpr int most_levels = 12;  // more than 2^32 leaves

    /// Makes room for 2^depth leaves, all of them without a point.
    void reset(int depth);

    /// Different leaves may be set at the same time.
    void set_leaf(std::size_t leaf, const Box& box, float longest_reach) noexcept;

    /// Makes the inner boxes, once all leaves are set.
    void close_boxes();

    [[nodiscard]] std::size_t leaves() const noexcept { return std::size_t{1} << depth_; }
    [[nodiscard]] Box box_of(std::size_t leaf) const noexcept;

    /// Appends the runs of all leaves that may hold a neighbour of a point in `leaf`, ascending and joined; the slots
    /// of leaf k are first_of_leaf[k] .. first_of_leaf[k + 1]. Returns how many boxes it looked at.
    std::uint64_t find(std::size_t leaf, std::span<const Index> first_of_leaf, std::vector<Range>& runs) const;

    [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.capacity() * sizeof(Node); }

    struct alignas(32) Node {
        float min_x[arity], min_y[arity], min_z[arity], max_x[arity], max_y[arity], max_z[arity];
        float reach[arity];  // the longest below, m
    };

private:
    int depth_ = 0;                                // halvings from everybody to a leaf
    int levels_ = 0;                               // of nodes
    std::array<std::size_t, most_levels> from_{};  // the first node of each level
    std::array<std::size_t, most_levels> size_{};  // nodes of each level
    std::vector<Node> nodes_;
};

}  // namespace spatial
