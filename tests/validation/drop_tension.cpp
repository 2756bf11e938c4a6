#include "tests/validation/drop_tension.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>
#include <string>

#include "sim/world.hpp"
#include "tests/validation/oscillation.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

glm::dvec3 centre_of(const sim::Particles& p) {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i) sum += glm::dvec3(p.x[i], p.y[i], p.z[i]);
    return sum / static_cast<double>(p.size());
}

/// Of the pressure that forces transmit, all over the inside of a drop: where neither a probe's reach nor, from the
/// surface, tension's goes. The particles' own pressures say little there: a packing that has come to rest holds some
/// far above the mean and others at none.
std::vector<sim::Probe> probes_within(const DropCase& drop, const sim::Scene& scene) {
    constexpr double rim = 2.0 + 3.5, apart = 2.0;  // spacings
    const double deep = std::max(0.0, double{drop.spacings} - rim);
    const int n = static_cast<int>(deep / apart), layers = drop.flat ? 0 : n;
    std::vector<sim::Probe> probes;
    for (int k = -n; k <= n; ++k)
        for (int j = -layers; j <= layers; ++j)
            for (int i = -n; i <= n; ++i) {
                const glm::dvec3 off = apart * glm::dvec3(i, j, k);
                if (glm::length(off) > deep) continue;
                sim::Probe& one = probes.emplace_back();
                one.name = "p" + std::to_string(probes.size());
                one.kind = sim::ProbeKind::pressure;
                one.position = 0.5f * scene.domain.max + glm::vec3(off) * scene.spacing;
            }
    return probes;
}

}  // namespace

sim::Scene with_particles(sim::Scene scene, const std::vector<glm::vec3>& places,
                          const std::vector<glm::vec3>& velocities) {
    scene.volumes.clear();
    for (std::size_t i = 0; i < places.size(); ++i) {
        sim::Volume volume;
        volume.min = places[i] - 0.5f * scene.spacing;
        volume.max = places[i] + 0.75f * scene.spacing;  // one particle for sure, half a spacing from min
        volume.velocity = velocities[i];
        scene.volumes.push_back(volume);
    }
    return scene;
}

sim::Scene drop_scene(const DropCase& drop, bool square) {
    sim::Scene scene;
    scene.name = "drop";
    scene.spacing = drop.radius / drop.spacings;
    scene.support = 2.0f;  // what tension is made for

    const float width = 4.0f * drop.radius, thickness = drop.flat ? 4.0f * scene.spacing : width;
    scene.domain.max = {width, thickness, width};
    scene.domain.periodic[1] = drop.flat;
    scene.gravity = glm::vec3(0.0f);
    scene.fluids = {drop.fluid};
    scene.tension.model = drop.model;
    const glm::vec3 centre = 0.5f * scene.domain.max;
    // Half a spacing off, so that the lattice is symmetric about the centre.
    const int n = static_cast<int>(std::ceil(drop.spacings)) + 1;
    std::vector<glm::vec3> places;
    // A liquid is no crystal: on the lattice itself a disc of 12 spacings kept a third of its pressure in its rows.
    std::mt19937 rng(drop.draw);
    constexpr auto far = static_cast<float>(most_off);
    std::uniform_real_distribution<float> off(-far, far);  // spacings
    for (int k = -n; k < n; ++k)
        for (int j = drop.flat ? -2 : -n; j < (drop.flat ? 2 : n); ++j)
            for (int i = -n; i < n; ++i) {
                const glm::vec3 p = (glm::vec3(i, j, k) + 0.5f) * scene.spacing;
                const glm::vec3 across = drop.flat ? glm::vec3(p.x, 0.0f, p.z) : p;
                const float side = drop.radius * (drop.flat ? std::sqrt(std::numbers::pi_v<float>) / 2.0f
                                                            : std::cbrt(std::numbers::pi_v<float> / 6.0f));
                const bool inside = square
                                        ? std::max({std::abs(across.x), std::abs(across.y), std::abs(across.z)}) < side
                                        : glm::dot(across, across) < drop.radius * drop.radius;
                if (inside) places.push_back(centre + p + scene.spacing * glm::vec3{off(rng), off(rng), off(rng)});
            }
    return with_particles(std::move(scene), places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f)));
}

DropFigures measure_drop(const DropCase& drop, const Settings& settings, const Host& host, double periods) {
    DropFigures figures;
    const double sigma = drop.fluid.tension, rho = drop.fluid.rest_density;

    DropCase calm = drop;  // critically damped, about
    const double omega0 = std::sqrt((drop.flat ? 6.0 : 8.0) * sigma / (rho * std::pow(double{drop.radius}, 3.0)));
    const double period0 = 2.0 * std::numbers::pi / omega0;
    calm.fluid.viscosity = static_cast<float>(rho * omega0 * drop.radius * drop.radius / 6.0);
    calm.fluid.artificial_viscosity = 0.05f;
    sim::Scene scene = drop_scene(calm);
    scene.frame = static_cast<float>(period0 / 64.0);
    scene.probes = probes_within(drop, scene);
    sim::World rest(scene);
    constexpr double calming = 1.5, looking = 0.5;  // of its period
    run_until(rest, calming * period0, settings, host, [](const sim::FrameReport&) {});

    figures.particles = rest.particles().size();
    const double volume = static_cast<double>(figures.particles) * std::pow(double{scene.spacing}, 3.0);
    const double radius = drop.flat ? std::sqrt(volume / (std::numbers::pi * 4.0 * double{scene.spacing}))
                                    : std::cbrt(volume * 3.0 / (4.0 * std::numbers::pi));
    figures.expected_jump = (drop.flat ? 1.0 : 2.0) * sigma / radius;
    const double omega = std::sqrt((drop.flat ? 6.0 : 8.0) * sigma / (rho * std::pow(radius, 3.0)));
    figures.expected_period = 2.0 * std::numbers::pi / omega;

    const glm::dvec3 start = 0.5 * glm::dvec3(scene.domain.max);
    const auto across = [&](glm::dvec3 d) { return drop.flat ? glm::dvec3(d.x, 0.0, d.z) : d; };
    double pressures = 0.0, count = 0.0;
    run_until(rest, (calming + looking) * period0, settings, host, [&](const sim::FrameReport& report) {
        for (const double pressure : report.probes) pressures += pressure;
        count += static_cast<double>(report.probes.size());
    });
    figures.jump = pressures / count;
    const auto& p = rest.particles();
    double closest = 1e9;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            closest = std::min(closest, glm::length(glm::dvec3(p.x[i] - p.x[j], p.y[i] - p.y[j], p.z[i] - p.z[j])));
    figures.closest = closest / double{scene.spacing};
    {
        // The outermost particle by direction, of the disc or of a slice around the middle.
        std::array<double, 36> rim{};
        for (std::size_t i = 0; i < p.size(); ++i) {
            const glm::dvec3 d = glm::dvec3(p.x[i], p.y[i], p.z[i]) - start;
            if (std::abs(d.y) > 2.0 * double{scene.spacing}) continue;
            const double turn = std::atan2(d.z, d.x) / (2.0 * std::numbers::pi) + 0.5;
            double& out = rim[std::min<std::size_t>(35, static_cast<std::size_t>(turn * 36.0))];
            out = std::max(out, std::hypot(d.x, d.z));
        }
        double mean = 0.0, square = 0.0;
        for (const double r : rim) mean += r / 36.0;
        for (const double r : rim) square += (r - mean) * (r - mean) / 36.0;
        figures.roughness = std::sqrt(square) / double{scene.spacing};
    }

    // The flow of the mode is the gradient of x² - z², or of x² + y² - 2 z².
    const glm::dvec3 rests_at = centre_of(p);
    std::vector<glm::vec3> places, velocities;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::vec3 place(p.x[i], p.y[i], p.z[i]);
        const glm::dvec3 d = across(glm::dvec3(place) - rests_at);
        const double pace = (drop.flat ? 0.08 : 0.05) * omega;
        places.push_back(place);
        velocities.emplace_back(pace * (drop.flat ? glm::dvec3(d.x, 0.0, -d.z) : glm::dvec3(d.x, d.y, -2.0 * d.z)));
    }
    sim::Scene kicked = drop_scene(drop);
    kicked.frame = scene.frame;
    kicked = with_particles(std::move(kicked), places, velocities);
    sim::World world(kicked);
    Curve moments;
    const glm::dvec3 before = centre_of(world.particles());
    run_until(world, periods * figures.expected_period, settings, host, [&](const sim::FrameReport&) {
        const auto& q = world.particles();
        const glm::dvec3 centre = centre_of(q);
        double moment = 0.0;
        for (std::size_t i = 0; i < q.size(); ++i) {
            const glm::dvec3 d = glm::dvec3(q.x[i], q.y[i], q.z[i]) - centre;
            moment += drop.flat ? d.x * d.x - d.z * d.z : d.x * d.x + d.y * d.y - 2.0 * d.z * d.z;
        }
        moments.add(world.time(), moment);
    });
    const Oscillation swing = fit_oscillation(moments, figures.expected_period);
    figures.period = swing.period;
    figures.damping = swing.decay;
    figures.misfit = swing.misfit / swing.amplitude;
    const auto& q = world.particles();
    const glm::dvec3 centre = centre_of(q);
    figures.drift = glm::length(across(centre - before)) / radius;  // along a periodic axis there is no centre
    glm::dvec3 turning(0.0);
    double inertia = 0.0;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const glm::dvec3 d = across(glm::dvec3(q.x[i], q.y[i], q.z[i]) - centre);
        turning += glm::cross(d, glm::dvec3(q.vx[i], q.vy[i], q.vz[i]));
        inertia += glm::dot(d, d) * (drop.flat ? 1.0 : 2.0 / 3.0);
    }
    figures.spin = (drop.flat ? std::abs(turning.y) : glm::length(turning)) / inertia / omega;
    return figures;
}

}  // namespace validation
