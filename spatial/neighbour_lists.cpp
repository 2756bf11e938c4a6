#include "spatial/neighbour_lists.hpp"

#include <algorithm>

#include "spatial/slot_lists.hpp"

namespace spatial {

NeighbourLists find_neighbours(NeighbourSearch& search, const Points& points, std::span<const std::uint8_t> active) {
    search.build(points);
    const std::span<const Index> order = search.order();
    const std::size_t n = points.size();

    const auto in_order = [&](auto values) {
        std::vector<typename decltype(values)::value_type> ordered(n);
        for (std::size_t slot = 0; slot < n; ++slot) ordered[slot] = values[order[slot]];
        return ordered;
    };
    const auto x = in_order(points.x), y = in_order(points.y), z = in_order(points.z);
    const auto reach = points.one_reach() ? std::vector<float>{points.reach[0]} : in_order(points.reach);
    const auto queries = active.empty() ? std::vector<std::uint8_t>{} : in_order(active);

    SlotLists by_slot;
    by_slot.collect(search, {x, y, z, reach}, {queries});

    NeighbourLists lists;
    lists.first.assign(n + 1, 0);
    for (std::size_t slot = 0; slot < n; ++slot) lists.first[order[slot] + 1] = by_slot.of(slot).size();
    for (std::size_t i = 0; i < n; ++i) lists.first[i + 1] += lists.first[i];
    lists.ids.resize(lists.first[n]);
#pragma omp parallel for schedule(dynamic, 1024)
    for (std::size_t slot = 0; slot < n; ++slot) {
        Index* const begin = lists.ids.data() + lists.first[order[slot]];
        Index* end = begin;
        for (const Index other : by_slot.of(slot)) *end++ = order[other];
        std::sort(begin, end);
    }
    return lists;
}

}  // namespace spatial
