#include "spatial/h_mask.hpp"

#include <algorithm>
#include <cstdlib>

namespace spatial {

HMask::HMask(int cells) {
    // Edges between the nearest points of two cells that are `d` apart along one axis: cells side by side touch.
    const auto between = [](int d) { return std::max(std::abs(d) - 1, 0); };
    for (int dz = -cells; dz <= cells; ++dz)
        for (int dy = -cells; dy <= cells; ++dy) {
            const int left = cells * cells - between(dy) * between(dy) - between(dz) * between(dz);
            if (left <= 0) continue;
            int width = 0;
            while (width < cells && between(width + 1) * between(width + 1) < left) ++width;
            rows_.push_back({dy, dz, width});
        }
}

std::size_t HMask::cells() const noexcept {
    std::size_t sum = 0;
    for (const Row& row : rows_) sum += static_cast<std::size_t>(2 * row.width + 1);
    return sum;
}

std::vector<Cell> mask_as_printed(int subdivision) {
    std::vector<Cell> mask;
    const int support = 2 * subdivision + 1;  // in cells
    for (int u = -subdivision; u <= subdivision; ++u)
        for (int t = -subdivision; t <= subdivision; ++t)
            for (int s = -subdivision; s <= subdivision; ++s)
                if (s * s + t * t + u * u < support * support) mask.push_back({s, t, u});
    return mask;
}

}  // namespace spatial
