// True neighbour lists, made from any module's ranges by one shared function: for tests (two modules compare
// with ==), for export, and where a pass reads the same neighbours many times.
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

/// Lists by slot, for points that are already in the order of the search. Who is not a query has an empty list.
void collect_in_order(const NeighbourSearch& search, const Points& ordered, Queries queries, NeighbourLists& lists);

/// Builds the search and lists the neighbours of every point by the numbers the points came with, ascending.
/// `active` as in Queries, by the same numbers.
[[nodiscard]] NeighbourLists find_neighbours(NeighbourSearch& search, const Points& points,
                                             std::span<const std::uint8_t> active = {});

}  // namespace spatial
