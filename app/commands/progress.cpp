#include "app/commands/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace app {

namespace {

constexpr int bar_width = 24;
constexpr std::chrono::milliseconds redraw_every{100};

int terminal_columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressStyle progress_style(bool quiet) {
    if (quiet) return ProgressStyle::none;
    const char* const terminal = std::getenv("TERM");
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return isatty(STDERR_FILENO) == 1 && !dumb ? ProgressStyle::bar : ProgressStyle::lines;
}

Progress::Progress(ProgressStyle style, std::uint64_t first, std::uint64_t last)
    : style_(style), first_(first), last_(last), start_(Clock::now()) {}

Progress::~Progress() { clear(); }

void Progress::show(std::uint64_t frame, double simulated_seconds, double frame_ms) {
    if (style_ == ProgressStyle::bar && (Clock::now() - drawn_ >= redraw_every || frame == last_))
        draw_bar(frame, simulated_seconds, frame_ms);
    if (style_ == ProgressStyle::lines) print_line(frame, simulated_seconds, frame_ms);
}

void Progress::clear() {
    if (!visible_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    visible_ = false;
}

std::string Progress::remaining(std::uint64_t frame) const {
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    const auto done = static_cast<double>(frame - first_);
    return duration_text(spent / done * static_cast<double>(last_ - frame));
}

void Progress::draw_bar(std::uint64_t frame, double simulated_seconds, double frame_ms) {
    const double share = static_cast<double>(frame - first_) / static_cast<double>(last_ - first_);
    std::string bar(bar_width, '.');
    std::fill_n(bar.begin(), static_cast<int>(share * bar_width), '#');
    char line[160];
    const int length =
        std::snprintf(line, sizeof line, "[%s] %3.0f %%  frame %llu/%llu  %.2f s  %.0f ms/frame  %s left", bar.c_str(),
                      std::floor(100.0 * share), static_cast<unsigned long long>(frame),
                      static_cast<unsigned long long>(last_), simulated_seconds, frame_ms, remaining(frame).c_str());
    // A line that wraps cannot be drawn over.
    std::fprintf(stderr, "\r\x1b[K%.*s", std::min(length, terminal_columns() - 1), line);
    std::fflush(stderr);
    drawn_ = Clock::now();
    visible_ = true;
}

void Progress::print_line(std::uint64_t frame, double simulated_seconds, double frame_ms) {
    const std::uint64_t tenths = 10 * (frame - first_) / (last_ - first_);
    if (tenths == tenths_) return;
    tenths_ = tenths;
    std::fprintf(stderr, "%3llu %%  frame %llu/%llu  %.2f s  %.0f ms/frame  %s left\n",
                 static_cast<unsigned long long>(100 * (frame - first_) / (last_ - first_)),
                 static_cast<unsigned long long>(frame), static_cast<unsigned long long>(last_), simulated_seconds,
                 frame_ms, remaining(frame).c_str());
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<long long>(std::llround(std::clamp(seconds, 0.0, 1e9)));
    char text[48];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
    return text;
}

}  // namespace app
