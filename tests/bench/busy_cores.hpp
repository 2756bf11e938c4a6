// Another process that keeps all cores busy, while it is there.
#pragma once

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
    ~BusyCores() {
        for (const pid_t child : children_) {
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        }
    }
    BusyCores(const BusyCores&) = delete;
    BusyCores& operator=(const BusyCores&) = delete;

private:
    std::vector<pid_t> children_;
};

}  // namespace bench
