#include "sim/observation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "sim/mix.hpp"

namespace sim {

namespace {

constexpr std::size_t chunk_size = 4096;

bool holds(const Domain& tank, float x, float y, float z) noexcept {
    return x >= tank.min.x && x <= tank.max.x && y >= tank.min.y && y <= tank.max.y && z >= tank.min.z &&
           z <= tank.max.z;
}

}  // namespace

Observation observe(const Particles& p, const Medium& medium, const Grains& grains, const Domain& domain) {
    const std::size_t chunks = (p.size() + chunk_size - 1) / chunk_size;
    std::vector<Observation> parts(chunks);
    const glm::dvec3 centre = 0.5 * (glm::dvec3(domain.min) + glm::dvec3(domain.max));
#pragma omp parallel for schedule(static) if (chunks > 2)
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        Observation& o = parts[chunk];
        const std::size_t end = std::min(p.size(), (chunk + 1) * chunk_size);
        for (std::size_t i = chunk * chunk_size; i < end; ++i) {
            const Medium::Phase& phase = (grains.mixed() ? grains[p.grain[i]].medium : medium).phases[p.fluid[i]];
            const double m = phase.mass;
            const double vx = p.vx[i], vy = p.vy[i], vz = p.vz[i];
            const double v2 = vx * vx + vy * vy + vz * vz;
            o.mass += m;
            o.kinetic_energy += 0.5 * m * v2;
            o.potential_energy += m * medium.pull.potential({p.x[i], p.y[i], p.z[i]}, centre);
            o.momentum[0] += m * vx;
            o.momentum[1] += m * vy;
            o.momentum[2] += m * vz;
            const double error = std::max(0.0, double{p.density[i]} / phase.rest_density - 1.0);
            o.mean_density_error += error;
            o.max_density_error = std::max(o.max_density_error, error);
            o.max_speed = std::max(o.max_speed, static_cast<float>(std::sqrt(v2)));
            if (!holds(domain, p.x[i], p.y[i], p.z[i])) ++o.outside;
        }
    }
    Observation all;
    for (const Observation& o : parts) {
        all.mass += o.mass;
        all.outside += o.outside;
        all.kinetic_energy += o.kinetic_energy;
        all.potential_energy += o.potential_energy;
        for (std::size_t k = 0; k < 3; ++k) all.momentum[k] += o.momentum[k];
        all.mean_density_error += o.mean_density_error;
        all.max_density_error = std::max(all.max_density_error, o.max_density_error);
        all.max_speed = std::max(all.max_speed, o.max_speed);
    }
    if (p.size() > 0) all.mean_density_error /= static_cast<double>(p.size());
    return all;
}

std::uint64_t hash_of(const Particles& p) {
    std::uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum) if (p.size() > 2 * chunk_size)
    for (std::size_t i = 0; i < p.size(); ++i) {
        std::uint64_t h = mix((std::uint64_t{p.id[i]} << 8) | p.fluid[i]);
        for (const auto* values : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz})
            h = mix(h * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint32_t>((*values)[i]));
        sum += h;
    }
    return sum;
}

}  // namespace sim
