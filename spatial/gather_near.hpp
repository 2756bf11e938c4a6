// Throws out what cannot be anybody's neighbour before anybody is asked: the queries of a block fill a box that is
// smaller than their cell, and of the candidates in 27 cells fewer than half are within reach of that box.
#pragma once

#include <cstddef>
#include <span>

#include "spatial/points.hpp"

namespace spatial {

/// The box around the points of some slots.
[[nodiscard]] Box box_around(const float* x, const float* y, const float* z, Range slots);

/// What counts as near a box. A candidate with a longer reach of its own is near from further away.
struct Nearness {
    const Box& box;                  // not a copy: made of six numbers a moment ago, it would be waited for
    float reach;                     // of the queries in the box, the longest, m
    const float* reaches = nullptr;  // of the candidates, by slot; none = nobody's is longer than the queries'
    bool halfway = false;            // with reaches: two are near within the mean of both, not within the longer one
};

/// Where the columns of gathered candidates begin: `columns` + k * stride. Their slots are written, too, where asked.
struct Columns {
    float* columns;
    std::size_t stride;
    Index* slots = nullptr;
};

/// Copies those entries of the ranges that may be in reach of a query in the box from each source array, `length` long,
/// to the column of the same number, in their order, and returns how many. The first three sources are x, y and z.
/// Columns need room for all entries of the ranges and 16 more.
[[nodiscard]] std::size_t gather_near(std::span<const Range> ranges, std::span<const float* const> sources,
                                      std::size_t length, const Nearness& near, Columns to);

}  // namespace spatial
