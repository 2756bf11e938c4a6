// What the fluid had of energy and momentum in the last minute, frame by frame, for their curves.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

#include "sim/step_report.hpp"

namespace app {

class EnergyHistory {
public:
    static constexpr std::size_t length = 3600;  // frames

    void clear() { samples_.clear(); }
    /// A frame that is not later than the last one begins the curves anew: time was turned back.
    void add(const sim::FrameReport& report);

    [[nodiscard]] std::size_t size() const noexcept { return samples_.size(); }
    // Oldest first.
    [[nodiscard]] double time(std::size_t sample) const { return samples_[sample].time; }  // s
    /// J: kinetic; potential, from what it was in the first sample; and both together, which friction lessens and jets
    /// and hands add to.
    [[nodiscard]] double energy(std::size_t curve, std::size_t sample) const { return samples_[sample].energy[curve]; }
    /// Along x, y and z, kg m/s.
    [[nodiscard]] double momentum(std::size_t axis, std::size_t sample) const {
        return samples_[sample].momentum[axis];
    }

private:
    struct Sample {
        double time;
        std::array<double, 3> energy, momentum;
    };
    std::deque<Sample> samples_;
    double potential_at_first_ = 0.0;
};

}  // namespace app
