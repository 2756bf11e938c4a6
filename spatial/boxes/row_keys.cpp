#include "spatial/boxes/row_keys.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/row_keys.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t counts_behind = 16;

/// The key of RowGrid::key_of, with the same roundings.
HWY_INLINE std::uint32_t key_of(const Box& box, const RowScale& level) {
    const hn::CappedTag<double, 4> d;
    const hn::Rebind<float, decltype(d)> df;
    const hn::Rebind<std::int32_t, decltype(d)> di;
    HWY_ALIGN std::int32_t cells[4];
    for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
        const auto x = hn::PromoteTo(d, hn::LoadU(df, &box.min_x + lane));
        const auto scaled = hn::Mul(hn::Sub(x, hn::LoadU(d, level.corner.data() + lane)),
                                    hn::LoadU(d, level.inverse_edge.data() + lane));
        const auto cut =
            hn::Min(hn::Max(scaled, hn::LoadU(d, level.least.data() + lane)), hn::LoadU(d, level.most.data() + lane));
        const auto folded = hn::And(hn::DemoteTo(di, hn::Floor(cut)), hn::LoadU(di, level.mask.data() + lane));
        hn::StoreU(hn::Mul(folded, hn::LoadU(di, level.stride.data() + lane)), di, cells + lane);
    }
    return level.first_cell + static_cast<std::uint32_t>(cells[0] + cells[1] + cells[2]);
}

HWY_INLINE void extend(const Box& box, RowExtent& extent) {
    const hn::CappedTag<float, 4> d;
    const float* const sides = &box.min_x;
    const float edges[4] = {sides[3] - sides[0], sides[4] - sides[1], sides[5] - sides[2], 0.0f};
    for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
        const auto low = hn::LoadU(d, sides + lane), edge = hn::LoadU(d, edges + lane);
        const auto join = [&](auto better, auto v, std::array<float, 4>& with) HWY_ATTR {
            hn::Store(better(v, hn::Load(d, with.data() + lane)), d, with.data() + lane);
        };
        join([](auto a, auto b) HWY_ATTR { return hn::Min(a, b); }, low, extent.low);
        join([](auto a, auto b) HWY_ATTR { return hn::Max(a, b); }, low, extent.high);
        join([](auto a, auto b) HWY_ATTR { return hn::Max(a, b); }, edge, extent.edge);
    }
}

void find_row_keys_target(const RowKeys& question) {
    const RowKeys q = question;  // for all the compiler knows, writing keys could change it
    // A cell's count is anywhere in memory: it is asked for some boxes before it is needed.
    std::array<std::uint32_t, counts_behind> last;
    std::size_t count = 0;
    const Index end = q.boxes.end();
    const bool everybody = q.boxes.everybody_is_finite();
    for (Index number = 0; number < end; ++number) {
        if (!everybody && !q.boxes.is_finite(number)) continue;
        const Box& box = q.boxes[number];
        const std::uint8_t size = size_class(box);
        const std::uint8_t level = q.level_of[size];
        const std::uint32_t key = key_of(box, q.levels[level]);
        q.keys[number] = key;
        __builtin_prefetch(q.of_cell + key, 1);
        std::uint32_t& earlier = last[count % counts_behind];
        if (HWY_LIKELY(count >= counts_behind)) ++q.of_cell[earlier];
        earlier = key;
        ++count;
        ++q.of_size[size];
        extend(box, q.extents[level]);
    }
    for (std::size_t k = 0; k < std::min(count, counts_behind); ++k) ++q.of_cell[last[k]];
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

static_assert(sizeof(Box) == 6 * sizeof(float));

HWY_EXPORT(find_row_keys_target);

RowScale::RowScale(const RowGrid& grid, std::uint32_t first) noexcept : first_cell(first) {
    std::int32_t stride_along = 1;
    for (std::size_t a = 0; a < 3; ++a) {
        const RowAxis& axis = grid.axes[a];
        corner[a] = axis.corner;
        inverse_edge[a] = axis.inverse_edge;
        least[a] = axis.folded ? -outermost_cell : 0.0;
        most[a] = axis.folded ? outermost_cell : axis.cells - 1.0;
        mask[a] = axis.folded ? axis.cells - 1 : -1;
        stride[a] = stride_along;
        stride_along *= axis.cells;
    }
}

void find_row_keys(const RowKeys& question) { HWY_DYNAMIC_DISPATCH(find_row_keys_target)(question); }

}  // namespace spatial
#endif
