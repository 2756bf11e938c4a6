// Boxes laid out for being asked: each is in every cell that it covers, with its coordinates, so a small query reads
// one place and no other. Cells are wide enough that a box is in a few of them; where sizes differ too much for that,
// there are several levels, chosen together (spread_plan.hpp).
//
//   a cell of three boxes     | min x  | min y  | min z  | max x  | max y  | max z  | number |     28 bytes a box,
//                             | 0 1 2  | 0 1 2  | 0 1 2  | 0 1 2  | 0 1 2  | 0 1 2  | 0 1 2  |     one piece of memory
//
// A query that covers several cells meets a box several times. It counts in the first cell, along each axis, that both
// are in: the query's first, or the one where the box begins. Three bits above the number say where boxes begin.
//
// Cells are not folded: the outermost ones reach to infinity. (A box is in each cell at most once then, and the rule
// above holds.)
#pragma once

#include <vector>

#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/spread_plan.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class SpreadGrid {
public:
    /// `typical_query` as in spread_plan.hpp.
    void build(const BoxStore& boxes, const std::array<double, 3>& typical_query);
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit);
    void for_each_cell(BoxCellVisitor visit) const;
    [[nodiscard]] std::size_t bytes() const noexcept;

    static constexpr std::size_t words = 7;  // 32-bit words a box in a cell
    static constexpr int begins_shift = 29;  // of the bits for x, y, z; numbers are below 2^26 (box_store.cpp)
    static constexpr Index number_mask = (Index{1} << begins_shift) - 1;

    struct Level {
        RowGrid grid;
        Index first_cell = 0;
    };
    struct View {
        std::span<const Level> levels;
        const Index* first;  // entry of each cell; one more than there are cells
        const float* entries;
    };
    /// What a thread writes to.
    struct Scratch {
        std::vector<Index> touched;
        BroadCounters counters;
    };

private:
    SpreadPlan plan_;
    std::array<Level, SpreadPlan::most_levels> levels_;
    std::size_t level_count_ = 0;
    std::vector<Index> first_, filled_;
    std::vector<float> entries_;  // numbers are words, too
    PerThread<Scratch> scratch_;
};

/// Answers queries begin .. end.
void answer_spread(const SpreadGrid::View& view, std::span<const Box> queries, std::size_t begin, std::size_t end,
                   SpreadGrid::Scratch& scratch, TouchVisitor visit);

}  // namespace spatial
