// Another process that keeps all cores busy, while it is there.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <vector>

namespace bench {

class BusyCores {
public:
    explicit BusyCores(int cores) {
        for (int i = 0; i < cores; ++i) {
            const pid_t child = ::fork();
            if (child == 0)
                for (volatile unsigned turns = 0;;) turns = turns + 1;
            if (child > 0) children_.push_back(child);
        }
    }
    ~BusyCores() { stop(); }
    /// Ends it. Returns the processor time that it had, s: what tells whether it was there at all.
    double stop() {
        double seconds = 0.0;
        for (const pid_t child : children_) {
            ::kill(child, SIGKILL);
            rusage used{};
            ::wait4(child, nullptr, 0, &used);
            seconds += static_cast<double>(used.ru_utime.tv_sec) + 1e-6 * static_cast<double>(used.ru_utime.tv_usec);
        }
        children_.clear();
        return seconds;
    }
    BusyCores(const BusyCores&) = delete;
    BusyCores& operator=(const BusyCores&) = delete;

private:
    std::vector<pid_t> children_;
};

}  // namespace bench
