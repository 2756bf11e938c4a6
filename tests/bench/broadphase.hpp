// The parts of the suite `broadphase`: one contestant measured in one scene, groups of them, tables, verdicts, figure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/broadphase_crowds.hpp"
#include "tests/bench/broadphase_fluid.hpp"
#include "tests/bench/broadphase_heap.hpp"
#include "tests/bench/broadphase_peers.hpp"
#include "tests/bench/measurement.hpp"

namespace bench {

struct BoxMeasurement {
    /// What everybody in a group shares.
    struct Place {
        std::string scene;  // "segments", "motion", "fluid", "heap"
        std::string crowd;  // "squares", "1 to 12", "spheres"
        std::string how;    // the order of queries, the motion, the moment
        std::size_t boxes = 0;
        int threads = 1;
        bool operator==(const Place&) const = default;
    };
    Place place;
    std::string who, variant;
    bool ours = false;
    std::size_t queries = 0;  // none: asked for pairs

    std::string missing{};  // why nothing was measured; empty = it was

    double setup_ms = 0.0;   // everybody for the first time; pairs: and the first answer
    double put_ms = 0.0;     // giving boxes that have moved; a module may leave its work to the answer
    double answer_ms = 0.0;  // a fluid: from the question to the last exact test, without making what is asked
    double ms = 0.0;         // a step, put and answer; a batch of queries, its exact tests included
    int runs = 0;
    double wall = 0.0, processor = 0.0;  // s over all runs: what passed, and what this process got of its cores
    std::uint64_t pairs = 0;             // in the first step, or in the batch; of a heap the contacts
    std::uint64_t touched = 0;           // queries that touch anything
    std::uint64_t contacts = 0;          // of the pairs, those that pass the exact test
    /// Of all pairs found, whatever their order, in the first steps one by one. Who is slow takes fewer.
    std::vector<std::uint64_t> checksums{};
    BroadCounters counters{};
    std::size_t bytes = 0;
    std::string note{};

    [[nodiscard]] bool measured() const noexcept { return missing.empty(); }
    /// With its variant.
    [[nodiscard]] std::string name() const { return variant.empty() ? who : who + ", " + variant; }
    [[nodiscard]] double ns_a_box() const noexcept { return 1e6 * ms / static_cast<double>(place.boxes); }
    [[nodiscard]] double bytes_a_box() const noexcept {
        return static_cast<double>(bytes) / static_cast<double>(place.boxes);
    }
};

/// All that was measured in one run, to be asked for.
class BoxResults {
public:
    using Place = BoxMeasurement::Place;

    void add(BoxMeasurement m) { all_.push_back(std::move(m)); }
    [[nodiscard]] const std::vector<BoxMeasurement>& all() const noexcept { return all_; }

    /// Null where it was not measured.
    [[nodiscard]] const BoxMeasurement* find(const Place& place, std::string_view who,
                                             std::string_view variant = {}) const noexcept;
    /// The fastest of our own modules as they come, the oracle apart.
    [[nodiscard]] const BoxMeasurement* best(const Place& place, std::string_view variant = {}) const noexcept;

private:
    std::vector<BoxMeasurement> all_;
};

/// The grid of duplicates with cells as long as the longest segment: what our bar for memory was measured with. Coarser
/// cells turned out faster and smaller, so its tuned self is the yardstick for time.
inline constexpr const char* fine_griddup = "cells of 2^4";

/// Boxes that stay and queries.
struct QueryScene {
    std::string name = "segments", crowd = "squares", how;
    std::vector<Box> boxes, queries;
};
[[nodiscard]] BoxMeasurement measure_queries(const Entrant& entrant, const QueryScene& scene, int threads,
                                             const Patience& patience, const Host& host);

/// A step is all new boxes given, and all pairs asked for; the motion itself is not timed.
[[nodiscard]] BoxMeasurement measure_motion(const Entrant& entrant, const MovingCrowd& crowd, int threads,
                                            const Patience& patience, const Host& host);

/// One moment of the fluid, asked for by particles or by cells of particles.
struct FluidMoment {
    std::string name;  // "falling"
    const FallingFluid& fluid;
    const Ways& ways;
};
/// 0: every particle is a query. Else cells so many metres wide are, of all the particles in them.
inline constexpr std::array<float, 4> fluid_cells = {0.0f, 0x1p-4f, 0x1p-3f, 0x1p-2f};
[[nodiscard]] std::string fluid_variant(float cell);
[[nodiscard]] BoxMeasurement measure_fluid(const Entrant& entrant, const FluidMoment& moment, float cell, int threads,
                                           const Patience& patience, const Host& host);

/// Steps of Bullet's world from one state on; the entrant's name is all that is asked of it.
struct HeapMoment {
    std::string name;  // "piled up"
    const Heap& heap;
};
[[nodiscard]] BoxMeasurement measure_heap(const Entrant& entrant, const HeapMoment& moment, int threads,
                                          const Patience& patience, const Host& host);

/// A line of a table in whose place nothing could be measured.
[[nodiscard]] BoxMeasurement not_measured(const Entrant& entrant, BoxMeasurement::Place place, std::string why);

/// Whom it makes no sense to wait for: who would take longer than a few seconds for a batch or step, as judged by how
/// its time grew with the boxes so far. Empty when it may run.
[[nodiscard]] std::string left_out(const BoxResults& results, const BoxMeasurement::Place& place,
                                   const Entrant& entrant);

[[nodiscard]] Json json_of(const BoxMeasurement& m);

/// One group as a table with a headline; the times of the others are compared with `yardstick`.
[[nodiscard]] std::string table_of(std::span<const BoxMeasurement> group, std::string_view yardstick);
[[nodiscard]] std::string explain_box_tables();

/// Whether everybody of every group found the same. Where one of ours differs, `wrong` says so.
[[nodiscard]] Finding same_boxes(std::span<const BoxMeasurement> all, std::string& wrong);
[[nodiscard]] Finding undisturbed(std::span<const BoxMeasurement> all);

/// Our bars.
[[nodiscard]] std::vector<Finding> judge_broadphase(const BoxResults& results);
[[nodiscard]] Figure figure_of_broadphase(const BoxResults& results);

}  // namespace bench
