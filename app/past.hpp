// The states of the last frames, to step back to: as many as fit into a fixed amount of memory, none of a scene so
// large that one does not. Keeping one takes time, a thousandth of a second for ten thousand particles, and must not
// slow down what is watched: while a scene plays a frame is passed over where the last one was kept a moment ago.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "sim/step_report.hpp"
#include "sim/world.hpp"

namespace app {

class Past {
public:
    explicit Past(std::size_t most_bytes = std::size_t{256} << 20) : most_bytes_(most_bytes) {}

    /// Another world: forgets everything and keeps its start.
    void begin(const sim::World& start, const sim::FrameReport& report);

    /// After a frame that went well; `always` for single frames, which somebody looks at one by one. States that are
    /// not from before this one are dropped: time was turned back, and is now another.
    void keep(const sim::World& world, const sim::FrameReport& report, bool always);

    /// The last frame kept before that one.
    [[nodiscard]] std::optional<std::uint64_t> frame_before(std::uint64_t frame) const;
    /// Of a frame that is kept: its state, and what it said of itself.
    [[nodiscard]] sim::World world_at(std::uint64_t frame) const;
    [[nodiscard]] const sim::FrameReport& report_of(std::uint64_t frame) const;

private:
    struct State {
        std::uint64_t frame;
        sim::FrameReport report;
        std::string checkpoint;
    };
    void add(const sim::World& world, const sim::FrameReport& report);
    [[nodiscard]] const State& state_of(std::uint64_t frame) const;

    std::deque<State> states_;  // by frame
    std::size_t bytes_ = 0, most_bytes_;
    std::chrono::steady_clock::time_point rests_until_;
};

}  // namespace app
