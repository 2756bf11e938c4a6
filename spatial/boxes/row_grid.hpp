// A grid whose cells are numbered row by row, x fastest, and may be of another length along each axis. Whoever is in a
// few cells beside each other along x is one run of slots.
//
// However far the corners are apart, a grid has at most as many cells as it is given: its longest axes are folded, cell
// modulo a power of two (the hash grids of Schornbaum 2009). Strangers may then share a cell, which costs tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "spatial/cells.hpp"

namespace spatial {

struct RowAxis {
    double corner = 0.0;        // where cell 0 begins, m
    double edge = 1.0;          // of a cell, m
    double inverse_edge = 1.0;  // 1/m
    std::int32_t cells = 1;
    bool folded = false;  // cells is a power of two then

    [[nodiscard]] std::int32_t coordinate(double x) const noexcept { return cell_coordinate(x - corner, inverse_edge); }
    [[nodiscard]] std::int32_t index_of(std::int32_t coordinate) const noexcept {
        return folded ? coordinate & (cells - 1) : std::clamp(coordinate, 0, cells - 1);
    }

    /// The cells between two coordinates: `count` of them from `first` on, going on at 0 where a folded axis ends. The
    /// outermost cells of another reach to infinity.
    struct Stretch {
        std::int32_t first, count;
    };
    [[nodiscard]] Stretch stretch(std::int32_t from, std::int32_t to) const noexcept {
        if (to < from) return {0, 0};
        if (folded) {
            if (std::int64_t{to} - from >= cells) return {0, cells};
            return {from & (cells - 1), to - from + 1};
        }
        from = std::clamp(from, 0, cells - 1);
        return {from, std::clamp(to, 0, cells - 1) - from + 1};
    }
};

struct RowGrid {
    std::array<RowAxis, 3> axes;

    [[nodiscard]] std::size_t cells() const noexcept {
        return static_cast<std::size_t>(axes[0].cells) * axes[1].cells * axes[2].cells;
    }
    [[nodiscard]] std::uint32_t key_of(double x, double y, double z) const noexcept {
        const auto ix = axes[0].index_of(axes[0].coordinate(x)), iy = axes[1].index_of(axes[1].coordinate(y)),
                   iz = axes[2].index_of(axes[2].coordinate(z));
        return static_cast<std::uint32_t>((iz * axes[1].cells + iy) * axes[0].cells + ix);
    }
    /// What a cell covers, for drawing it; of a folded one the first of its places.
    [[nodiscard]] Box box_of(std::uint32_t key) const noexcept {
        const auto nx = static_cast<std::uint32_t>(axes[0].cells), ny = static_cast<std::uint32_t>(axes[1].cells);
        const std::array<std::uint32_t, 3> at{key % nx, key / nx % ny, key / nx / ny};
        std::array<float, 3> low{}, high{};
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = static_cast<float>(axes[a].corner + at[a] * axes[a].edge);
            high[a] = static_cast<float>(axes[a].corner + (at[a] + 1.0) * axes[a].edge);
        }
        return {low[0], low[1], low[2], high[0], high[1], high[2]};
    }
};

}  // namespace spatial
