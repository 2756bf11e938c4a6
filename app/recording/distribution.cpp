#include "app/recording/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {

Distribution distribution(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    const auto count = static_cast<double>(values.size());
    const auto percentile = [&](double p) {
        return values[static_cast<std::size_t>(std::ceil(p / 100.0 * count)) - 1];
    };
    return {.min = values.front(),
            .mean = std::accumulate(values.begin(), values.end(), 0.0) / count,
            .p50 = percentile(50.0),
            .p95 = percentile(95.0),
            .p99 = percentile(99.0),
            .max = values.back()};
}

}  // namespace app
