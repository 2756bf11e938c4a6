#include "sim/mass.hpp"

#include <cmath>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <utility>

namespace sim {

namespace {

/// Jacobi's method: turns a symmetric matrix until nothing is left beside its diagonal. The columns of the result are
/// its axes, right-handed.
glm::dmat3 principal_axes(glm::dmat3& m) {
    glm::dmat3 axes(1.0);
    for (int sweep = 0; sweep < 32; ++sweep) {
        const double beside = std::abs(m[1][0]) + std::abs(m[2][0]) + std::abs(m[2][1]);
        if (beside <= 1e-15 * (std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2]))) break;
        for (const auto& [p, q] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
            if (m[q][p] == 0.0) continue;
            const double ratio = (m[q][q] - m[p][p]) / (2.0 * m[q][p]);
            const double t = (ratio < 0.0 ? -1.0 : 1.0) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1.0));
            const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
            glm::dmat3 turned(1.0);
            turned[p][p] = turned[q][q] = c;
            turned[q][p] = s;
            turned[p][q] = -s;
            m = glm::transpose(turned) * m * turned;
            axes = axes * turned;
        }
    }
    return axes;
}

}  // namespace

Mass mass_of(const std::vector<glm::dvec3>& vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    // Sums over the tetrahedra between a corner and each triangle: of 1, x and x x^T (Tonon 2004).
    const glm::dvec3 corner = vertices.front();
    double volume = 0.0;
    glm::dvec3 first(0.0);
    glm::dmat3 second(0.0);
    for (const auto& [i, j, k] : triangles) {
        const glm::dvec3 a = vertices[i] - corner, b = vertices[j] - corner, c = vertices[k] - corner;
        const double v = glm::dot(a, glm::cross(b, c)) / 6.0;
        const glm::dvec3 sum = a + b + c;
        volume += v;
        first += v / 4.0 * sum;
        second +=
            v / 20.0 *
            (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(sum, sum));
    }
    const glm::dvec3 centre = first / volume;
    const glm::dmat3 spread = second * (1.0 / volume) - glm::outerProduct(centre, centre);
    glm::dmat3 inertia = glm::dmat3(spread[0][0] + spread[1][1] + spread[2][2]) - spread;
    const glm::dmat3 axes = principal_axes(inertia);
    return {
        volume, {corner + centre, glm::normalize(glm::quat_cast(axes))}, {inertia[0][0], inertia[1][1], inertia[2][2]}};
}

}  // namespace sim
