#include "sim/time_limits.hpp"

#include <algorithm>
#include <cmath>

namespace sim {

namespace {

/// Sum of (1 - r/h)^4 over the neighbours in an endless lattice.
float stiffness_of_lattice(float spacing, float support) {
    const int far = static_cast<int>(std::ceil(support / spacing));
    double sum = 0.0;
    for (int k = -far; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i) {
                const float r = spacing * std::sqrt(static_cast<float>(i * i + j * j + k * k));
                if (r > 0.0f && r < support) sum += std::pow(1.0f - r / support, 4.0f);
            }
    return static_cast<float>(sum);
}

}  // namespace

TimeLimits::TimeLimits(const Medium& medium, float spacing, float courant)
    : medium_(&medium),
      courant_(courant),
      length_(0.5f * medium.support),
      full_stiffness_(stiffness_of_lattice(spacing, medium.support)) {}

float TimeLimits::of(const Particles& p, const PairTerms& terms, const StepClues& clues, std::size_t slot) const {
    const Medium::Phase& phase = medium_->phases[p.fluid[slot]];
    const float speed = std::sqrt(p.vx[slot] * p.vx[slot] + p.vy[slot] * p.vy[slot] + p.vz[slot] * p.vz[slot]);
    const float push = std::sqrt(p.ax[slot] * p.ax[slot] + p.ay[slot] * p.ay[slot] + p.az[slot] * p.az[slot]);
    const float artificial = 0.6f * phase.damping / (phase.rest_density * length_);
    // In a uniform fluid that fills its support the rate is 15 mu / (4 rho l²).
    const float viscous = 16.0f / 15.0f * length_ * clues.viscous[slot];
    const float closing = length_ / 3.0f * clues.closing[slot];
    const float others = artificial + viscous + closing;
    const float by_push = push > 0.0f ? std::sqrt(length_ / push) : std::numeric_limits<float>::infinity();

    const float slack = 1.0f - terms.compression[slot];
    const bool pushes = slack <= 0.0f || phase.lowest_pressure < 0.0f;
    const float stiff = courant_ * std::min(by_push, length_ / (phase.sound_speed + others));
    if (pushes) return stiff;
    const float share = std::min(1.0f, clues.stiffness[slot] / full_stiffness_);
    const float signal = std::sqrt(share) * phase.sound_speed + others + 2.0f * speed;
    const float loose = courant_ * std::min(by_push, signal > 0.0f ? length_ / signal : by_push);
    const float compressed = clues.closing[slot] > 0.0f ? usable_slack * slack / clues.closing[slot] : loose;
    return std::max(stiff, std::min(loose, compressed));
}

}  // namespace sim
