#include "spatial/boxes/compact_box_grid.hpp"

namespace spatial {

BroadCounters CompactBoxGrid::find_pairs(std::vector<BoxPair>& found) {
    if (!rows_are_made_) rows_.build(boxes());
    rows_are_made_ = true;
    return rows_.find_pairs(found);
}

BroadCounters CompactBoxGrid::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    if (!spread_is_made_) {
        // Cells are fitted to what is asked for: a few of the queries tell.
        std::array<double, 3> mean{};
        const std::size_t stride = std::max<std::size_t>(1, queries.size() / 64);
        double seen = 0.0;
        for (std::size_t q = 0; q < queries.size(); q += stride, seen += 1.0) {
            mean[0] += double{queries[q].max_x} - queries[q].min_x;
            mean[1] += double{queries[q].max_y} - queries[q].min_y;
            mean[2] += double{queries[q].max_z} - queries[q].min_z;
        }
        if (seen > 0.0)
            for (double& edge : mean) edge /= seen;
        spread_.build(boxes(), mean);
        spread_is_made_ = true;
    }
    return spread_.find_touching(queries, visit);
}

void CompactBoxGrid::for_each_cell(BoxCellVisitor visit) {
    if (!spread_is_made_) (void)find_touching({}, [](Index, std::span<const Index>) {});
    spread_.for_each_cell(visit);
}

}  // namespace spatial
