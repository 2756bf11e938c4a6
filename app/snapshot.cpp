#include "app/snapshot.hpp"

#include <algorithm>
#include <cmath>

#include "app/neighbour_counts.hpp"
#include "sim/grains.hpp"

namespace app {
namespace {

void colour_values(const sim::World& world, sim::Colouring colouring, std::vector<float>& value) {
    const sim::Particles& particles = world.particles();
    switch (colouring) {
        case sim::Colouring::speed:
            value.resize(particles.size());
            for (std::size_t i = 0; i < value.size(); ++i)
                value[i] = std::sqrt(particles.vx[i] * particles.vx[i] + particles.vy[i] * particles.vy[i] +
                                     particles.vz[i] * particles.vz[i]);
            return;
        case sim::Colouring::density:
            value.assign(particles.density.begin(), particles.density.end());
            return;
        case sim::Colouring::compression:
            value.resize(particles.size());
            for (std::size_t i = 0; i < value.size(); ++i) {
                const float rest = world.parameters().fluids[particles.fluid[i]].rest_density;
                // At a surface there is air in the sum: that is no stretching.
                value[i] = std::max(0.0f, 100.0f * (particles.density[i] / rest - 1.0f));
            }
            return;
        case sim::Colouring::pressure:
            value.assign(particles.pressure.begin(), particles.pressure.end());
            return;
        case sim::Colouring::neighbours:
            count_neighbours(world, value);
            return;
        case sim::Colouring::time_level: {
            const std::span<const float> levels = world.last_steps().levels;
            value.assign(particles.size(), 0.0f);
            std::ranges::copy(levels, value.begin());
            return;
        }
        case sim::Colouring::fluid:
            value.assign(particles.fluid.begin(), particles.fluid.end());
            return;
    }
}

}  // namespace

void copy_state(const sim::World& world, sim::Colouring colouring, Snapshot& snapshot) {
    const sim::Particles& particles = world.particles();
    snapshot.x.assign(particles.x.begin(), particles.x.end());
    snapshot.y.assign(particles.y.begin(), particles.y.end());
    snapshot.z.assign(particles.z.begin(), particles.z.end());
    snapshot.spacing.resize(particles.grain.size());
    if (!particles.grain.empty()) {
        const std::vector<float> spacings = sim::spacings_of(world.scene());
        for (std::size_t i = 0; i < particles.size(); ++i) snapshot.spacing[i] = spacings[particles.grain[i]];
    }
    snapshot.solids.clear();
    for (const sim::SolidState& solid : world.solids().states()) snapshot.solids.push_back({solid.entry, solid.pose});
    for (const sim::SolidHand::Touched& touched : world.solids().hand().touched())
        snapshot.solids[touched.solid].is_out = touched.is_out != 0;
    colour_values(world, colouring, snapshot.value);
    snapshot.colouring = colouring;
    snapshot.time = world.time();
    snapshot.frame = world.frame();
    snapshot.longest_step = world.last_steps().longest;
    snapshot.neighbours = world.neighbour_search();
    snapshot.broadphase = world.broad_phase().name();
    snapshot.broad_note = world.broad_phase().note();
    snapshot.broad_bytes = world.broad_phase().bytes();
    snapshot.sound_speed.resize(world.parameters().fluids.size());
    for (std::size_t fluid = 0; fluid < snapshot.sound_speed.size(); ++fluid)
        snapshot.sound_speed[fluid] = world.sound_speed(fluid);
}

const char* unit_of(sim::Colouring colouring) {
    switch (colouring) {
        case sim::Colouring::speed:
            return "m/s";
        case sim::Colouring::density:
            return "kg/m³";
        case sim::Colouring::compression:
            return "%";
        case sim::Colouring::pressure:
            return "Pa";
        case sim::Colouring::neighbours:
            return "in reach";
        case sim::Colouring::time_level:
        case sim::Colouring::fluid:
            break;
    }
    return "";
}

}  // namespace app
