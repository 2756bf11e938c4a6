// Samples of probes at times of one's own choice (--probe-every), which are seldom those of frames: the first step that
// ends at or after each multiple of the interval is sampled. Steps are not made shorter for it: the run stays the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sim/probes.hpp"
#include "sim/world.hpp"

namespace app {

class ProbeClock {
public:
    /// Samples are due every `seconds` of simulated time, counted from the scene's start.
    ProbeClock(const sim::World& world, double seconds);

    /// Between two steps: the values when a sample is due, else nothing.
    [[nodiscard]] std::optional<std::span<const double>> sample(const sim::World& world);

private:
    [[nodiscard]] std::uint64_t intervals(double time) const;

    sim::ProbeReader reader_;
    double seconds_;
    std::uint64_t passed_;  // intervals
};

}  // namespace app
