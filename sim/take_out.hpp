// Takes entries out of arrays by slot, in place: the last entries come where somebody has gone. What that costs goes by
// how few they are; the next search puts all in order again.
#pragma once

#include <ranges>
#include <span>
#include <vector>

#include "spatial/neighbour_search.hpp"

namespace sim {

/// `gone` is ascending.
template <class T>
void take_out(std::vector<T>& values, std::span<const spatial::Index> gone) {
    for (const spatial::Index slot : gone | std::views::reverse) {  // so that the last is never one to go
        values[slot] = values.back();
        values.pop_back();
    }
}

}  // namespace sim
