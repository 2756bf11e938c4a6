#include "sim/courant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "spatial/blocks.hpp"

namespace sim {

namespace {

float squared(float x, float y, float z) noexcept { return x * x + y * y + z * z; }

}  // namespace

bool is_finite(const Particles& p, std::size_t slot) noexcept {
    return std::isfinite(squared(p.vx[slot], p.vy[slot], p.vz[slot]) + squared(p.ax[slot], p.ay[slot], p.az[slot]) +
                         p.x[slot] + p.y[slot] + p.z[slot]);
}

Pace pace_of(const Particles& p) {
    float fastest = 0.0f, most_pushed = 0.0f;
    int strange = 0;
#pragma omp parallel for schedule(static) reduction(max                     \
                                                    : fastest, most_pushed) \
    reduction(|                                                             \
              : strange) if (p.size() > spatial::worth_a_team_for_little)
    for (std::size_t i = 0; i < p.size(); ++i) {
        const float v2 = squared(p.vx[i], p.vy[i], p.vz[i]);
        const float a2 = squared(p.ax[i], p.ay[i], p.az[i]);
        fastest = std::max(fastest, v2);
        most_pushed = std::max(most_pushed, a2);
        strange |= !is_finite(p, i);
    }
    return {fastest, most_pushed, strange == 0};
}

Pace joined(std::span<const Pace> paces) noexcept {
    Pace all;
    for (const Pace& pace : paces)
        all = {std::max(all.fastest_squared, pace.fastest_squared),
               std::max(all.most_pushed_squared, pace.most_pushed_squared), all.all_finite && pace.all_finite};
    return all;
}

double courant_limit(const Pace& pace, const Medium& medium, const Tank& tank, float courant) {
    const double length = 0.5 * medium.support, fastest_drag = tank.fastest_drag();
    double signal = 0.0, by_others = std::numeric_limits<double>::infinity();
    for (const Medium::Phase& phase : medium.phases) {
        const double artificial = 0.6 * phase.damping / (phase.rest_density * length);
        const double viscous = 4.0 * phase.viscosity / (phase.rest_density * length);
        signal = std::max(signal, phase.sound_speed + artificial + viscous);
        if (phase.viscosity > 0.0f)
            by_others = std::min(by_others, 2.0 * phase.rest_density / (phase.viscosity * fastest_drag));
        if (phase.tension > 0.0f)
            by_others = std::min(by_others, std::sqrt(double{phase.rest_density} * length * length * length /
                                                      (2.0 * std::numbers::pi * double{phase.tension})));
    }
    const double fastest = std::max(signal, std::sqrt(double{pace.fastest_squared}));
    const double by_speed = std::min(by_others, length / fastest);
    const double push = std::sqrt(double{pace.most_pushed_squared});
    return courant * (push > 0.0 ? std::min(by_speed, std::sqrt(length / push)) : by_speed);
}

}  // namespace sim
