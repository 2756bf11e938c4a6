// Cells of a uniform, unbounded grid.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>

#include "spatial/points.hpp"

namespace spatial {

/// Integer coordinates of a cell. Points further out than 2^30 cells share the outermost one, which costs
/// time there and loses nobody: two cells never end up further apart than they were.
struct Cell {
    std::int32_t x, y, z;
    auto operator<=>(const Cell&) const = default;
};

inline constexpr double outermost_cell = 1 << 30;

/// In double: a float quotient rounds enough, far from the origin, to put two neighbours two cells apart.
[[nodiscard]] inline std::int32_t cell_coordinate(double x, double inverse_edge) noexcept {
    // The floor by way of a conversion, which every processor has, where std::floor may be a call.
    const double cells = std::clamp(x * inverse_edge, -outermost_cell, outermost_cell);
    const auto towards_zero = static_cast<std::int32_t>(cells);
    return towards_zero - (cells < towards_zero ? 1 : 0);
}

/// The same for many at a time, relative to an origin, several times faster.
void cell_coordinates(std::span<const float> x, double origin, double inverse_edge, std::int32_t* out);

[[nodiscard]] inline Cell cell_of(const Points& points, std::size_t i, double inverse_edge) noexcept {
    return {cell_coordinate(points.x[i], inverse_edge), cell_coordinate(points.y[i], inverse_edge),
            cell_coordinate(points.z[i], inverse_edge)};
}

/// What a cell covers, for drawing it.
[[nodiscard]] inline Box box_of(Cell cell, double edge) noexcept {
    const auto at = [&](double coordinate) { return static_cast<float>(coordinate * edge); };
    return {at(cell.x), at(cell.y), at(cell.z), at(cell.x + 1.0), at(cell.y + 1.0), at(cell.z + 1.0)};
}

}  // namespace spatial
