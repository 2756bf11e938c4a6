// Boxes in cells: the first step of a batch of queries, and with SIMD a few instructions each.
#pragma once

#include <cstdint>

#include "spatial/boxes/box_class.hpp"

namespace spatial {

/// Cells of 1 / `inverse` metres that the boxes lie in, cut to the bounds, and the numbers (from 0) of those boxes that
/// reach into the bounds; returns how many these are, and ranges[k] is set for these. Exact for cells of a power of two
/// metres and coordinates within 2^30 cells; for others as good as float, and never out of order.
std::size_t round_boxes(std::span<const Box> boxes, const Box& bounds, float inverse, CellRange* ranges,
                        std::uint32_t* numbers);

}  // namespace spatial
