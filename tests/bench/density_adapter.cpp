#include "tests/bench/density_adapter.hpp"

#include <algorithm>

namespace bench {

namespace {

sim::Scene scene_of(const Cloud& cloud) {
    sim::Scene scene;
    scene.spacing = static_cast<float>(cloud.spacing);
    scene.support = static_cast<float>(cloud.reach_in_spacings);
    scene.fluids = {sim::Fluid{.sound_speed = 30.0f}};
    return scene;
}

/// So far around the cloud that no particle sees a wall.
sim::Domain tank_of(const Cloud& cloud) {
    const float room = 100.0f * cloud.reach;
    const auto [x, X] = std::ranges::minmax(cloud.x);
    const auto [y, Y] = std::ranges::minmax(cloud.y);
    const auto [z, Z] = std::ranges::minmax(cloud.z);
    sim::Domain domain;
    domain.min = {x - room, y - room, z - room};
    domain.max = {X + room, Y + room, Z + room};
    return domain;
}

}  // namespace

DensityAdapter::DensityAdapter(const Cloud& cloud)
    : points_(cloud.size()), medium_(scene_of(cloud)), tank_(tank_of(cloud), medium_.lattice.walls) {}

void DensityAdapter::prepare(sim::Particles& particles) const {
    particles.density.resize(points_);
    particles.pressure.resize(points_);
    particles.fluid.assign(points_, 0);
}

}  // namespace bench
