// Boxes sorted for finding pairs: a level for each power of two of size that occurs, a grid for each level, a box in
// the cell of its lower corner, cells in rows along x (row_grid.hpp). Boxes that have moved are sorted anew, which
// costs less than looking where each of them was. Levels and their grids are a choice and no bound (who lies outside is
// in an outermost cell), so that they serve as long as the crowd is about as it was: what sorting sees on the way
// tells.
//
//   slots   | finest level                    | next ...        |     boxes, coordinate by coordinate, and their
//   numbers
//           | row 0: cell 0 cell 1 ... | row 1:                 |
//
// Whom a box touches has its lower corner between the box's own lower corner less the largest edge of that level, and
// its upper corner: along y and z that is a few rows, in each of them one run of slots, tested sixteen at a time. Rows
// are as wide as makes such runs about as long as a vector. Within a level each box only looks at slots after its own;
// a box looks into coarser levels, never into finer ones.
#pragma once

#include <vector>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/row_grid.hpp"
#include "spatial/boxes/row_keys.hpp"
#include "spatial/boxes/size_census.hpp"

namespace spatial {

/// Slots tested at a time, where vectors are that long; as many may be read beyond the last.
inline constexpr std::size_t row_lanes = 16;

class RowLevels {
public:
    void build(const BoxStore& boxes);
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found);
    [[nodiscard]] std::size_t bytes() const noexcept;

    struct Level {
        RowGrid grid;
        SizeClass laid_for;
        std::uint32_t first_cell = 0;  // of this level among all cells
        // As its boxes are by now.
        std::array<double, 3> reach{};                // the largest edges along each axis and a hair, m
        std::array<std::int32_t, 3> first{}, last{};  // coordinates of lower corners along each axis
        Range slots{};
    };

    /// What the search reads, as plain pointers.
    struct View {
        BoxColumnsView boxes;
        const Index* first;  // slot of each cell; one more than there are cells
    };

private:
    struct Job {
        std::size_t level;
        Range slots;
    };
    struct Portion {
        std::vector<BoxPair> pairs;
        BroadCounters counters;
    };

    /// Who is there, in the order of last time, which is nearly the new one: writing goes through memory in step.
    void list_everybody(const BoxStore& boxes);
    void lay_levels(const BoxStore& boxes);
    void find_keys(const BoxStore& boxes);
    [[nodiscard]] bool levels_still_fit() const;
    void fit_levels_to_boxes();
    void sort(const BoxStore& boxes);
    [[nodiscard]] View view() const noexcept;

    std::vector<Level> levels_;                          // finest first
    std::array<std::uint8_t, size_classes> level_of_{};  // by the exponent of the longest edge
    // Boxes of each size: that the levels were laid for, and that there are.
    std::array<std::uint32_t, size_classes> laid_for_{}, of_size_{};
    std::vector<float> columns_[6];  // min x, y, z, max x, y, z
    std::size_t count_ = 0;          // of slots; columns and numbers are a little longer
    std::vector<Index> numbers_, numbers_before_;
    std::vector<std::uint32_t> keys_;
    // By level.
    std::vector<RowScale> scales_;
    std::vector<RowExtent> extents_;
    std::vector<Index> first_;
    std::vector<Job> jobs_;
    std::vector<Portion> portions_;
};

/// Pairs of the boxes in `queries` (of one level) with those of `level`, which is theirs or a coarser one.
void find_row_pairs(const RowLevels::View& view, Range queries, const RowLevels::Level& level, bool same_level,
                    std::vector<BoxPair>& found, BroadCounters& counters);

}  // namespace spatial
