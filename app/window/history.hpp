// The last few seconds of timings, for the plot: a ring of frames and how each stage is spread.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "app/recording/distribution.hpp"
#include "sim/step_report.hpp"

namespace app {

class History {
public:
    static constexpr std::size_t length = 240;  // frames

    struct Timing {
        std::array<float, sim::stage_count> stage_ms{};
        float wall_ms = 0.0f;
    };

    void add(const sim::FrameReport& report);
    void add_drawing(float ms);
    void clear();

    [[nodiscard]] std::size_t size() const noexcept { return frames_.size(); }
    /// Oldest first.
    [[nodiscard]] const Timing& operator[](std::size_t i) const noexcept {
        return frames_[(next_ + i) % frames_.size()];
    }

    [[nodiscard]] Distribution of_stage(std::size_t stage) const;
    [[nodiscard]] Distribution of_frame() const;
    [[nodiscard]] Distribution of_drawing() const;

private:
    std::vector<Timing> frames_;
    std::vector<float> drawing_;
    std::size_t next_ = 0, next_drawing_ = 0;  // where the oldest is, once the ring is full
};

}  // namespace app
