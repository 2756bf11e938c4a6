#include "spatial/bounds.hpp"

#include <algorithm>
#include <array>

#include "spatial/blocks.hpp"

namespace spatial {

namespace {

struct Extent {
    float low, high;
};

Extent extent_of(std::span<const float> values) {
    // So many minima side by side are no chain, and compilers make vectors of them.
    constexpr std::size_t lanes = 16;
    std::array<float, lanes> low, high;
    low.fill(values[0]);
    high.fill(values[0]);
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float v = values[i + lane];
            low[lane] = v < low[lane] ? v : low[lane];
            high[lane] = v > high[lane] ? v : high[lane];
        }
    Extent all{*std::min_element(low.begin(), low.end()), *std::max_element(high.begin(), high.end())};
    for (; i < values.size(); ++i) all = {std::min(all.low, values[i]), std::max(all.high, values[i])};
    return all;
}

}  // namespace

Box bounds(const Points& points) {
    const std::size_t n = points.size();
    if (n == 0) return {};
    constexpr std::size_t portion = 16'384;
    const std::size_t portions = (n + portion - 1) / portion;
    float min_x = points.x[0], min_y = points.y[0], min_z = points.z[0];
    float max_x = min_x, max_y = min_y, max_z = min_z;
#pragma omp parallel for schedule(static) reduction(min                    \
                                                    : min_x, min_y, min_z) \
    reduction(max                                                          \
              : max_x, max_y, max_z) if (portions > 1)
    for (std::size_t p = 0; p < portions; ++p) {
        const std::size_t first = p * portion, count = std::min(portion, n - first);
        const Extent x = extent_of(points.x.subspan(first, count)), y = extent_of(points.y.subspan(first, count)),
                     z = extent_of(points.z.subspan(first, count));
        min_x = std::min(min_x, x.low);
        min_y = std::min(min_y, y.low);
        min_z = std::min(min_z, z.low);
        max_x = std::max(max_x, x.high);
        max_y = std::max(max_y, y.high);
        max_z = std::max(max_z, z.high);
    }
    return {min_x, min_y, min_z, max_x, max_y, max_z};
}

}  // namespace spatial
