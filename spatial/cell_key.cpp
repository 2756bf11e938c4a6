#include "spatial/cell_key.hpp"

#include <bit>
#include <cmath>
#include <cstdio>

#include "spatial/unfit.hpp"

namespace spatial {

namespace {

// Coordinates of cells are 32-bit integers, with room for a mask beyond the last one. Wider fields would be worth
// little: in double, a coordinate of 2^38 cells is off by a ten-thousandth of a cell, which is all that cell_margin
// leaves.
constexpr int widest_field = 30;

/// Bits of the coordinates 0 .. last.
int bits_for(double last) noexcept {
    if (last >= 0x1p63) return std::ilogb(last) + 1;
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(last)));
}

}  // namespace

KeyLayout KeyLayout::needed_for(std::size_t points, const LastCell& last) noexcept {
    // The paper's 2^I > N: one bit more than needed where N is a power of two, and never none.
    return {std::max(1, static_cast<int>(std::bit_width(points))), bits_for(last.x), bits_for(last.y),
            bits_for(last.z)};
}

bool KeyLayout::fits() const noexcept { return bits() <= 64 && std::max({x_bits, y_bits, z_bits}) <= widest_field; }

void check(const KeyLayout& layout, std::size_t points, const LastCell& last) {
    if (layout.fits()) return;
    char text[400];
    std::snprintf(
        text, sizeof text,
        "%zu points in a box of %.4g x %.4g x %.4g cells need keys of %s, %d in all; a key has 64, at most %d "
        "of them for an axis: bring the farthest points nearer, or use uniform-hash, which needs no box",
        points, last.x + 1.0, last.y + 1.0, last.z + 1.0, describe(layout).c_str(), layout.bits(), widest_field);
    throw Unfit(text);
}

std::string describe(const KeyLayout& layout) {
    return std::to_string(layout.index_bits) + " bits index + " + std::to_string(layout.x_bits) + " + " +
           std::to_string(layout.y_bits) + " + " + std::to_string(layout.z_bits) + " bits of cell";
}

}  // namespace spatial
