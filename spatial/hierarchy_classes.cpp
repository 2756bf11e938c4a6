#include "spatial/hierarchy_classes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "spatial/blocks.hpp"
#include "spatial/neighbour_rule.hpp"

namespace spatial {

namespace {

// So many cells of the largest class along an axis hold the cloud: one class more would be looked through for nothing.
constexpr int few = 4;
// Beyond this many finest cells from zero the floats themselves are coarser than a cell, and cells are made longer.
constexpr double outermost = 1 << 29;
// The square of a shorter reach has lost bits to underflow, and the rule then takes points for neighbours that are
// further away than their reach says.
constexpr float shortest_reach = 1e-18f;

struct Extent {
    float min = std::numeric_limits<float>::max(), max = std::numeric_limits<float>::lowest();
};

Extent extent_of(std::span<const float> values) {
    Extent e;
    float least = e.min, most = e.max;
#pragma omp parallel for simd schedule(static) reduction(min                    \
                                                         : least) reduction(max \
                                                                            : most) if (values.size() >= worth_a_team)
    for (std::size_t i = 0; i < values.size(); ++i) {
        least = std::min(least, values[i]);
        most = std::max(most, values[i]);
    }
    return {least, most};
}

/// Bit e: somebody's reach asks for the finest size doubled e times.
std::uint32_t exponents_asked_for(const HierarchyClasses& classes, const Points& points) {
    if (points.one_reach()) return 1;
    std::uint32_t asked = 0;
#pragma omp parallel for schedule(static) reduction(| : asked) if (points.size() >= worth_a_team)
    for (std::size_t i = 0; i < points.size(); ++i) asked |= 1u << classes.exponent_of(points.reach[i]);
    return asked;
}

}  // namespace

HierarchyClasses HierarchyClasses::of(const Points& points, const Choice& choice) {
    HierarchyClasses classes;
    if (points.size() == 0) return classes;
    const Extent x = extent_of(points.x), y = extent_of(points.y), z = extent_of(points.z),
                 reach = extent_of(points.reach);

    classes.edge = margin(reach.min);
    const double longest = margin(reach.max);
    while (std::ldexp(classes.edge, most_reaches - 1) < longest) classes.edge *= 2;
    double farthest = 0.0;
    for (const Extent& e : {x, y, z}) farthest = std::max({farthest, std::abs(double{e.min}), std::abs(double{e.max})});
    while (classes.edge * outermost < farthest) classes.edge *= 2;

    classes.inverse_edge = 1.0 / classes.edge;
    // Counted from zero, while the origin is.
    const Cell low = classes.finest_cell(x.min, y.min, z.min), high = classes.finest_cell(x.max, y.max, z.max);
    const auto is_few = [&](int e) {
        const auto along = [&](std::int32_t from, std::int32_t to) { return (to >> e) - (from >> e) < few; };
        return along(low.x, high.x) && along(low.y, high.y) && along(low.z, high.z);
    };

    const std::uint32_t asked = exponents_asked_for(classes, points);
    classes.holding = asked & 1;
    int e = 0;
    while (asked >> (e + 1) != 0 || (!is_few(e) && classes.count < choice.most_classes)) {
        // The next size that is asked for, or as far as a step goes.
        int next = e + 1;
        while (next < e + choice.longest_step && (asked >> next & 1) == 0) ++next;
        e = next;
        classes.holding |= (asked >> e & 1) << classes.count;
        classes.exponent[classes.count++] = static_cast<std::uint8_t>(e);
    }
    for (int c = 0, at = 0; at < most; ++at) {
        if (c < classes.largest() && classes.exponent[c + 1] <= at) ++c;
        classes.at_exponent[at] = static_cast<std::int8_t>(c);
    }
    const auto corner = [&](std::int32_t coordinate) { return (coordinate >> e) * (1 << e); };
    classes.origin = {corner(low.x), corner(low.y), corner(low.z)};
    classes.last = {high.x - classes.origin.x, high.y - classes.origin.y, high.z - classes.origin.z};
    return classes;
}

int HierarchyClasses::exponent_of(float reach) const noexcept {
    int e = 0;
    for (double size = edge; size < margin(reach); size *= 2) ++e;
    return e;
}

std::int32_t HierarchyClasses::coordinate(double x) const noexcept {
    constexpr double beyond_all = (1 << 30) - 1;
    return static_cast<std::int32_t>(std::clamp(std::floor(x * inverse_edge), -beyond_all, beyond_all));
}

double HierarchyClasses::margin(float reach) noexcept {
    return static_cast<double>(std::max(reach, shortest_reach)) * cell_margin;
}

std::vector<double> HierarchyClasses::sizes() const {
    std::vector<double> sizes;
    for (int c = largest(); c >= 0; --c) sizes.push_back(size(c));
    return sizes;
}

}  // namespace spatial
