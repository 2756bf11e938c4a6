// The parts of the suite `step`: the reference tank, whole steps and their stages beside a kd-tree that merely lists
// the neighbours of the same particles, what other circumstances cost, and how far from real time a run is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "sim/step_report.hpp"
#include "sim/world.hpp"
#include "tests/bench/suites.hpp"

namespace bench {

/// Half a cubic metre of water in a tank of 2 x 1 x 1.5 m, support 2 spacings.
struct ReferenceTank {
    std::string name;
    float spacing;  // m
};
[[nodiscard]] sim::Scene scene_of(const ReferenceTank& tank);

/// One step of one state of a tank, the best of several.
struct StepMeasurement {
    std::string tank;
    std::size_t particles = 0;
    int threads = 1;
    std::string set;           // instructions
    bool with_others = false;  // both cores busy with another process

    double ms = 0.0;                                  // all stages but the report; with others the mean of all steps
    std::array<double, sim::stage_count> stage_ms{};  // of that step
    double ranges_ms = 0.0;                           // walking all blocks with a visitor that does nothing
    double lists_ms = 0.0;                            // nanoflann: index and lists of the same particles; 0 = none
    std::uint64_t pairs = 0, listed = 0;              // each once: of the step and of the lists
    std::uint64_t hash = 0;                           // after as many steps as everybody of this tank makes
    double wall = 0.0, processor = 0.0;               // s
    double share_of_others = 0.0;                     // of all cores, while it was measured

    [[nodiscard]] double ns(double milliseconds) const { return 1e6 * milliseconds / static_cast<double>(particles); }
    [[nodiscard]] double search_ms() const;  // order, move, ranges
};

/// A run of some simulated time.
struct PaceMeasurement {
    std::string tank;
    std::size_t particles = 0;
    bool real_time = false;
    int threads = 1;
    double simulated = 0.0, wall = 0.0;  // s
    std::uint64_t steps = 0;
    float sound_speed = 0.0f;                                      // m/s, the slowest
    double mean_density_error = 0.0, largest_density_error = 0.0;  // the worst frame's

    [[nodiscard]] double wall_per_second() const { return wall / simulated; }
};

struct StepResults {
    std::vector<StepMeasurement> steps;
    std::vector<PaceMeasurement> paces;

    /// Null where it was not measured. An empty set is the best there is.
    [[nodiscard]] const StepMeasurement* find(std::string_view tank, int threads, std::string_view set = {},
                                              bool with_others = false) const;
};

/// The tank a moment after the gate opened, ready for steps of even length, one a frame.
struct TankState {
    std::string name;
    std::string checkpoint;
};
[[nodiscard]] TankState settle(const ReferenceTank& tank);

struct StepCircumstances {
    int threads = 1;
    std::string set{};  // empty = the best there is
    bool with_others = false, with_lists = true;
    double patience = 1.0;  // s
};
[[nodiscard]] StepMeasurement measure_step(const TankState& state, const StepCircumstances& given, const Host& host);

[[nodiscard]] PaceMeasurement measure_pace(const ReferenceTank& tank, bool real_time, int threads, double simulated,
                                           const Host& host);

[[nodiscard]] std::vector<Finding> judge_steps(const StepResults& results);
[[nodiscard]] Figure figure_of_steps(const StepResults& results);
[[nodiscard]] Json json_of(const StepMeasurement& m);
[[nodiscard]] Json json_of(const PaceMeasurement& m);

}  // namespace bench
