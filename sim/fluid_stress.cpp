#include "sim/fluid_stress.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "sim/kernels.hpp"

namespace sim {

// Along a line, reach² - distance² is m - a t², with t counted from where the line is nearest.
double weight_along(const glm::dvec3& place, double reach, const glm::dvec3& from, const glm::dvec3& to) {
    const glm::dvec3 line = to - from, start = from - place;
    const double a = glm::dot(line, line);
    if (a == 0.0) return double{Poly6(static_cast<float>(reach))(static_cast<float>(glm::length(start)))};
    const double first = glm::dot(start, line) / a;
    const double m = reach * reach - glm::dot(start, start) + a * first * first;
    if (m <= 0.0) return 0.0;
    const double end = std::sqrt(m / a);
    const auto up_to = [&](double t) {
        t = std::clamp(t, -end, end);
        const double u = a * t * t;
        return t * (m * m * m - u * (m * m - u * (0.6 * m - u / 7.0)));
    };
    const double squared = reach * reach, factor = 315.0 / (64.0 * std::numbers::pi);
    return factor / (squared * squared * squared * squared * reach) * (up_to(first + 1.0) - up_to(first));
}

glm::dvec3 stress_of_pairs(const Medium& medium, const glm::dvec3& place, double reach, std::span<const Pusher> pushers,
                           const glm::dmat3& axes) {
    const Spiky spiky(medium.support);
    const double support = double{medium.support};
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < pushers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const glm::dvec3 d = pushers[i].place - pushers[j].place;
            const double squared = glm::dot(d, d), push = pushers[i].push + pushers[j].push;
            if (squared >= support * support || squared == 0.0 || push == 0.0) continue;
            const double weight = weight_along(place, reach, pushers[j].place, pushers[i].place);
            if (weight == 0.0) continue;
            const double r = std::sqrt(squared);
            const glm::dvec3 along = d * axes;
            sum -= weight * push * double{spiky.slope(static_cast<float>(r))} / r * along * along;
        }
    }
    const Calibration& lattice = medium.lattice;
    return double{lattice.cell_volume} * double{lattice.cell_volume} / double{lattice.spiky_virial} * sum;
}

}  // namespace sim
