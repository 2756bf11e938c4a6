// A tree of boxes without pointers, eight children to a node, all of whose levels are columns (box_columns.hpp):
//
//   level 2      [ . . ]                              boxes around eight of level 1; at the top no more than eight
//   level 1      [ . . . . . . . . ] [ . . . . ]      boxes around eight slots
//   level 0      [8 slots] [8 slots] [8 slots] ...    the boxes themselves, in an order in which neighbours are near
//
// Looking into a node is one vector's test of its children, who follow each other in the columns: entry k of a level
// has the entries 8 k .. 8 k + 7 of the level below. It is what spatial/box_tree.hpp is to points.
#pragma once

#include <vector>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class BoxPyramid {
public:
    /// In a place of a slot that is nobody's.
    static constexpr Index nobody = 0xffff'ffff;

    /// Copies the boxes of the slots' owners and makes the boxes around them. The slots may be those of before.
    void fit(std::span<const Index> owners, const BoxStore& boxes);

    /// Half the surface of all boxes of level 1: what the tree is worth, less being better.
    [[nodiscard]] double surface() const noexcept;
    [[nodiscard]] std::size_t groups() const noexcept { return levels_.size() < 2 ? 0 : levels_[1].size(); }
    [[nodiscard]] BoxColumnsView level(std::size_t k) const noexcept { return levels_[k].view(); }
    [[nodiscard]] std::size_t height() const noexcept { return levels_.size(); }
    [[nodiscard]] std::size_t entries(std::size_t level) const noexcept { return levels_[level].size(); }

    [[nodiscard]] BroadCounters pairs(std::vector<std::vector<BoxPair>>& scratch, std::vector<BoxPair>& found) const;
    [[nodiscard]] BroadCounters touching(std::span<const Box> queries, PerThread<std::vector<Index>>& scratch,
                                         TouchVisitor visit) const;
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    std::vector<BoxColumns> levels_;
};

}  // namespace spatial
