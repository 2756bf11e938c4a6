#include "sim/grains.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "sim/kernels.hpp"
#include "sim/traffic.hpp"
#include "spatial/blocks.hpp"

namespace sim {

namespace {

/// 2 pi times the integral of W r dr from z to h: what a plane at the distance z weighs, spread evenly. 1/m
double poly6_of_plane(double z, double h) {
    const double q = z / h;
    return q < 1.0 ? 315.0 / 256.0 * std::pow(1.0 - q * q, 4.0) / h : 0.0;
}
double spiky_of_plane(double z, double h) {
    const double u = 1.0 - z / h;
    return u > 0.0 ? 30.0 * std::pow(u, 4.0) * (0.25 - 0.2 * u) / h : 0.0;
}

/// What the outermost layer of a sees of the layers of b beyond a plane, were each layer spread evenly.
template <class Plane>
double seen_beyond(Plane plane, double spacing_a, double spacing_b, double support) {
    double sum = 0.0;
    for (double z = 0.5 * (spacing_a + spacing_b); z < support; z += spacing_b) sum += spacing_b * plane(z, support);
    return sum;
}

/// What it sees of its own lattice there.
template <class Kernel>
double own_beyond(const Kernel& kernel, float spacing, float support) {
    const int far = static_cast<int>(std::ceil(support / spacing));
    double sum = 0.0;
    for (int k = 1; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i)
                sum += double{kernel(spacing * std::sqrt(static_cast<float>(i * i + j * j + k * k)))};
    return sum * std::pow(double{spacing}, 3.0);
}

}  // namespace

std::vector<float> spacings_of(const Scene& scene) {
    std::vector<float> spacings;
    for (const Volume& volume : scene.volumes) spacings.push_back(spacing_of(scene, volume));
    std::ranges::sort(spacings, std::greater<>());
    const auto rest = std::ranges::unique(spacings);
    spacings.erase(rest.begin(), rest.end());
    return spacings;
}

bool is_mixed(const Scene& scene) noexcept {
    return std::ranges::any_of(scene.volumes, [&](const Volume& v) { return spacing_of(scene, v) != scene.spacing; });
}

std::size_t grain_of(std::span<const float> spacings, float spacing) noexcept {
    return static_cast<std::size_t>(std::ranges::find(spacings, spacing) - spacings.begin());
}

GrainPair pair_of(float a, float b, float support_in_spacings) {
    const float support = 0.5f * support_in_spacings * (a + b), own = support_in_spacings * a;
    if (a == b) return {support, 1.0f, 1.0f};
    return {support, static_cast<float>(own_beyond(Poly6(own), a, own) / seen_beyond(poly6_of_plane, a, b, support)),
            static_cast<float>(own_beyond(Spiky(own), a, own) / seen_beyond(spiky_of_plane, a, b, support))};
}

Grains::Grains(const Scene& scene) {
    if (!is_mixed(scene)) return;
    const std::vector<float> spacings = spacings_of(scene);
    if (spacings.size() > most_grains)
        throw std::invalid_argument("volumes have " + std::to_string(spacings.size()) +
                                    " different spacings; at most " + std::to_string(most_grains) + " can be mixed");
    if (std::ranges::find(scene.domain.periodic, true) != scene.domain.periodic.end())
        throw std::invalid_argument("volumes of different spacings do not go with a periodic tank");
    if (has_traffic(scene))
        throw std::invalid_argument("volumes of different spacings do not go with emitters, drains and open sides");
    Scene alone = scene;
    for (const float spacing : spacings) {
        alone.spacing = spacing;
        const Medium medium(alone);
        grains_.push_back({spacing, medium, Tank(scene.domain, medium.lattice.walls)});
        for (const float other : spacings) pairs_.push_back(pair_of(spacing, other, scene.support));
    }
}

void Grains::limit_sound(const Scene& scene, const SlowSound& sound) {
    Scene alone = scene;
    for (Grain& grain : grains_) {
        alone.spacing = grain.spacing;
        grain.medium.limit_sound(alone, sound);
    }
}

void Grains::spread_supports(const Particles& p, std::vector<float>& supports) const {
    std::array<float, most_grains> by_grain{};
    for (std::size_t g = 0; g < grains_.size(); ++g) by_grain[g] = grains_[g].medium.support;
    supports.resize(p.size());
#pragma omp parallel for schedule(static) if (p.size() > spatial::worth_a_team_for_little)
    for (std::size_t i = 0; i < p.size(); ++i) supports[i] = by_grain[p.grain[i]];
}

double Grains::step_limit(std::span<const Pace> paces, float courant) const {
    double limit = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < grains_.size(); ++g)
        limit = std::min(limit,
                         courant_limit(paces.empty() ? Pace{} : paces[g], grains_[g].medium, grains_[g].tank, courant));
    return limit;
}

void Grains::find_paces(const Particles& p, std::vector<Pace>& paces) const {
    std::array<float, most_grains> fastest{}, most_pushed{};
    std::array<int, most_grains> strange{};
    float *const v = fastest.data(), *const a = most_pushed.data();
    int* const odd = strange.data();
#pragma omp parallel for schedule(static) reduction(max                  \
                                                    : v[:most_grains], a \
                                                    [:most_grains])      \
    reduction(|                                                          \
              : odd[:most_grains]) if (p.size() > spatial::worth_a_team)
    for (std::size_t i = 0; i < p.size(); ++i) {
        const std::size_t g = p.grain[i];
        const float v2 = p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i];
        const float a2 = p.ax[i] * p.ax[i] + p.ay[i] * p.ay[i] + p.az[i] * p.az[i];
        v[g] = std::max(v[g], v2);
        a[g] = std::max(a[g], a2);
        odd[g] |= !std::isfinite(v2 + a2 + p.x[i] + p.y[i] + p.z[i]);
    }
    paces.resize(grains_.size());
    for (std::size_t g = 0; g < paces.size(); ++g) paces[g] = {fastest[g], most_pushed[g], strange[g] == 0};
}

}  // namespace sim
