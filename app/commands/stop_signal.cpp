#include "app/commands/stop_signal.hpp"

#include <atomic>
#include <csignal>

#include "app/recording/temporary_file.hpp"

namespace app {

namespace {

// A handler may touch only what needs no lock, and runs in whichever thread the signal finds.
std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int on, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    // RESTART: no write to a file comes back half done.
    action.sa_flags = SA_RESTART;
    sigaction(on, &action, nullptr);
}

void end_at_once(int on) {
    remove_temporary_files();
    handle(on, SIG_DFL);
    ::raise(on);
}

/// Who asks for the second time does not want to wait for the frame.
void ask_to_stop(int on) {
    stop = true;
    handle(on, end_at_once);
}

/// A terminal that closes may say so twice, by the kernel and by its shell: that is still one wish.
void hang_up(int) { stop = true; }

bool is_ignored(int on) {
    struct sigaction action {};
    return sigaction(on, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals() : ignores_hang_up_(is_ignored(SIGHUP)) {
    stop = false;
    for (const int on : {SIGINT, SIGTERM}) handle(on, ask_to_stop);
    if (!ignores_hang_up_) handle(SIGHUP, hang_up);
}

StopSignals::~StopSignals() {
    for (const int on : {SIGINT, SIGTERM}) handle(on, SIG_DFL);
    if (!ignores_hang_up_) handle(SIGHUP, SIG_DFL);
}

void outlive_readers() { handle(SIGPIPE, SIG_IGN); }

bool StopSignals::stop_wanted() const noexcept { return stop; }

}  // namespace app
