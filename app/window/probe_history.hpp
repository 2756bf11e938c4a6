// What the probes of a scene said in the last minute, frame by frame, for their curves. A probe that is set in, moved
// or taken out leaves the curves of the others as they are; one that is renamed keeps its own, one that is moved begins
// anew: what was measured at the other place is not of this one.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
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
    /// Other probes of the scene that runs.
    void change(const std::vector<sim::Probe>& probes);
    /// What a frame has of these probes; it may be from before the last change, and one that has none of them is passed
    /// over.
    void add(const sim::FrameReport& report);

    [[nodiscard]] const std::vector<sim::ProbeColumn>& columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t size() const noexcept { return samples_.size(); }
    /// Oldest first; s.
    [[nodiscard]] double time(std::size_t sample) const { return samples_[sample].time; }
    /// No number where the probe was not there yet.
    [[nodiscard]] double value(std::size_t column, std::size_t sample) const { return samples_[sample].values[column]; }
    /// The first of what a probe said last; nothing where it has said nothing.
    [[nodiscard]] std::optional<double> last(std::size_t probe) const;
    [[nodiscard]] const sim::ProbeColumn& first_column(std::size_t probe) const { return columns_[firsts_[probe]]; }

    /// Columns that can share an axis: those of one unit, in the order of the scene.
    [[nodiscard]] std::vector<std::vector<std::size_t>> by_unit() const;

private:
    using Origins = std::vector<std::optional<std::size_t>>;  // of each column, its place among others

    struct Sample {
        double time;
        std::vector<double> values;
    };
    void set(const std::vector<sim::Probe>& probes);

    std::vector<sim::Probe> probes_;
    std::vector<std::size_t> firsts_;  // of each, the place of its first column
    std::vector<sim::ProbeColumn> columns_;
    std::deque<Sample> samples_;
    std::shared_ptr<const std::vector<sim::Probe>> heard_;  // of the last frame that was added
    Origins in_heard_;
};

}  // namespace app
