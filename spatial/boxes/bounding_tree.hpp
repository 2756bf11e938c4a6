// A bounding-volume tree: the one that papers about hashing compare with.
//
// Boxes are put in an order by halving their centres across the longest side (kd_splitter.hpp, which the kd-tree for
// points is made by), and eights of them get a box around them, and eights of those (box_pyramid.hpp). When boxes move,
// the order stays and the tree is refitted, one pass over all; newcomers go to the end of the order, and who leaves
// leaves a gap. Refitting wears the order out: when the boxes around eights have become so much larger in surface, or
// so many have come or gone, the tree is built anew.
#pragma once

#include "spatial/boxes/box_pyramid.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/kd_splitter.hpp"

namespace spatial {

class BoundingTree final : public BroadPhase {
public:
    static constexpr std::string_view module_name = "box-tree";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void for_each_cell(BoxCellVisitor visit) override;

    /// What happened so far, for tests and people.
    struct Work {
        std::uint64_t built = 0, refitted = 0;
    };
    [[nodiscard]] const Work& work() const noexcept { return work_; }
    [[nodiscard]] std::string note() const override;

protected:
    void change(const BoxStore::Changes& changes) override;
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

private:
    void settle();
    void build();

    std::vector<Index> owners_;   // of the slots; nobody where somebody has left
    std::vector<Index> slot_of_;  // by number
    std::size_t gaps_ = 0, newcomers_ = 0;
    bool is_built_ = false, is_fitted_ = false;
    double surface_when_built_ = 0.0;
    Work work_;

    BoxPyramid tree_;
    std::vector<std::vector<BoxPair>> pairs_;
    PerThread<std::vector<Index>> touched_;

    // Of building.
    std::vector<Index> numbers_, order_, first_of_leaf_;
    std::vector<float> x_, y_, z_;
    KdSplitter splitter_;
    BoxTree leaves_;
};

}  // namespace spatial
