#include "spatial/boxes/hash_grid_questions.hpp"

#include <omp.h>

#include <algorithm>

#include "spatial/blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_questions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"
#include "spatial/boxes/hash_grid_runs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

BroadCounters all_target(const GridQuestion& question, std::vector<BoxPair>& found) {
    const BoxColumnsView boxes = question.boxes;
    const std::uint64_t n = question.slots, before = found.size();
    PairPages pages(found);
    std::size_t length = 0;
    for (Index slot = 0; slot + 1 < n; ++slot)
        length = pages.test(boxes, OneBox(boxes[slot]), boxes.number[slot], {slot + 1, question.slots}, length);
    pages.empty(length);
    return {.candidates = n < 2 ? 0 : n * (n - 1) / 2, .pairs = found.size() - before};
}

/// Appends whom the query touches in one grid; `found` has a length of its own.
BroadCounters touching_target(const GridQuestion& question, const Box& query, std::vector<Index>& found) {
    BroadCounters counters;
    const OneBox box(query);
    std::size_t count = 0;
    const auto test = [&](Range run) HWY_ATTR {
        counters.candidates += run.size();
        if (found.size() < count + run.size() + box_lanes) found.resize(2 * count + run.size() + box_lanes);
        count = static_cast<std::size_t>(box.touching(question.boxes, run, found.data() + count) - found.data());
    };
    if (question.grids.empty()) test({0, question.slots});
    for (const GridView& view : question.grids) {
        const HashGrid& grid = *view.grid;
        const GridShape& shape = grid.shape();
        const CellRange asked = cells_under(query, grid.inverse());
        // Objects reach up to one cell further than they are keyed; and no cell is asked twice, however long the query.
        const auto length = [](std::int32_t low, std::int32_t high, std::uint32_t mask) {
            return std::min(static_cast<std::uint32_t>(high - low) + 2, mask + 1);
        };
        const std::uint32_t x = length(asked.min.x, asked.max.x, shape.x_mask()),
                            y = length(asked.min.y, asked.max.y, shape.y_mask()),
                            z = length(asked.min.z, asked.max.z, shape.z_mask());
        if (double{1} * x * y * z >= static_cast<double>(grid.occupied_cells())) {
            counters.lookups += grid.occupied_cells();
            counters.cells += grid.occupied_cells();
            test(view.slots);
            continue;
        }
        const Cells cells(grid, question.cell_begins);
        Runs runs;
        for (std::uint32_t k = 0; k < z; ++k)
            for (std::uint32_t j = 0; j < y; ++j) {
                runs.count = 0;
                cells.row(asked.min.x - 1, x,
                          cells.row_of(asked.min.y - 1 + static_cast<std::int32_t>(j),
                                       asked.min.z - 1 + static_cast<std::int32_t>(k)),
                          runs);
                for (std::size_t r = 0; r < runs.count; ++r) test(runs.run[r]);
            }
        counters.lookups += runs.lookups;
        counters.cells += runs.cells;
    }
    counters.pairs = count;
    return counters;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(all_target);
HWY_EXPORT(touching_target);

namespace {
#pragma omp declare reduction(add:BroadCounters : omp_out += omp_in) initializer(omp_priv = BroadCounters{})
}  // namespace

BroadCounters pairs_of_all(const GridQuestion& question, std::vector<BoxPair>& found) {
    return HWY_DYNAMIC_DISPATCH(all_target)(question, found);
}

BroadCounters touching_in_grids(const GridQuestion& question, std::span<const Box> queries,
                                PerThread<std::vector<Index>>& scratch, TouchVisitor visit) {
    scratch.prepare();
    BroadCounters sum;
#pragma omp parallel for schedule(dynamic, 64) reduction(add : sum) if (queries.size() >= worth_a_team)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Index>& touched = scratch.mine();
        const BroadCounters counters = HWY_DYNAMIC_DISPATCH(touching_target)(question, queries[q], touched);
        sum += counters;
        if (counters.pairs > 0) visit(static_cast<Index>(q), std::span(touched).first(counters.pairs));
    }
    return sum;
}

}  // namespace spatial
#endif
