// A kd-tree after Bentley 1975, whose leaves are runs of slots: points are halved across the longest side of the box
// around them (kd_splitter.hpp) until a leaf holds a dozen, and each leaf goes down the tree of tight boxes
// (box_tree.hpp) for the leaves that its points can reach into.
//
//   order_            | leaf 0 | leaf 1 | leaf 2 | ...     a block each
//
// Boxes know the longest reach of their points, so reaches may differ as they like: two leaves can hold neighbours when
// the gap between them is at most the longest reach of either. Space without points costs nothing, and a box of which
// every point is in reach is taken whole, without a look at what is in it.
#pragma once

#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/box_tree.hpp"
#include "spatial/kd_splitter.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class KdTree final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "kd-tree";
    /// Points a leaf holds at most, about. Fewer: more boxes to ask; more: longer candidate lists.
    static constexpr std::size_t leaf_size = 12;

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override { blocks_.for_each(queries, visit); }
    /// Look-ups are boxes looked at; none of them is empty, as every box is around a point.
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;
    [[nodiscard]] std::string note() const override;

private:
    void find_ranges();
    [[nodiscard]] Range slots_of(std::size_t leaf) const noexcept {
        return {first_of_leaf_[leaf], first_of_leaf_[leaf + 1]};
    }

    int depth_ = 0;  // halvings from everybody to a leaf
    std::vector<Index> order_;
    std::vector<Index> first_of_leaf_;
    KdSplitter splitter_;
    BoxTree tree_;
    BlockTable blocks_;
    SearchCounters counters_;
};

}  // namespace spatial
