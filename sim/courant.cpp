#include "sim/courant.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "spatial/blocks.hpp"

namespace sim {

namespace {

float squared(float x, float y, float z) noexcept { return x * x + y * y + z * z; }

}  // namespace

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
        strange |= !std::isfinite(v2 + a2 + p.x[i] + p.y[i] + p.z[i]);
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

std::string describe_not_finite(const Particles& p, double time) {
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (std::isfinite(squared(p.vx[i], p.vy[i], p.vz[i]) + squared(p.ax[i], p.ay[i], p.az[i]) + p.x[i] + p.y[i] +
                          p.z[i]))
            continue;
        char text[320];
        std::snprintf(
            text, sizeof text,
            "particle %u at (%g, %g, %g) m has a speed or acceleration beyond all numbers at t = %.4f s; lower "
            "time.courant, or raise the fluid's sound_speed or artificial_viscosity",
            p.id[i], double{p.x[i]}, double{p.y[i]}, double{p.z[i]}, time);
        return text;
    }
    return {};
}

std::string describe_collapse(const Particles& p, double limit, double length, double time) {
    // 1 / s
    const auto hurry = [&](std::size_t i) {
        const double speed = std::sqrt(double{squared(p.vx[i], p.vy[i], p.vz[i])}),
                     push = std::sqrt(double{squared(p.ax[i], p.ay[i], p.az[i])});
        return std::max(speed / length, std::sqrt(push / length));
    };
    std::size_t worst = 0;
    for (std::size_t i = 1; i < p.size(); ++i)
        if (hurry(i) > hurry(worst)) worst = i;
    char text[400];
    std::snprintf(
        text, sizeof text,
        "the stable time step fell to %.3g s at t = %.4f s for particle %u at (%g, %g, %g) m (%.3g m/s, pushed with "
        "%.3g m/s²): the fluid has blown up; lower time.courant, or raise the fluid's sound_speed or "
        "artificial_viscosity",
        limit, time, p.id[worst], double{p.x[worst]}, double{p.y[worst]}, double{p.z[worst]},
        std::sqrt(double{squared(p.vx[worst], p.vy[worst], p.vz[worst])}),
        std::sqrt(double{squared(p.ax[worst], p.ay[worst], p.az[worst])}));
    return text;
}

}  // namespace sim
