// The innermost part of row_levels.hpp: a box against runs of boxes.
#include "spatial/boxes/row_levels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/row_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// For eight queries at a time: the first and last cell along an axis in which there may be somebody they touch.
struct Stretches {
    static constexpr Index queries = 8;
    HWY_ALIGN std::int32_t first[3][queries];
    HWY_ALIGN std::int32_t last[3][queries];

    HWY_INLINE void find(const BoxColumnsView& boxes, Index slot, const RowLevels::Level& level) {
        const float* const low[3] = {boxes.min_x + slot, boxes.min_y + slot, boxes.min_z + slot};
        const float* const high[3] = {boxes.max_x + slot, boxes.max_y + slot, boxes.max_z + slot};
        for (std::size_t a = 0; a < 3; ++a) {
            const RowAxis& axis = level.grid.axes[a];
            cells(low[a], level.reach[a], axis, level.first[a], outermost_cell, first[a]);
            cells(high[a], 0.0, axis, -outermost_cell, level.last[a], last[a]);
        }
    }

    /// The same roundings as RowAxis::coordinate: first the reach is taken off, then the corner.
    static HWY_INLINE void cells(const float* from, double reach, const RowAxis& axis, double least, double most,
                                 std::int32_t* to) {
        const hn::CappedTag<double, 4> d;
        const hn::Rebind<float, decltype(d)> df;
        const hn::Rebind<std::int32_t, decltype(d)> di;
        for (std::size_t q = 0; q < queries; q += hn::Lanes(d)) {
            const auto x = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, from + q)), hn::Set(d, reach));
            const auto scaled = hn::Mul(hn::Sub(x, hn::Set(d, axis.corner)), hn::Set(d, axis.inverse_edge));
            const auto clamped = hn::Min(hn::Max(scaled, hn::Set(d, least)), hn::Set(d, most));
            hn::Store(hn::DemoteTo(di, hn::Floor(clamped)), di, to + q);
        }
    }
};

void find_row_pairs_target(const RowLevels::View& view, Range queries, const RowLevels::Level& level, bool same_level,
                           std::vector<BoxPair>& found, BroadCounters& counters) {
    // Copies of what the loop reads: for all the compiler knows, writing pairs could change it.
    const BoxColumnsView boxes = view.boxes;
    const auto [x_axis, y_axis, z_axis] = level.grid.axes;
    const Index* const first = view.first + level.first_cell;
    const std::int32_t nx = x_axis.cells, ny = y_axis.cells, nz = z_axis.cells;
    std::uint64_t lookups = 0, cells = 0, candidates = 0;
    PairPages pages(found);
    std::size_t length = 0;
    Stretches stretches;

    for (Index slot = queries.begin; slot < queries.end; ++slot) {
        const Index q = (slot - queries.begin) % Stretches::queries;
        if (q == 0) stretches.find(boxes, slot, level);
        const auto xs = x_axis.stretch(stretches.first[0][q], stretches.last[0][q]),
                   ys = y_axis.stretch(stretches.first[1][q], stretches.last[1][q]),
                   zs = z_axis.stretch(stretches.first[2][q], stretches.last[2][q]);
        if (xs.count == 0) continue;
        const Index after = same_level ? slot + 1 : 0;
        const BoxOfLanes<row_lanes> box(boxes[slot]);
        const Index number = boxes.number[slot];
        for (std::int32_t k = 0, z = zs.first; k < zs.count; ++k, z = z + 1 == nz ? 0 : z + 1)
            for (std::int32_t j = 0, y = ys.first; j < ys.count; ++j, y = y + 1 == ny ? 0 : y + 1) {
                const Index* const row = first + static_cast<std::size_t>(z * ny + y) * nx;
                ++lookups;
                // A folded row ends and goes on where it begins.
                std::int32_t x = xs.first, left = xs.count;
                do {
                    const std::int32_t some = std::min(left, nx - x);
                    const Range run{std::max(row[x], after), row[x + some]};
                    left -= some;
                    x = 0;
                    if (run.begin >= run.end) continue;
                    candidates += run.size();
                    ++cells;
                    length = pages.test(boxes, box, number, run, length);
                } while (HWY_UNLIKELY(left > 0));
            }
    }
    pages.empty(length);
    counters.lookups += lookups;
    counters.cells += cells;
    counters.candidates += candidates;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(find_row_pairs_target);

void find_row_pairs(const RowLevels::View& view, Range queries, const RowLevels::Level& level, bool same_level,
                    std::vector<BoxPair>& found, BroadCounters& counters) {
    const std::size_t before = found.size();
    HWY_DYNAMIC_DISPATCH(find_row_pairs_target)(view, queries, level, same_level, found, counters);
    counters.pairs += found.size() - before;
}

}  // namespace spatial
#endif
