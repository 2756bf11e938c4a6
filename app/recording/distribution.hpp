// A few numbers that say how a quantity is spread.
#pragma once

#include <vector>

namespace app {

struct Distribution {
    double min = 0.0, mean = 0.0, p50 = 0.0, p95 = 0.0, p99 = 0.0, max = 0.0;
};

/// The p-th percentile is the smallest value that p % of all values do not exceed (nearest rank): always a value
/// that was measured, never one between two. All zero without values.
[[nodiscard]] Distribution distribution(std::vector<double> values);

}  // namespace app
