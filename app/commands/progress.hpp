// How far a run is: one line that redraws itself on a terminal, a plain line every tenth otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace app {

enum class ProgressStyle { bar, lines, none };

/// bar when standard error is a terminal that understands it, else lines; none when quiet.
[[nodiscard]] ProgressStyle progress_style(bool quiet);

class Progress {
public:
    /// From frame `first` (finished before the start) to frame `last`.
    Progress(ProgressStyle style, std::uint64_t first, std::uint64_t last);
    /// Takes the bar off the screen.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// After each frame; draws at most ten times a second.
    void show(std::uint64_t frame, double simulated_seconds, double frame_ms);

    /// Empties the bar's line, so that something else can be said.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] std::string remaining(std::uint64_t frame) const;
    void draw_bar(std::uint64_t frame, double simulated_seconds, double frame_ms);
    void print_line(std::uint64_t frame, double simulated_seconds, double frame_ms);

    ProgressStyle style_;
    std::uint64_t first_, last_;
    Clock::time_point start_, drawn_{};
    std::uint64_t tenths_ = 0;
    bool visible_ = false;
};

/// 95 s as "1:35", 3700 s as "1:01:40".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace app
