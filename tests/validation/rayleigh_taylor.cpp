#include "tests/validation/rayleigh_taylor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "sim/world.hpp"
#include "tests/validation/drop_tension.hpp"

namespace validation {

namespace {

constexpr double g = 9.81;     // m/s²
constexpr int layers = 4;      // of particles, across the periodic slab
constexpr float heavy = 1.2f;  // kg/m³; only the ratio and the kinematic viscosity count

struct Lifted {
    float aside, by;  // along x and z, m
    bool is_light;
};

/// A tank twice `aspect` as high as wide is filled, the heavy fluid above its middle; `lift` says by how much a
/// particle is displaced and which fluid it is, from its place relative to the middle.
template <class Lift>
sim::Scene layered(float width, float aspect, float spacings, float atwood, float kinematic_viscosity,
                   float sound_speed, Lift lift) {
    sim::Scene scene;
    scene.spacing = width / spacings;
    // Over 2 spacings a lattice under pressure holds itself as a solid does: ripples do not grow at all.
    scene.support = 3.0f;
    scene.domain.max = {width, static_cast<float>(layers) * scene.spacing, 2.0f * aspect * width};
    scene.domain.periodic = {false, true, false};
    scene.gravity = {0.0f, 0.0f, -static_cast<float>(g)};
    const float light = heavy * (1.0f - atwood) / (1.0f + atwood);
    const auto fluid = [&](const char* name, float density) {
        return sim::Fluid{.name = name,
                          .rest_density = density,
                          .viscosity = kinematic_viscosity * density,
                          .artificial_viscosity = 0.0f,
                          .sound_speed = sound_speed};
    };
    scene.fluids = {fluid("heavy", heavy), fluid("light", light)};
    // Rows are as much closer together as their weight makes them in the end: a lattice at rest density would fall by
    // several spacings, and bounce. They are set from the bottom up; the surface above is free.
    const float middle = aspect * width;
    const int rows = static_cast<int>(std::lround(2.0f * aspect * spacings));
    const auto row_weight = [&](int k) { return double{k < rows / 2 ? light : heavy} * g * double{scene.spacing}; };
    double pressure = 0.0, bottom = 0.0;
    for (int k = 0; k < rows; ++k) pressure += row_weight(k);
    std::vector<glm::vec3> places;
    std::vector<bool> is_light;
    for (int k = 0; k < rows; ++k) {
        const double density = double{k < rows / 2 ? light : heavy};
        const double stiffness = density * double{sound_speed} * double{sound_speed} / 7.0;
        const double height =
            double{scene.spacing} / std::pow(1.0 + (pressure - 0.5 * row_weight(k)) / stiffness, 1.0 / 7.0);
        for (int j = 0; j < layers; ++j)
            for (int i = 0; i < static_cast<int>(spacings); ++i) {
                glm::vec3 place = (glm::vec3(i, j, k) + 0.5f) * scene.spacing;
                const Lifted lifted = lift(place.x, place.z - middle);
                place.x += lifted.aside;
                place.z = static_cast<float>(bottom + 0.5 * height) + lifted.by;
                places.push_back(place);
                is_light.push_back(lifted.is_light);
            }
        bottom += height;
        pressure -= row_weight(k);
    }
    scene = with_particles(std::move(scene), places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f)));
    for (std::size_t i = 0; i < places.size(); ++i) scene.volumes[i].fluid = is_light[i] ? "light" : "heavy";
    return scene;
}

void advance(sim::World& world) {
    const sim::FrameReport report = world.advance_frame();
    if (!report.trouble.empty()) throw std::runtime_error("two layers went wrong: " + report.trouble);
}

}  // namespace

RippleFigures measure_ripple(const RippleCase& ripple) {
    const double k = 2.0 * std::numbers::pi / double{ripple.wavelength};
    const double height0 = 0.016 * double{ripple.wavelength};
    sim::Scene scene =
        layered(ripple.wavelength, 1.0f, ripple.spacings, ripple.atwood, 0.0f, 30.0f, [&](float x, float z) -> Lifted {
            // The flow of the mode itself: without divergence.
            const double size = height0 * std::exp(-k * std::abs(double{z}));
            const double side = z < 0.0f ? -1.0 : 1.0;
            return {static_cast<float>(side * size * std::sin(k * double{x})),
                    static_cast<float>(size * std::cos(k * double{x})), z < 0.0f};
        });
    RippleFigures figures;
    figures.expected_rate = std::sqrt(double{ripple.atwood} * g * k);
    scene.frame = static_cast<float>(0.1 / figures.expected_rate);
    sim::World world(scene);
    figures.particles = world.particles().size();
    const auto height = [&] {
        const auto& p = world.particles();
        double sum = 0.0;
        for (std::size_t i = 0; i < p.size(); ++i)
            if (p.fluid[i] == 1) sum += std::cos(k * double{p.x[i]});
        const double spacing = double{scene.spacing};
        return sum * spacing * spacing / static_cast<double>(layers) * 2.0 / double{ripple.wavelength};
    };
    std::vector<std::pair<double, double>> seen;  // time, height
    for (double now = height(); k * now < 0.3 && world.time() < 4.0 / figures.expected_rate; now = height()) {
        seen.emplace_back(world.time(), now);
        advance(world);
    }
    // The least squares of a cosh(rate t).
    double least = std::numeric_limits<double>::infinity();
    for (double rate = 0.0; rate < 2.0 * figures.expected_rate; rate += 0.005 * figures.expected_rate) {
        double cc = 0.0, cy = 0.0, yy = 0.0;
        for (const auto& [time, now] : seen) {
            const double c = std::cosh(rate * time);
            cc += c * c;
            cy += c * now;
            yy += now * now;
        }
        const double off = yy - cy * cy / cc;
        if (off >= least) continue;
        least = off;
        figures.rate = rate;
    }
    return figures;
}

sim::Scene rayleigh_taylor_scene(float spacings) {
    constexpr float width = 0.25f, reynolds = 256.0f;
    const auto viscosity = static_cast<float>(double{width} * std::sqrt(g * double{width}) / double{reynolds});
    sim::Scene scene = layered(width, 2.0f, spacings, 0.5f, viscosity, 20.0f, [&](float x, float z) -> Lifted {
        const float interface = 0.1f * width * std::cos(2.0f * std::numbers::pi_v<float> * x / width);
        return {0.0f, 0.0f, z < interface};
    });
    scene.frame = static_cast<float>(0.1 * std::sqrt(double{width} / g));
    return scene;
}

std::vector<BubbleAndSpike> measure_rayleigh_taylor(float spacings, double until) {
    const sim::Scene scene = rayleigh_taylor_scene(spacings);
    sim::World world(scene);
    const double unit = std::sqrt(0.25 / g);
    std::vector<BubbleAndSpike> positions;
    while (world.time() < until * unit) {
        advance(world);
        const auto& p = world.particles();
        // The light fluid's highest place beside the walls, the heavy one's lowest in the middle: the place that half
        // a row of particles has passed, so that a single one does not count.
        std::vector<float> light, dense;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const float from_middle = std::abs(p.x[i] - 0.125f);
            if (p.fluid[i] == 1 && from_middle > 0.125f - 1.5f * scene.spacing) light.push_back(p.z[i]);
            if (p.fluid[i] == 0 && from_middle < 1.5f * scene.spacing) dense.push_back(p.z[i]);
        }
        const auto nth = static_cast<std::ptrdiff_t>(layers);
        std::ranges::nth_element(light, light.begin() + nth, std::greater());
        std::ranges::nth_element(dense, dense.begin() + nth);
        const double half = 0.5 * double{scene.spacing};
        positions.push_back({world.time() / unit, double{light[layers]} + half, double{dense[layers]} - half});
    }
    return positions;
}

}  // namespace validation
