#include "sim/cohesion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sim {

namespace {

constexpr float closest_pair = 0.6f;  // r0, spacings: less than any pair inside of a fluid is apart
constexpr float full = 0.9f;          // inside of a liquid c varies by a few per cent
constexpr float softness = 0.06f;     // e

/// Integrals of (1 - z²)^4 and (1 - z²)^5 from 0 to q.
float fourth(float q) noexcept {
    const float t = q * q;
    return q * (1.0f + t * (-4.0f / 3.0f + t * (6.0f / 5.0f + t * (-4.0f / 7.0f + t / 9.0f))));
}
float fifth(float q) noexcept {
    const float t = q * q;
    return q * (1.0f + t * (-5.0f / 3.0f + t * (2.0f + t * (-10.0f / 7.0f + t * (5.0f / 9.0f - t / 11.0f)))));
}

}  // namespace

// A plane at z holds pi * integral of W du from z² to 1, which is pi ((1 - u0) / 3 (1 - z²)^4 - (1 - z²)^5 / 5).
float Cohesion::behind(float q) const noexcept {
    if (q >= 1.0f) return 0.0f;
    const float a = (1.0f - closest) / 3.0f;
    const float half = a * fourth(1.0f) - 0.2f * fifth(1.0f);
    return 0.5f - 0.5f * (a * fourth(q) - 0.2f * fifth(q)) / half;
}

float Cohesion::push(float q) const noexcept {
    if (q >= 1.0f) return 0.0f;
    const float a = (1.0f - closest) / 3.0f;
    const float half = a * fourth(1.0f) - 0.2f * fifth(1.0f);
    const float v = 1.0f - q * q;
    return 0.5f * v * v * v * v * (a - 0.2f * v) / half;
}

float Cohesion::energy(float c) noexcept {
    const float l = std::max(full - c, 0.0f);
    return std::sqrt(l * l + softness * softness) - softness;
}

float Cohesion::lack(float c) noexcept {
    const float l = std::max(full - c, 0.0f);
    return l / std::sqrt(l * l + softness * softness);
}

Cohesion::Cohesion(float spacing, float support) : reach(std::max(support, least_reach * spacing)) {
    const float h = reach, r0 = closest_pair * spacing / h;
    closest = r0 * r0;
    const int far = static_cast<int>(std::ceil(h / spacing));
    std::vector<double> planes(static_cast<std::size_t>(far) + 1, 0.0);  // sums of W over the lattice's, by distance
    for (int k = 0; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i) {
                const float u = spacing * spacing * static_cast<float>(i * i + j * j + k * k) / (h * h);
                const float v = 1.0f - u;
                if (v <= 0.0f) continue;
                planes[static_cast<std::size_t>(k)] += double{kernel(v)};
            }
    double all = planes[0], beyond = 0.0, surface = 0.0;  // surface: energy of a column below it
    for (std::size_t k = 1; k < planes.size(); ++k) all += 2.0 * planes[k];
    for (std::size_t k = planes.size() - 1; k >= 1; --k) {
        beyond += planes[k];  // what the k-th layer from the surface misses
        surface += double{energy(static_cast<float>(1.0 - beyond / all))};
    }
    sum = static_cast<float>(all);
    surface_strength = static_cast<float>(1.0 / (surface * double{spacing}));

    // A wall half a spacing away takes `beyond`, and the planes further off come out right by themselves.
    float near = 0.0f, away = 1.0f;
    for (int halving = 0; halving < 40; ++halving) {
        const float middle = 0.5f * (near + away);
        (behind(middle) > static_cast<float>(beyond / all) ? near : away) = middle;
    }
    wall = {near - 0.5f * spacing / h, 1.0f / h, {}};
}

}  // namespace sim
