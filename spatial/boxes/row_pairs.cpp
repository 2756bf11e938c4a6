// The innermost part of row_levels.hpp: a box against runs of boxes, eight at a time.
#include "spatial/boxes/row_levels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/row_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
using Numbers = hn::RebindToUnsigned<Floats>;

/// For eight queries at a time: the first and last cell along an axis in which there may be somebody they touch.
struct Stretches {
    static constexpr Index queries = 8;
    HWY_ALIGN std::int32_t first[3][queries];
    HWY_ALIGN std::int32_t last[3][queries];

    HWY_INLINE void find(const RowLevels::View& view, Index slot, const RowLevels::Level& level) {
        const float* const low[3] = {view.min_x + slot, view.min_y + slot, view.min_z + slot};
        const float* const high[3] = {view.max_x + slot, view.max_y + slot, view.max_z + slot};
        for (std::size_t a = 0; a < 3; ++a) {
            const RowAxis& axis = level.grid.axes[a];
            cells(low[a], level.reach[a], axis, first[a]);
            cells(high[a], 0.0, axis, last[a]);
        }
    }

    /// The same roundings as RowAxis::coordinate: first the reach is taken off, then the corner.
    static HWY_INLINE void cells(const float* from, double reach, const RowAxis& axis, std::int32_t* to) {
        const hn::CappedTag<double, 4> d;
        const hn::Rebind<float, decltype(d)> df;
        const hn::Rebind<std::int32_t, decltype(d)> di;
        for (std::size_t q = 0; q < queries; q += hn::Lanes(d)) {
            const auto x = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, from + q)), hn::Set(d, reach));
            const auto scaled = hn::Mul(hn::Sub(x, hn::Set(d, axis.corner)), hn::Set(d, axis.inverse_edge));
            const auto clamped = hn::Min(hn::Max(scaled, hn::Set(d, -outermost_cell)), hn::Set(d, outermost_cell));
            hn::Store(hn::DemoteTo(di, hn::Floor(clamped)), di, to + q);
        }
    }
};

/// Pairs on their way to the list, a few thousand at a time: a list that grows by single pairs is slow to write to.
class Basket {
public:
    explicit Basket(std::vector<BoxPair>& list) : list_(list) {}
    ~Basket() { empty(); }
    Basket(const Basket&) = delete;
    Basket& operator=(const Basket&) = delete;

    /// Where `lanes` more may be written.
    [[nodiscard]] HWY_INLINE BoxPair* place(std::size_t lanes) {
        if (count_ + lanes > size) empty();
        return pairs_ + count_;
    }
    HWY_INLINE void keep(std::size_t written) { count_ += written; }

private:
    static constexpr std::size_t size = 1024;
    void empty() {
        append_pairs(list_, {pairs_, count_});
        count_ = 0;
    }
    std::vector<BoxPair>& list_;
    std::size_t count_ = 0;
    BoxPair pairs_[size];
};

void find_row_pairs_target(const RowLevels::View& view, Range queries, const RowLevels::Level& level, bool same_level,
                           std::vector<BoxPair>& found, BroadCounters& counters) {
    const Floats d;
    const Numbers du;
    const std::size_t lanes = hn::Lanes(d);
    const auto [x_axis, y_axis, z_axis] = level.grid.axes;
    const Index* const first = view.first + level.first_cell;
    const std::int32_t nx = x_axis.cells, ny = y_axis.cells;
    std::uint64_t lookups = 0, cells = 0, candidates = 0;
    Basket basket(found);
    Stretches stretches;

    for (Index slot = queries.begin; slot < queries.end; ++slot) {
        const Index q = (slot - queries.begin) % Stretches::queries;
        if (q == 0) stretches.find(view, slot, level);
        const auto xs = x_axis.stretch(stretches.first[0][q], stretches.last[0][q]),
                   ys = y_axis.stretch(stretches.first[1][q], stretches.last[1][q]),
                   zs = z_axis.stretch(stretches.first[2][q], stretches.last[2][q]);
        if (xs.count == 0) continue;
        const Index after = same_level ? slot + 1 : 0;
        const auto min_x = hn::Set(d, view.min_x[slot]), min_y = hn::Set(d, view.min_y[slot]),
                   min_z = hn::Set(d, view.min_z[slot]);
        const auto max_x = hn::Set(d, view.max_x[slot]), max_y = hn::Set(d, view.max_y[slot]),
                   max_z = hn::Set(d, view.max_z[slot]);
        const auto own = hn::Set(du, view.numbers[slot]);

        const auto test_run = [&](Index begin, Index end) HWY_ATTR {
            begin = std::max(begin, after);
            if (begin >= end) return;
            candidates += end - begin;
            ++cells;
            for (Index at = begin; at < end; at += static_cast<Index>(lanes)) {
                const auto touching = hn::And(hn::And(hn::And(hn::Le(hn::LoadU(d, view.min_x + at), max_x),
                                                              hn::Ge(hn::LoadU(d, view.max_x + at), min_x)),
                                                      hn::And(hn::Le(hn::LoadU(d, view.min_y + at), max_y),
                                                              hn::Ge(hn::LoadU(d, view.max_y + at), min_y))),
                                              hn::And(hn::And(hn::Le(hn::LoadU(d, view.min_z + at), max_z),
                                                              hn::Ge(hn::LoadU(d, view.max_z + at), min_z)),
                                                      hn::FirstN(d, end - at)));
                const PackLanes<Floats> pack(touching);
                const auto others = pack(hn::LoadU(du, view.numbers + at));
                hn::StoreInterleaved2(hn::Min(others, own), hn::Max(others, own), du,
                                      reinterpret_cast<Index*>(basket.place(lanes)));
                basket.keep(pack.count());
            }
        };
        for (std::int32_t k = 0, z = zs.first; k < zs.count; ++k, z = z + 1 == z_axis.cells ? 0 : z + 1)
            for (std::int32_t j = 0, y = ys.first; j < ys.count; ++j, y = y + 1 == ny ? 0 : y + 1) {
                const Index* const row = first + static_cast<std::size_t>(z * ny + y) * nx;
                ++lookups;
                const std::int32_t beyond = xs.first + xs.count;
                if (beyond <= nx) {
                    test_run(row[xs.first], row[beyond]);
                } else {
                    test_run(row[0], row[beyond - nx]);
                    test_run(row[xs.first], row[nx]);
                }
            }
    }
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
