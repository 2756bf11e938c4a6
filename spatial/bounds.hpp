// The box around all points, in parallel and by vectors: a plain loop waits for its last minimum at every point.
#pragma once

#include "spatial/points.hpp"

namespace spatial {

/// All zero where there are no points. No coordinate may be NaN.
[[nodiscard]] Box bounds(const Points& points);

}  // namespace spatial
