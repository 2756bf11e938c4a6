#include "spatial/points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "spatial/bounds.hpp"

namespace spatial {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

[[noreturn]] void refuse_reach(std::size_t i, float reach) {
    char text[96];
    std::snprintf(text, sizeof text, "the reach of point %zu is %g; a reach is %g to %g", i, double{reach},
                  double{least_reach}, double{most_reach});
    refuse(text);
}

bool usable(float reach) noexcept { return reach >= least_reach && reach <= most_reach; }  // false for NaN, too

}  // namespace

float longest_reach(const Points& points) noexcept { return points.reach.empty() ? 1.0f : bounds_of(points.reach).max; }

void check(const Points& points) {
    const std::size_t n = points.size();
    if (points.y.size() != n || points.z.size() != n)
        refuse("points have " + std::to_string(n) + " x, " + std::to_string(points.y.size()) + " y and " +
               std::to_string(points.z.size()) + " z coordinates; they must be as many");
    if (points.reach.size() != 1 && points.reach.size() != n)
        refuse(std::to_string(points.reach.size()) + " reaches for " + std::to_string(n) +
               " points; give one for all or one a point");
    if (n > 0xffff'fff0u) refuse(std::to_string(n) + " points are more than 32-bit slots can number");

    if (!bounds_of(points.x).finite || !bounds_of(points.y).finite || !bounds_of(points.z).finite)
        for (std::size_t i = 0; i < n; ++i)
            if (!std::isfinite(points.x[i]) || !std::isfinite(points.y[i]) || !std::isfinite(points.z[i]))
                refuse("point " + std::to_string(i) + " has a coordinate that is not a finite number");

    const Bounds reach = bounds_of(points.reach);
    if (!reach.finite || !usable(reach.min) || !usable(reach.max))
        for (std::size_t i = 0; i < points.reach.size(); ++i)
            if (!usable(points.reach[i])) refuse_reach(i, points.reach[i]);
}

}  // namespace spatial
