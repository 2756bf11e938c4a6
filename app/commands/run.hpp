// A run without a window: a scene, or what is left of one, computed to its end and written down.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/graphics.hpp"
#include "app/recording/export_particles.hpp"
#include "app/recording/export_surface.hpp"
#include "sim/scene.hpp"

namespace app {

struct RunOptions {
    std::string scene;                    // name or path; with `resume` empty, or the same scene's
    std::vector<std::string> overrides;   // PATH=VALUE
    std::optional<double> seconds;        // simulated, from the scene's start
    std::optional<std::uint64_t> frames;  // from the scene's start; with neither, default_seconds
    std::string neighbours, broadphase;   // empty = the scene's own
    std::optional<sim::Steps> steps;      // likewise
    int threads = 1;
    std::filesystem::path out;               // empty = a new folder in "out"
    std::optional<double> checkpoint_every;  // simulated seconds
    std::optional<double> probe_every;       // likewise, between two samples of the probes; none: every frame
    std::filesystem::path resume;            // empty = from the start
    std::vector<ParticleFormat> exports;
    std::vector<SurfaceFormat> surfaces;
    bool pictures = false;
    std::filesystem::path video;  // empty = none
    bool quiet = false;

    static constexpr double default_seconds = 2.0;
};

/// Returns the exit status: 0 done, 1 the simulation got into trouble, 130 stopped by Ctrl-C; what was computed is
/// written in each case. Throws UsageError, sim::BadScene and std::invalid_argument for bad input, std::runtime_error
/// when the files cannot be written. `graphics` is needed for pictures and videos only.
[[nodiscard]] int run(const RunOptions& options, const Graphics* graphics);

}  // namespace app
