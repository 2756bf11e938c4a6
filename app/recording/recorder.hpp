// Writes down a run, frame by frame, in a folder:
//
//   timings.csv    a row a frame: time, every stage, how much was done, energy
//   trace.json     the frames and their stages, for Perfetto or chrome://tracing
//   probes.csv     what the scene's probes say, where it has some: a row a frame, or as often as is asked for; once
//                  other probes are set in, which have other columns, probes-2.csv and so on
//   summary.json   settings, machine, totals, percentiles, state hash
//
// All but the last grow under temporary names while the run lasts; all get their names in finish(). A recorder that
// is not finished leaves nothing. Room for what is small is taken at the start: checkpoints, exports and pictures that
// fill the disk cost neither timings nor summary. The command line and the window's record button use this same class.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "sim/step_report.hpp"

namespace app {

/// What the numbers depend on, beside the machine.
struct RunSettings {
    sim::Scene scene;                    // as read, overrides applied
    std::filesystem::path scene_file;    // empty when there is none
    std::vector<std::string> overrides;  // PATH=VALUE as of --set
    int threads = 1;
    std::optional<double> probe_every = {};  // simulated seconds between two samples of the probes; none: every frame
};

/// What is worth saying at the end of a run.
struct RunResult {
    std::uint64_t frames = 0;
    double simulated = 0.0;         // s
    double median_frame_ms = 0.0;   // half of the frames took less
    double real_time_factor = 0.0;  // simulated seconds a second of computing; 1 = as fast as water itself
    double density_error = 0.0;     // mean compression over the particles, of the worst frame
    std::string state_hash;         // as in summary.json
};

/// "1 frame", "208 frames".
[[nodiscard]] std::string frames_text(std::uint64_t frames);

class Recorder {
public:
    /// Throws std::runtime_error naming the file when the folder cannot be written to, or there is no room to begin
    /// with.
    Recorder(std::filesystem::path folder, RunSettings settings);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Frames in their order. Of one that ended in trouble only the trouble is kept. Throws std::runtime_error when the
    /// disk is full.
    void add(const sim::FrameReport& report);

    /// What the probes say at a time, where samples are no frames (RunSettings::probe_every).
    void add_sample(double time, std::span<const double> values);

    /// After one of these has thrown: the trace, by far the largest file, makes room for the others, which finish() may
    /// then be able to write. `why` becomes the trouble of the summary.
    void give_up_trace(const std::string& why);

    /// `state_hash` is World::state_hash() after the last frame added, nothing where nobody asked for it in time.
    /// `interrupted` when the user cut the run short.
    /// Throws std::runtime_error when the disk is full; may be called again after give_up_trace().
    RunResult finish(std::optional<std::uint64_t> state_hash, bool interrupted);

    [[nodiscard]] const std::filesystem::path& folder() const noexcept;
    [[nodiscard]] std::uint64_t frames() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace app
