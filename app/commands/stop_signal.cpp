#include "app/commands/stop_signal.hpp"

#include <atomic>
#include <csignal>

namespace app {

namespace {

// A handler may touch only what needs no lock, and runs in whichever thread the signal finds.
std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int on, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    // RESETHAND: the second time the default applies, which is to end. RESTART: no write to a file comes back half
    // done.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(on, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals() {
    stop = false;
    for (const int on : {SIGINT, SIGTERM}) handle(on, [](int) { stop = true; });
}

StopSignals::~StopSignals() {
    for (const int on : {SIGINT, SIGTERM}) handle(on, SIG_DFL);
}

bool StopSignals::stop_wanted() const noexcept { return stop; }

}  // namespace app
