// How many boxes there are of each size, and where: what a grid is fitted to. Sizes are told apart by the exponent of
// the longest edge as a float, which costs a shift.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "spatial/boxes/box_store.hpp"

namespace spatial {

inline constexpr std::size_t size_classes = 256;

[[nodiscard]] inline std::uint8_t size_class(const Box& b) noexcept {
    const float edge = std::max({b.max_x - b.min_x, b.max_y - b.min_y, b.max_z - b.min_z});
    return static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(edge) >> 23);
}

struct SizeClass {
    std::size_t count = 0;
    // By axis, m: where lower corners begin and end, where boxes end, the longest edge and the sum of all edges.
    std::array<double, 3> low{}, high{}, end{}, edge{}, edges{};

    void join(const SizeClass& other) noexcept {
        if (other.count == 0) return;
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = count == 0 ? other.low[a] : std::min(low[a], other.low[a]);
            high[a] = count == 0 ? other.high[a] : std::max(high[a], other.high[a]);
            end[a] = count == 0 ? other.end[a] : std::max(end[a], other.end[a]);
            edge[a] = std::max(edge[a], other.edge[a]);
            edges[a] += other.edges[a];
        }
        count += other.count;
    }
    [[nodiscard]] double mean_edge(std::size_t axis) const noexcept {
        return count == 0 ? 0.0 : edges[axis] / static_cast<double>(count);
    }
};

[[nodiscard]] inline std::array<SizeClass, size_classes> census_of(const BoxStore& boxes) {
    std::array<SizeClass, size_classes> classes{};
    for (Index number = 0; number < boxes.end(); ++number) {
        if (!boxes.is_finite(number)) continue;
        const Box& b = boxes[number];
        const std::array<double, 3> low{b.min_x, b.min_y, b.min_z}, end{b.max_x, b.max_y, b.max_z};
        const std::array<double, 3> edge{end[0] - low[0], end[1] - low[1], end[2] - low[2]};
        classes[size_class(b)].join({1, low, low, end, edge, edge});
    }
    return classes;
}

}  // namespace spatial
