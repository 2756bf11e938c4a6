// Ctrl-C as a wish that is noticed between two frames.
#pragma once

namespace app {

/// While one of these lives, SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal closes) do not end the program but make
/// stop_wanted() true. A second SIGINT or SIGTERM ends it at once, without files that are not whole. A program started
/// by nohup goes on when its terminal closes. There is at most one of these at a time.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] bool stop_wanted() const noexcept;

private:
    bool ignores_hang_up_;  // as nohup wants it
};

/// From here on a reader of our output who leaves early (`| head`) does not end the program: what is said is lost.
void outlive_readers();

}  // namespace app
