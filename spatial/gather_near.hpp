// Throws out what cannot be anybody's neighbour before anybody is asked: the queries of a block fill a box that is
// smaller than their cell, and of the candidates in 27 cells fewer than half are within reach of that box.
#pragma once

#include <cstddef>
#include <span>

#include "spatial/points.hpp"

namespace spatial {

/// The box around the points of some slots.
[[nodiscard]] Box box_around(const float* x, const float* y, const float* z, Range slots);

/// Where the columns of gathered candidates begin: `columns` + k * stride.
struct Columns {
    float* columns;
    std::size_t stride;
};

/// Copies those entries of the ranges that may be within `reach` of the box from each source array, `length` long, to
/// the column of the same number, in their order, and returns how many. The first three sources are x, y and z. Columns
/// need room for all entries of the ranges and 16 more.
[[nodiscard]] std::size_t gather_near(std::span<const Range> ranges, std::span<const float* const> sources,
                                      std::size_t length, const Box& box, float reach, Columns to);

}  // namespace spatial
