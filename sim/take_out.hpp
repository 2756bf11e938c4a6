// Takes entries out of arrays by slot, in place; the others keep their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sim {

template <class T>
void take_out(std::vector<T>& values, std::span<const std::uint8_t> gone) {
    std::size_t kept = 0;
    for (std::size_t slot = 0; slot < values.size(); ++slot)
        if (gone[slot] == 0) values[kept++] = values[slot];
    values.resize(kept);
}

}  // namespace sim
