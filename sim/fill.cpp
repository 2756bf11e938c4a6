#include "sim/fill.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "sim/flow.hpp"
#include "sim/grains.hpp"
#include "sim/lattice.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

/// Writes the points of a volume from slot `next` on; returns the slot behind them.
std::size_t fill_volume(const Lattice& lattice, Particles& particles, std::size_t next) {
    for (std::int64_t k = 0; k < lattice.extent()[2]; ++k) {
        for (std::int64_t j = 0; j < lattice.extent()[1]; ++j) {
            const Lattice::Row row = lattice.row(j, k);
            for (std::int64_t i = row.begin; i < row.end; ++i, ++next) {
                particles.x[next] = static_cast<float>(lattice.coordinate(0, i));
                particles.y[next] = static_cast<float>(lattice.coordinate(1, j));
                particles.z[next] = static_cast<float>(lattice.coordinate(2, k));
            }
        }
    }
    return next;
}

}  // namespace

double count_particles(const Scene& scene) {
    double count = 0.0;
    for (const Volume& volume : scene.volumes) {
        const Lattice lattice(volume, static_cast<double>(spacing_of(scene, volume)));
        count += count > max_particles ? lattice.estimate() : lattice.count();
    }
    return count;
}

std::optional<std::size_t> fluid_index(const Scene& scene, const Volume& volume) {
    if (volume.fluid.empty() && !scene.fluids.empty()) return 0;
    const auto found = std::ranges::find(scene.fluids, volume.fluid, &Fluid::name);
    if (found == scene.fluids.end()) return std::nullopt;
    return static_cast<std::size_t>(found - scene.fluids.begin());
}

Particles fill(const Scene& scene) {
    const double count = count_particles(scene);
    if (count < 1.0 && scene.emitters.empty())
        throw std::invalid_argument("the scene has no particles: its volumes are thinner than its spacing");
    if (count > max_particles) {
        throw std::invalid_argument("the scene would have more than " + count_text(max_particles) + " particles");
    }
    Particles particles;
    particles.resize(static_cast<std::size_t>(count));
    const std::vector<float> spacings = spacings_of(scene);
    if (is_mixed(scene)) particles.grain.resize(particles.size());
    std::size_t next = 0;
    for (const Volume& volume : scene.volumes) {
        const std::optional<std::size_t> fluid = fluid_index(scene, volume);
        if (!fluid)
            throw std::invalid_argument("the scene has no fluid " + in_quotes(volume.fluid) + " to fill a volume with");
        const std::size_t first = next;
        const float spacing = spacing_of(scene, volume);
        next = fill_volume(Lattice(volume, static_cast<double>(spacing)), particles, next);
        for (std::size_t i = first; i < next; ++i) {
            const glm::vec3 velocity =
                volume.velocity + velocity_at(volume.flow, {particles.x[i], particles.y[i], particles.z[i]});
            particles.vx[i] = velocity.x;
            particles.vy[i] = velocity.y;
            particles.vz[i] = velocity.z;
            particles.id[i] = static_cast<std::uint32_t>(i);
            particles.fluid[i] = static_cast<std::uint8_t>(*fluid);
            if (!particles.grain.empty()) particles.grain[i] = static_cast<std::uint8_t>(grain_of(spacings, spacing));
        }
    }
    return particles;
}

}  // namespace sim
