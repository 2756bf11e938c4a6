#include "spatial/boxes/hash_grid_moves.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_moves.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/hash_grid_key-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE void join(const Box& box, CornerExtent& extent) {
    const hn::CappedTag<float, 4> d;
    for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
        const auto corner = hn::LoadU(d, &box.min_x + lane);
        hn::Store(hn::Min(corner, hn::Load(d, extent.low.data() + lane)), d, extent.low.data() + lane);
        hn::Store(hn::Max(corner, hn::Load(d, extent.high.data() + lane)), d, extent.high.data() + lane);
    }
}

std::size_t find_grid_movers_target(const BoxStore& boxes, std::span<const Index> numbers,
                                    std::span<const std::unique_ptr<HashGrid>> grids, std::span<GridPlace> places,
                                    CornerExtent& joined, GridMover* movers) {
    CornerExtent extent = joined;
    std::size_t count = 0;
    for (const Index number : numbers) {
        GridPlace& place = places[number];
        const bool is_there = boxes.is_finite(number);
        const Box& box = boxes[number];
        if (is_there) join(box, extent);
        const std::uint16_t grid_of_place = place.grid();
        if (HWY_UNLIKELY(grid_of_place == GridPlace::no_grid || !is_there)) {
            movers[count++] = {number, GridMover::unknown};
            continue;
        }
        const HashGrid& grid = *grids[grid_of_place];
        const GridKey key(box, grid);
        const bool suits = grid.suits(grid_size_of(box));
        place.set(grid_of_place, key.digest);
        movers[count] = {number, suits ? key.cell : GridMover::unknown};
        count += static_cast<std::size_t>(!suits) | static_cast<std::size_t>(key.cell != place.cell);
    }
    joined = extent;
    return count;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

static_assert(sizeof(Box) == 6 * sizeof(float));

HWY_EXPORT(find_grid_movers_target);

void find_grid_movers(const BoxStore& boxes, std::span<const Index> numbers,
                      std::span<const std::unique_ptr<HashGrid>> grids, std::span<GridPlace> places,
                      CornerExtent& extent, std::vector<GridMover>& movers) {
    movers.resize(numbers.size());
    movers.resize(HWY_DYNAMIC_DISPATCH(find_grid_movers_target)(boxes, numbers, grids, places, extent, movers.data()));
}

}  // namespace spatial
#endif
