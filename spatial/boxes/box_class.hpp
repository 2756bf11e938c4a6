// Classes of boxes by size: the power of two that is no shorter than the longest edge (Eitz and Lixu 2007; (2) of
// Pouchol et al. 2009). Scaling by a power of two is exact, so a box whose edge is at most a cell lies in at most two
// cells along an axis, to the last bit and without any margin.
//
// One rule more than the papers have: a class is no finer than 2^-22 of the coordinates it is used at. A float at
// 10 km resolves a millimetre; finer cells there tell nothing apart and would need cell numbers that no integer holds.
// So in any class the cells that hold a box have coordinates within +-2^22 and a little; a query further out asks for
// cells where nobody can be, and its coordinates may be clamped to outermost_class_cell.
#pragma once

#include <algorithm>
#include <cmath>

#include "spatial/boxes/box.hpp"
#include "spatial/cells.hpp"

namespace spatial {

inline constexpr int finest_class = -140, coarsest_class = 130;
inline constexpr double outermost_class_cell = 1 << 23;
/// What makes the coordinates of all cells that hold a box positive.
inline constexpr std::int32_t cell_to_positive = 1 << 23;

/// The smallest power of two that is no smaller than a positive size, as its exponent.
[[nodiscard]] inline int exponent_at_least(double size) noexcept {
    int exponent = 0;
    const double fraction = std::frexp(size, &exponent);  // size = fraction * 2^exponent, fraction in [0.5, 1)
    return fraction == 0.5 ? exponent - 1 : exponent;
}

/// The class of a finite box: its cells are 2^class metres long.
[[nodiscard]] inline int class_of(const Box& box) noexcept {
    const double size = std::max(longest_edge(box), farthest_coordinate(box) * 0x1p-22);
    return size > 0.0 ? std::clamp(exponent_at_least(size), finest_class, coarsest_class) : finest_class;
}

/// 1 / (length of a cell), exactly.
[[nodiscard]] inline double inverse_size(int box_class) noexcept { return std::ldexp(1.0, -box_class); }

[[nodiscard]] inline std::int32_t class_coordinate(double x, double inverse) noexcept {
    const double cells = std::clamp(x * inverse, -outermost_class_cell, outermost_class_cell);
    const auto towards_zero = static_cast<std::int32_t>(cells);
    return towards_zero - (cells < towards_zero ? 1 : 0);
}

/// The cells that a box lies in, corners included.
struct CellRange {
    Cell min, max;
    [[nodiscard]] double count() const noexcept {
        return (double{1} + max.x - min.x) * (double{1} + max.y - min.y) * (double{1} + max.z - min.z);
    }
};
[[nodiscard]] inline CellRange cells_under(const Box& box, double inverse) noexcept {
    return {{class_coordinate(box.min_x, inverse), class_coordinate(box.min_y, inverse),
             class_coordinate(box.min_z, inverse)},
            {class_coordinate(box.max_x, inverse), class_coordinate(box.max_y, inverse),
             class_coordinate(box.max_z, inverse)}};
}

}  // namespace spatial
