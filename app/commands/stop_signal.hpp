// Ctrl-C as a wish that is noticed between two frames.
#pragma once

namespace app {

/// While one of these lives, SIGINT (Ctrl-C) and SIGTERM do not end the program but make stop_wanted() true. A second
/// one of the same kind ends it at once. There is at most one at a time.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] bool stop_wanted() const noexcept;
};

}  // namespace app
