#include "app/commands/probe_clock.hpp"

#include <cmath>

namespace app {

ProbeClock::ProbeClock(const sim::World& world, double seconds)
    : reader_(world), seconds_(seconds), passed_(intervals(world.time())) {}

// The hair is for times that are sums of steps, and lengths that are floats: 0.1 s as six frames of 1/60 s.
std::uint64_t ProbeClock::intervals(double time) const {
    return static_cast<std::uint64_t>(std::floor(time / seconds_ * (1.0 + 1e-7)));
}

std::optional<std::span<const double>> ProbeClock::sample(const sim::World& world) {
    const std::uint64_t now = intervals(world.time());
    if (now == passed_) return std::nullopt;
    passed_ = now;
    return reader_.read(world);
}

}  // namespace app
