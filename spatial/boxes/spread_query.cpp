// The innermost part of spread_grid.hpp: a query against the boxes of a cell, eight at a time.
#include "spatial/boxes/spread_grid.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/spread_query.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
using Numbers = hn::RebindToUnsigned<Floats>;

/// Writes the numbers of those among `count` boxes of a cell (laid out from `entry` on) that touch the query and begin
/// along the axes of `needed`; returns how many. Up to a vector more is written over.
template <bool AnyBeginning>
HWY_INLINE std::size_t test_cell(const Box& query, const float* entry, std::size_t count, Index needed, Index* to) {
    const Floats d;
    const Numbers du;
    const auto min_x = hn::Set(d, query.min_x), min_y = hn::Set(d, query.min_y), min_z = hn::Set(d, query.min_z);
    const auto max_x = hn::Set(d, query.max_x), max_y = hn::Set(d, query.max_y), max_z = hn::Set(d, query.max_z);
    std::size_t found = 0;
    for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
        const float* const from = entry + at;
        const auto word = hn::LoadU(du, reinterpret_cast<const Index*>(from + 6 * count));
        const auto x = hn::And(hn::Le(hn::LoadU(d, from), max_x), hn::Ge(hn::LoadU(d, from + 3 * count), min_x));
        const auto y =
            hn::And(hn::Le(hn::LoadU(d, from + count), max_y), hn::Ge(hn::LoadU(d, from + 4 * count), min_y));
        const auto z =
            hn::And(hn::Le(hn::LoadU(d, from + 2 * count), max_z), hn::Ge(hn::LoadU(d, from + 5 * count), min_z));
        auto touching = hn::And(hn::And(hn::And(x, y), z), hn::FirstN(d, count - at));
        if constexpr (!AnyBeginning) {
            const auto bits = hn::Set(du, needed << SpreadGrid::begins_shift);
            touching = hn::And(touching, hn::RebindMask(d, hn::Eq(hn::And(word, bits), bits)));
        }
        const PackLanes<Floats> pack(touching);
        hn::StoreU(pack(hn::And(word, hn::Set(du, SpreadGrid::number_mask))), du, to + found);
        found += pack.count();
    }
    return found;
}

/// The cells of a level that eight queries cover: the first and the last of each.
struct Covered {
    static constexpr std::size_t queries = 8;
    HWY_ALIGN std::int32_t first[3][queries], last[3][queries];  // along each axis
    HWY_ALIGN Index first_key[queries], last_key[queries];       // where they are the same, it is one cell

    HWY_INLINE void find(const RowGrid& grid, const float (&low)[3][queries], const float (&high)[3][queries]) {
        for (std::size_t a = 0; a < 3; ++a) {
            if (grid.axes[a].cells == 1) {
                std::fill_n(first[a], queries, 0);
                std::fill_n(last[a], queries, 0);
                continue;
            }
            indices(low[a], grid.axes[a], first[a]);
            indices(high[a], grid.axes[a], last[a]);
        }
        keys(grid, first, first_key);
        keys(grid, last, last_key);
    }

private:
    /// The same roundings as RowAxis::coordinate.
    static HWY_INLINE void indices(const float* from, const RowAxis& axis, std::int32_t* to) {
        const hn::CappedTag<double, queries> d;
        const hn::Rebind<float, decltype(d)> df;
        const hn::Rebind<std::int32_t, decltype(d)> di;
        const auto corner = hn::Set(d, axis.corner), inverse = hn::Set(d, axis.inverse_edge);
        const auto outermost = hn::Set(d, axis.cells - 1.0);
        for (std::size_t q = 0; q < queries; q += hn::Lanes(d)) {
            const auto x = hn::PromoteTo(d, hn::LoadU(df, from + q));
            const auto cell = hn::Mul(hn::Sub(x, corner), inverse);
            const auto clamped = hn::Min(hn::Max(cell, hn::Zero(d)), outermost);
            hn::StoreU(hn::DemoteTo(di, clamped), di, to + q);
        }
    }
    static HWY_INLINE void keys(const RowGrid& grid, const std::int32_t (&at)[3][queries], Index* to) {
        const hn::CappedTag<std::int32_t, queries> d;
        const auto nx = hn::Set(d, grid.axes[0].cells), ny = hn::Set(d, grid.axes[1].cells);
        for (std::size_t q = 0; q < queries; q += hn::Lanes(d)) {
            const auto row = hn::Add(hn::Mul(hn::LoadU(d, at[2] + q), ny), hn::LoadU(d, at[1] + q));
            hn::StoreU(hn::Add(hn::Mul(row, nx), hn::LoadU(d, at[0] + q)), d, reinterpret_cast<std::int32_t*>(to + q));
        }
    }
};

/// One thread's share of the queries.
class Answering {
public:
    Answering(const SpreadGrid::View& view, SpreadGrid::Scratch& scratch) : view_(view), scratch_(scratch) {}

    void answer(std::span<const Box> queries, std::size_t begin, std::size_t end, TouchVisitor visit) {
        Covered covered[SpreadPlan::most_levels];
        for (std::size_t chunk = begin; chunk < end; chunk += Covered::queries) {
            const std::size_t size = std::min(Covered::queries, end - chunk);
            float low[3][Covered::queries], high[3][Covered::queries];
            for (std::size_t q = 0; q < Covered::queries; ++q) {  // fewer than eight are filled up with the last one
                const Box& b = queries[chunk + std::min(q, size - 1)];
                low[0][q] = b.min_x;
                low[1][q] = b.min_y;
                low[2][q] = b.min_z;
                high[0][q] = b.max_x;
                high[1][q] = b.max_y;
                high[2][q] = b.max_z;
            }
            for (std::size_t l = 0; l < view_.levels.size(); ++l) covered[l].find(view_.levels[l].grid, low, high);
            scratch_.counters.lookups += size * view_.levels.size();
            // Where there is anybody at all, found without a branch: which cells are empty is hard to guess.
            std::size_t places = 0;
            for (std::size_t q = 0; q < size; ++q)
                for (std::size_t l = 0; l < view_.levels.size(); ++l) {
                    const Index* const cells = view_.first + view_.levels[l].first_cell;
                    const Index key = covered[l].first_key[q], last_key = covered[l].last_key[q];
                    place_[places] = {static_cast<std::uint32_t>(q), static_cast<std::uint32_t>(l)};
                    places += std::size_t{key != last_key} | std::size_t{cells[key] != cells[key + 1]};
                }
            for (std::size_t p = 0; p < places;) {
                const std::size_t q = place_[p].query;
                const Box& query = queries[chunk + q];
                found_ = 0;
                for (; p < places && place_[p].query == q; ++p) {
                    const std::size_t l = place_[p].level;
                    const Index* const cells = view_.first + view_.levels[l].first_cell;
                    const Index key = covered[l].first_key[q];
                    if (key == covered[l].last_key[q])
                        test<true>(query, cells + key, 0);
                    else
                        test_several(query, cells, view_.levels[l].grid, covered[l], q);
                }
                if (found_ == 0) continue;
                scratch_.counters.pairs += found_;
                visit(static_cast<Index>(chunk + q), {scratch_.touched.data(), found_});
            }
        }
    }

private:
    template <bool AnyBeginning>
    HWY_INLINE void test(const Box& query, const Index* cell, Index needed) {
        const std::size_t count = cell[1] - cell[0];
        ++scratch_.counters.cells;
        scratch_.counters.candidates += count;
        constexpr std::size_t lanes = 8;
        if (found_ + count + lanes > scratch_.touched.size()) [[unlikely]]
            scratch_.touched.resize(2 * (found_ + count) + 64);
        found_ += test_cell<AnyBeginning>(query, view_.entries + SpreadGrid::words * cell[0], count, needed,
                                          scratch_.touched.data() + found_);
    }

    HWY_NOINLINE void test_several(const Box& query, const Index* cells, const RowGrid& grid, const Covered& covered,
                                   std::size_t q) {
        const auto x0 = covered.first[0][q], x1 = covered.last[0][q], y0 = covered.first[1][q], y1 = covered.last[1][q],
                   z0 = covered.first[2][q], z1 = covered.last[2][q];
        --scratch_.counters.lookups;  // one was counted beforehand
        for (std::int32_t z = z0; z <= z1; ++z)
            for (std::int32_t y = y0; y <= y1; ++y) {
                const Index* const row =
                    cells + static_cast<std::size_t>(z * grid.axes[1].cells + y) * grid.axes[0].cells;
                scratch_.counters.lookups += static_cast<std::uint64_t>(x1 - x0 + 1);
                for (std::int32_t x = x0; x <= x1; ++x)
                    if (row[x] != row[x + 1])
                        test<false>(query, row + x, Index{x != x0} | Index{y != y0} << 1 | Index{z != z0} << 2);
            }
    }

    const SpreadGrid::View& view_;
    SpreadGrid::Scratch& scratch_;
    std::size_t found_ = 0;
    struct Place {
        std::uint32_t query, level;
    };
    Place place_[Covered::queries * SpreadPlan::most_levels + 1];
};

void answer_spread_target(const SpreadGrid::View& view, std::span<const Box> queries, std::size_t begin,
                          std::size_t end, SpreadGrid::Scratch& scratch, TouchVisitor visit) {
    Answering(view, scratch).answer(queries, begin, end, visit);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(answer_spread_target);

void answer_spread(const SpreadGrid::View& view, std::span<const Box> queries, std::size_t begin, std::size_t end,
                   SpreadGrid::Scratch& scratch, TouchVisitor visit) {
    HWY_DYNAMIC_DISPATCH(answer_spread_target)(view, queries, begin, end, scratch, visit);
}

}  // namespace spatial
#endif
