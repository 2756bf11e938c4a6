#include "spatial/neighbour_lists.hpp"

#include <algorithm>

#include "spatial/slot_lists.hpp"

namespace spatial {

namespace {

/// Points in the order of a search.
struct OrderedPoints {
    std::vector<float> x, y, z, reach;

    [[nodiscard]] Points view() const noexcept { return {x, y, z, reach}; }
};

template <class Values>
auto in_order(std::span<const Index> order, Values values) {
    std::vector<typename Values::value_type> ordered(order.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot) ordered[slot] = values[order[slot]];
    return ordered;
}

OrderedPoints build_in_order(NeighbourSearch& search, const Points& points) {
    search.build(points);
    const std::span<const Index> order = search.order();
    return {in_order(order, points.x), in_order(order, points.y), in_order(order, points.z),
            points.one_reach() ? std::vector<float>{points.reach[0]} : in_order(order, points.reach)};
}

}  // namespace

NeighbourLists find_neighbours(NeighbourSearch& search, const Points& points, std::span<const std::uint8_t> active) {
    const OrderedPoints ordered = build_in_order(search, points);
    const std::span<const Index> order = search.order();
    const std::size_t n = points.size();
    const auto queries = active.empty() ? std::vector<std::uint8_t>{} : in_order(order, active);

    SlotLists by_slot;
    by_slot.collect(search, ordered.view(), {queries});

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

std::uint64_t count_neighbours(NeighbourSearch& search, const Points& points) {
    const OrderedPoints ordered = build_in_order(search, points);
    return SlotLists().count(search, ordered.view());
}

}  // namespace spatial
