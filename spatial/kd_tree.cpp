#include "spatial/kd_tree.hpp"

#include <algorithm>

namespace spatial {

void KdTree::build(const Points& points) {
    check(points);
    depth_ = 0;
    while (points.size() > leaf_size << depth_) ++depth_;
    tree_.reset(depth_);
    splitter_.split(points, depth_, order_, first_of_leaf_, tree_);
    tree_.close_boxes();
    find_ranges();
}

void KdTree::find_ranges() {
    blocks_.clear();
    std::uint64_t cells = 0;
    for (std::size_t leaf = 0; leaf < tree_.leaves(); ++leaf) {
        blocks_.add(slots_of(leaf));
        cells += slots_of(leaf).size() > 0;
    }
    counters_ = blocks_.find_ranges([&](Range queries, std::vector<Range>& runs) {
        const auto after = std::upper_bound(first_of_leaf_.begin(), first_of_leaf_.end(), queries.begin);
        const auto leaf = static_cast<std::size_t>(after - first_of_leaf_.begin()) - 1;
        return SearchCounters{.lookups = tree_.find(leaf, first_of_leaf_, runs)};
    });
    counters_.cells = cells;
}

void KdTree::for_each_cell(CellVisitor visit) const {
    for (std::size_t leaf = 0; leaf + 1 < first_of_leaf_.size(); ++leaf)
        if (slots_of(leaf).size() > 0) visit({tree_.box_of(leaf), slots_of(leaf), 0});
}

std::size_t KdTree::bytes() const noexcept {
    return (order_.capacity() + first_of_leaf_.capacity()) * sizeof(Index) + splitter_.bytes() + tree_.bytes() +
           blocks_.bytes();
}

std::string KdTree::note() const {
    return std::to_string(counters_.cells) + " leaves, " + std::to_string(depth_) + " halvings deep";
}

}  // namespace spatial
