// A part of the suite `time-steps`: what individual steps cost on every shipped scene, wherever it stands by then.
#pragma once

#include <string>

#include "tests/bench/suites.hpp"

namespace bench {

/// A stretch of a scene from one state, frame by frame with one step for all and with individual steps by turns, with
/// as many threads as there are cores.
struct SceneCost {
    std::string scene;
    std::size_t particles = 0;
    double from = 0.0, seconds = 0.0;       // simulated: when it begins, how long it is
    double global = 0.0, individual = 0.0;  // s: of each frame the shortest, added up
    double allowed = 0.0;                   // updates against updates
    std::string trouble{};

    [[nodiscard]] double gain() const { return global / individual; }
};

[[nodiscard]] SceneCost measure_scene(const std::string& name, const Settings& settings, const Host& host);

}  // namespace bench
