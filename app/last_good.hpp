// A run that blows up has lost its state when it notices. Whoever keeps this has one from before: of two states, kept a
// second of wall time or some frames apart, the older one.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/world.hpp"

namespace app {

class LastGood {
public:
    explicit LastGood(const sim::World& start, const sim::FrameReport& report = {});

    /// After a frame that went well, and said this of itself.
    void keep(const sim::World& world, const sim::FrameReport& report);

    /// As it was then.
    [[nodiscard]] sim::World world() const;
    /// Writes last-good-<frame>.weir into the folder; returns its path.
    [[nodiscard]] std::filesystem::path write(const std::filesystem::path& folder) const;
    [[nodiscard]] const sim::FrameReport& report() const noexcept { return older_.report; }
    [[nodiscard]] std::uint64_t frame() const noexcept { return older_.frame; }

    /// After so many frames a state is kept however quick they were: small scenes simulate seconds in one of the
    /// clock's, and their states are small.
    static constexpr std::uint64_t frames_apart = 30;

private:
    struct State {
        std::uint64_t frame;
        std::string checkpoint;
        sim::FrameReport report;
    };
    State older_, newer_;
    std::chrono::steady_clock::time_point kept_ = std::chrono::steady_clock::now();
};

}  // namespace app
