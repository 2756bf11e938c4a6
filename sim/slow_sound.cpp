#include "sim/slow_sound.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "sim/medium.hpp"

namespace sim {

namespace {

// Of the flow. Nearer to it little is gained, because steps then go by the flow, and jets are crushed where they meet.
constexpr float slowest = 1.4f;

// The error that is aimed at, of the one stated: impacts come faster than sound can follow.
constexpr double aim = 0.8;
// Below this share of it sound may slow down.
constexpr double little = 0.5;

// How soon compression may be halved by faster sound, and grow e-fold by slower sound; in crossings of the tank.
constexpr double soon = 0.1, by_and_by = 0.5;

/// A pool of depth H that is let go at rest density is compressed by about v² / (4 c²) once it is at rest, v² = 2 g H,
/// and by somewhat less than twice that before.
float speed_at_start(float flow, float error) { return flow / std::sqrt(1.6f * error); }

}  // namespace

SlowSound::SlowSound(const Scene& scene)
    : wanted_(scene.real_time), length_(glm::length(scene.domain.max - scene.domain.min)) {
    begin(fastest_flow(scene));
}

void SlowSound::begin(float flow) noexcept {
    expect(flow);
    const float start = std::clamp(speed_at_start(flow, wanted_.density_error), slowest_, fastest_);
    now_ = {wanted_.on ? start : std::numeric_limits<float>::infinity(), 0, flow};
}

void SlowSound::expect(float flow) noexcept {
    slowest_ = slowest * flow;
    fastest_ = sound_of_flow * flow;
    crossing_ = static_cast<double>(length_ / flow);
}

void SlowSound::restore(const Now& now) noexcept {
    expect(now.flow);
    now_ = now;
}

void SlowSound::adopt(const Scene& scene, float moves) {
    const bool goes_on = wanted_.on && wanted_ == scene.real_time;
    const Now before = now_;
    wanted_ = scene.real_time;
    begin(std::max(fastest_flow(scene), std::min(before.flow, moves)));
    if (goes_on) now_ = {std::clamp(before.speed, slowest_, fastest_), before.used_up, now_.flow};
}

// Compression goes by 1 / c².
void SlowSound::look_at(double error, double seconds) noexcept {
    if (!wanted_.on) return;
    const double used = error / (aim * static_cast<double>(wanted_.density_error));
    if (used >= 1.0) now_.used_up = 1;
    double stiffer = 1.0;
    if (used >= 1.0)
        stiffer = std::min(used, std::exp2(seconds / (soon * crossing_)));
    else if (now_.used_up == 0 && used < little)
        stiffer = std::max(used / little, std::exp(-seconds / (by_and_by * crossing_)));
    now_.speed = std::clamp(now_.speed * static_cast<float>(std::sqrt(stiffer)), slowest_, fastest_);
}

}  // namespace sim
