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

/// Builds the search and counts what find_neighbours would list, each pair twice: for when memory does not suffice.
[[nodiscard]] std::uint64_t count_neighbours(NeighbourSearch& search, const Points& points);

/// About as much memory as find_neighbours takes for so many: they are listed by slot, then by point.
[[nodiscard]] constexpr std::uint64_t bytes_to_list(std::uint64_t neighbours) noexcept {
    return 2 * neighbours * sizeof(Index) + neighbours * sizeof(Index) / 4;  // ends of slabs stay empty
}

}  // namespace spatial
