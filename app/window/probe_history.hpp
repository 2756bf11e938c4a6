// What the probes of a scene said in the last minute, frame by frame, for their curves.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "sim/probes.hpp"
#include "sim/step_report.hpp"

namespace app {

class ProbeHistory {
public:
    static constexpr std::size_t length = 3600;  // frames

    /// Another scene, or the same one anew: forgets everything.
    void begin(const sim::Scene& scene);
    /// Frames of a scene with other probes are passed over: the simulation may be a frame ahead of begin().
    void add(const sim::FrameReport& report);

    [[nodiscard]] const std::vector<sim::ProbeColumn>& columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t size() const noexcept { return samples_.size(); }
    /// Oldest first; s.
    [[nodiscard]] double time(std::size_t sample) const { return samples_[sample].time; }
    [[nodiscard]] double value(std::size_t column, std::size_t sample) const { return samples_[sample].values[column]; }

    /// Columns that can share an axis: those of one unit, in the order of the scene.
    [[nodiscard]] std::vector<std::vector<std::size_t>> by_unit() const;

private:
    struct Sample {
        double time;
        std::vector<double> values;
    };
    std::vector<sim::ProbeColumn> columns_;
    std::deque<Sample> samples_;
};

}  // namespace app
