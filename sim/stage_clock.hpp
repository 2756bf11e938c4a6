// Where the time of a frame goes: each stage is timed by a guard on the stack.
#pragma once

#include <chrono>

#include "sim/step_report.hpp"

namespace sim {

class StageClock {
public:
    /// Times one stage from construction to destruction.
    class Guard {
    public:
        Guard(StageClock& clock, Stage stage) : clock_(clock), stage_(stage), begin_us_(clock.now_us()) {}
        ~Guard() { clock_.spans_.push_back({stage_, begin_us_, clock_.now_us() - begin_us_}); }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

    private:
        StageClock& clock_;
        Stage stage_;
        double begin_us_;
    };

    [[nodiscard]] Guard time(Stage stage) { return {*this, stage}; }

    /// Microseconds since the clock was made.
    [[nodiscard]] double now_us() const {
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
    }

    void clear() { spans_.clear(); }
    [[nodiscard]] const std::vector<StageSpan>& spans() const noexcept { return spans_; }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::vector<StageSpan> spans_;
};

}  // namespace sim
