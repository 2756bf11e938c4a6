#include "tests/validation/patch.hpp"

#include <cmath>

#include "tests/validation/drop_tension.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

sim::Scene round_patch(int in_radius, double room, double rate) {
    const double spacing = 1.0 / in_radius;
    sim::Scene scene = slab(room, room, spacing);
    scene.gravity = glm::vec3(0.0f);
    scene.fluids[0].viscosity = 0.0f;
    std::vector<glm::vec3> places, velocities;
    for (int k = -in_radius; k < in_radius; ++k)
        for (int j = 0; j < 4; ++j)
            for (int i = -in_radius; i < in_radius; ++i) {
                const double x = (i + 0.5) * spacing, z = (k + 0.5) * spacing;
                if (x * x + z * z > 1.0) continue;
                places.emplace_back(0.5 * room + x, (j + 0.5) * spacing, 0.5 * room + z);
                velocities.emplace_back(rate * x, 0.0, -rate * z);
            }
    return with_particles(scene, places, velocities);
}

double half_axis(const std::vector<float>& places) {
    double sum = 0.0, squares = 0.0;
    for (const float place : places) {
        sum += double{place};
        squares += double{place} * double{place};
    }
    const auto n = static_cast<double>(places.size());
    return 2.0 * std::sqrt(squares / n - sum * sum / (n * n));
}

}  // namespace validation
