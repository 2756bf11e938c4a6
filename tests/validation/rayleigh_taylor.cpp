#include "tests/validation/rayleigh_taylor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "sim/world.hpp"
#include "tests/validation/drop_tension.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr int layers = 4;      // of particles, across the periodic slab
constexpr float heavy = 1.2f;  // kg/m³; only the ratio and the kinematic viscosity count

struct Lifted {
    float aside, by;  // along x and z, m
    bool is_light;
};

struct Layered {
    sim::Scene scene;
    double interface = 0.0;                          // height of the light fluid, m
    std::uint32_t first_at_it = 0, first_above = 0;  // numbers of the particles in the two rows that meet there
};

/// How high rows are that bear those above them, from the free surface down: as many of heavy and then of light fluid
/// as fill `half` best, each. A lattice at rest density would fall by several spacings, and bounce; one of as many rows
/// has its interface a thirtieth too low.
struct Rows {
    std::vector<double> of_heavy, of_light;  // m, from the top
    Rows(double spacing, double half, double light_density, double sound_speed) {
        double pressure = 0.0;
        const auto fill = [&](double density) {
            std::vector<double> rows;
            const double weight = density * g * spacing, stiffness = density * sound_speed * sound_speed / 7.0;
            for (double filled = 0.0;; filled += rows.back(), pressure += weight) {
                const double row = spacing / std::pow(1.0 + (pressure + 0.5 * weight) / stiffness, 1.0 / 7.0);
                if (filled + 0.5 * row > half) return rows;
                rows.push_back(row);
            }
        };
        of_heavy = fill(double{heavy});
        of_light = fill(light_density);
    }
};

/// A tank about twice `aspect` as high as wide is filled, the heavy fluid above its middle; `lift` says by how much a
/// particle is displaced and which fluid it is, from its place relative to the interface.
template <class Lift>
Layered layered(float width, float aspect, float spacings, float atwood, float kinematic_viscosity, float sound_speed,
                Lift lift) {
    Layered all;
    sim::Scene& scene = all.scene;
    scene.spacing = width / spacings;
    // Over 2 spacings a lattice under pressure holds itself as a solid does: ripples do not grow at all.
    scene.support = 3.0f;
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

    const Rows rows(double{scene.spacing}, double{aspect} * double{width}, double{light}, double{sound_speed});
    std::vector<double> heights(rows.of_light.rbegin(), rows.of_light.rend());  // from the bottom up
    heights.insert(heights.end(), rows.of_heavy.rbegin(), rows.of_heavy.rend());
    all.interface = std::accumulate(rows.of_light.begin(), rows.of_light.end(), 0.0);
    const auto in_row = static_cast<std::size_t>(spacings) * layers;
    all.first_at_it = static_cast<std::uint32_t>((rows.of_light.size() - 1) * in_row);
    all.first_above = static_cast<std::uint32_t>((rows.of_light.size() + 1) * in_row);
    const double top = std::accumulate(heights.begin(), heights.end(), 0.0) + double{scene.spacing};
    scene.domain.max = {width, static_cast<float>(layers) * scene.spacing, static_cast<float>(top)};

    std::vector<glm::vec3> places;
    std::vector<bool> is_light;
    double bottom = 0.0;
    for (const double height : heights) {
        const double middle = bottom + 0.5 * height;
        for (int j = 0; j < layers; ++j)
            for (int i = 0; i < static_cast<int>(spacings); ++i) {
                glm::vec3 place = (glm::vec3(i, j, 0) + 0.5f) * scene.spacing;
                const Lifted lifted = lift(place.x, static_cast<float>(middle - all.interface));
                place.x += lifted.aside;
                place.z = static_cast<float>(middle) + lifted.by;
                places.push_back(place);
                is_light.push_back(lifted.is_light);
            }
        bottom += height;
    }
    scene = with_particles(std::move(scene), places, std::vector<glm::vec3>(places.size(), glm::vec3(0.0f)));
    for (std::size_t i = 0; i < places.size(); ++i) scene.volumes[i].fluid = is_light[i] ? "light" : "heavy";
    return all;
}

}  // namespace

RippleFigures measure_ripple(const RippleCase& ripple, const Settings& settings, const Host& host) {
    const double k = 2.0 * std::numbers::pi / double{ripple.wavelength};
    const double height0 = 0.016 * double{ripple.wavelength};
    Layered layers_at_rest =
        layered(ripple.wavelength, 1.0f, ripple.spacings, ripple.atwood, 0.0f, 30.0f, [&](float x, float z) -> Lifted {
            // The flow of the mode itself: without divergence.
            const double size = height0 * std::exp(-k * std::abs(double{z}));
            const double side = z < 0.0f ? -1.0 : 1.0;
            return {static_cast<float>(side * size * std::sin(k * double{x})),
                    static_cast<float>(size * std::cos(k * double{x})), z < 0.0f};
        });
    sim::Scene& scene = layers_at_rest.scene;
    RippleFigures figures;
    figures.expected_rate = std::sqrt(double{ripple.atwood} * g * k);
    scene.frame = static_cast<float>(0.1 / figures.expected_rate);
    sim::World world(scene);
    figures.particles = world.particles().size();
    // Of z = middle + height cos(k x) through the rows that meet, by least squares. What all of a fluid weighs along x
    // says it, too, but a fluid that spreads a twentieth of a spacing sideways then seems to rise by a third of one.
    const auto height = [&] {
        const auto& p = world.particles();
        double n = 0.0, c = 0.0, cc = 0.0, z = 0.0, cz = 0.0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (p.id[i] < layers_at_rest.first_at_it || p.id[i] >= layers_at_rest.first_above) continue;
            const double wave = std::cos(k * double{p.x[i]}), place = double{p.z[i]};
            n += 1.0;
            c += wave;
            cc += wave * wave;
            z += place;
            cz += wave * place;
        }
        return (n * cz - c * z) / (n * cc - c * c);
    };
    std::vector<std::pair<double, double>> seen;  // time, height
    for (double now = height(); k * now < 0.3 && world.time() < 4.0 / figures.expected_rate; now = height()) {
        seen.emplace_back(world.time(), now);
        (void)advance(world, settings, host);
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

namespace {

Layered bubble_and_spike(float spacings) {
    constexpr float width = 0.25f, reynolds = 256.0f;
    const auto viscosity = static_cast<float>(double{width} * std::sqrt(g * double{width}) / double{reynolds});
    Layered all = layered(width, 2.0f, spacings, 0.5f, viscosity, 20.0f, [&](float x, float z) -> Lifted {
        const float interface = 0.1f * width * std::cos(2.0f * std::numbers::pi_v<float> * x / width);
        return {0.0f, 0.0f, z < interface};
    });
    all.scene.frame = static_cast<float>(0.1 * std::sqrt(double{width} / g));
    return all;
}

}  // namespace

std::vector<BubbleAndSpike> measure_rayleigh_taylor(float spacings, double until, const Settings& settings,
                                                    const Host& host) {
    const Layered layers_at_rest = bubble_and_spike(spacings);
    const sim::Scene& scene = layers_at_rest.scene;
    sim::World world(scene);
    const double unit = std::sqrt(0.25 / g);
    std::vector<BubbleAndSpike> positions;
    while (world.time() < until * unit) {
        (void)advance(world, settings, host);
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
        // He's interface lies at 2 H; ours, by whole rows, up to half a row off it.
        const double half = 0.5 * double{scene.spacing}, to_his = 0.5 - layers_at_rest.interface;
        positions.push_back(
            {world.time() / unit, double{light[layers]} + half + to_his, double{dense[layers]} - half + to_his});
    }
    return positions;
}

}  // namespace validation
