// True neighbour lists by the numbers the points came with, sorted: two modules compare with ==.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/neighbour_search.hpp"

namespace spatial {

/// ids[first[i]] .. ids[first[i + 1]] are the neighbours of i, without i itself.
struct NeighbourLists {
    std::vector<std::uint64_t> first;
    std::vector<Index> ids;

    [[nodiscard]] std::span<const Index> of(std::size_t i) const noexcept {
        return std::span(ids).subspan(first[i], first[i + 1] - first[i]);
    }
    bool operator==(const NeighbourLists&) const = default;
};

/// Builds the search and lists the neighbours of every point, ascending. `active` as in Queries, but by the numbers
/// of the points.
[[nodiscard]] NeighbourLists find_neighbours(NeighbourSearch& search, const Points& points,
                                             std::span<const std::uint8_t> active = {});

}  // namespace spatial
