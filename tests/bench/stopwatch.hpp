// How long something takes, on the clock and of the processor.
#pragma once

#include <chrono>
#include <ctime>

namespace bench {

class Stopwatch {
public:
    /// Since it was made.
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    [[nodiscard]] double milliseconds() const { return 1e3 * seconds(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Of all threads of this process: who never waits gets as much of it as passes on the clock.
class ProcessorWatch {
public:
    [[nodiscard]] double seconds() const { return now() - start_; }

private:
    static double now() {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    double start_ = now();
};

}  // namespace bench
