#include "sim/energy_guard.hpp"

#include <algorithm>
#include <functional>
#include <glm/vec3.hpp>

#include "sim/blow_up.hpp"

namespace sim {
namespace {

/// What tension can give a fluid by drawing its surfaces together, J/kg: no more than a sheet of one layer has, both
/// faces of it.
double most_of_surfaces(const Scene& scene) {
    double most = 0.0;
    for (const Fluid& fluid : scene.fluids)
        most = std::max(most, 2.0 * double{fluid.tension} / (double{fluid.rest_density} * double{scene.spacing}));
    return most;
}

double energy_of(const Observation& all) { return all.kinetic_energy + all.potential_energy; }

}  // namespace

bool is_driven(const Scene& scene) {
    const Domain& tank = scene.domain;
    const auto moves = [](const Solid& solid) { return solid.motion != Motion::fixed; };
    const auto glides = [](const Wall& wall) { return wall.velocity != glm::vec3(0.0f); };
    const auto falls_on_and_on = [&] {
        for (int axis = 0; axis < 3; ++axis)
            if (tank.periodic[static_cast<std::size_t>(axis)] && scene.gravity[axis] != 0.0f) return true;
        return false;
    };
    return !scene.emitters.empty() || !scene.drains.empty() || std::ranges::any_of(tank.open, std::identity()) ||
           std::ranges::any_of(scene.solids, moves) || std::ranges::any_of(tank.walls, glides) ||
           scene.shaking.amplitude != glm::vec3(0.0f) || falls_on_and_on();
}

void EnergyGuard::look_at(const Observation& all, double time, bool was_driven) noexcept {
    if (was_driven)
        forget();
    else if (energy_of(all) < least_.energy)
        least_ = {energy_of(all), time};
}

std::string EnergyGuard::describe(const Observation& all, const Particles& particles, const Scene& scene, float flow,
                                  double time) const {
    const double gained = energy_of(all) - least_.energy;
    const double most = all.mass * (0.5 * double{flow} * double{flow} + most_of_surfaces(scene));
    if (!(gained > most)) return {};
    return describe_gain(particles, scene, {gained, most, least_.time, time});
}

}  // namespace sim
