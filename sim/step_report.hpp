// What a step says of itself: where the time went, how much was done, and what went wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/search_settings.hpp"

namespace sim {

/// The stages of a step, in the order they run.
enum class Stage { drift, solids, search, reorder, density, forces, kick, report };
inline constexpr std::size_t stage_count = 8;
inline constexpr std::array<const char*, stage_count> stage_names = {"drift",   "solids", "search", "reorder",
                                                                     "density", "forces", "kick",   "report"};

/// A stage that ran, for traces. Microseconds since the world was made.
struct StageSpan {
    Stage stage;
    double begin_us, duration_us;
};

/// Levels of individual time steps: 0 takes dt_max, each further one half of the one before.
inline constexpr int deepest_level_possible = 10;
inline constexpr std::size_t most_levels = deepest_level_possible + 1;

/// A frame is as many steps as the Courant limit asks for in one frame length.
struct FrameReport {
    std::uint64_t frame = 0;  // frames finished since the start of the scene
    double time = 0.0;        // simulated seconds at the end of the frame
    double wall_ms = 0.0;     // all of the frame
    std::array<double, stage_count> stage_ms{};
    bool touched = false;         // by a hand: a brush in the fluid, a solid that was moved, taken out or put back
    Steps steps = Steps::global;  // that are taken,
    std::string steps_note;       // and why they are not individual where the scene asks for that; else empty
    std::uint32_t substeps = 0;
    double shortest_step = 0.0, longest_step = 0.0;  // s
    std::uint64_t particles = 0;
    // Since the start of the scene; at the start + emitted - drained - left = particles.
    std::uint64_t at_start = 0, emitted = 0, drained = 0, left = 0;
    std::uint64_t skipped = 0;           // places of emitters where something was in the way
    double inflow = 0.0, outflow = 0.0;  // of the frame, m³/s: emitted; drained and left
    std::uint64_t active = 0;            // particle updates in this frame (particles x substeps with a global step)
    std::array<std::uint64_t, most_levels> levels{};  // the same by level; a step for all is level 0
    std::uint64_t candidates = 0;                     // pairs that the search proposed in the last substep
    std::uint64_t pairs = 0;         // neighbours found in the last substep, each pair twice, self not counted
    std::string neighbours;          // the module that ran
    spatial::SearchSettings search;  // and what it was set to
    std::string search_note;         // what it chose by itself, and why; empty when it had no choice
    std::uint64_t blocks = 0, cells = 0, lookups = 0, empty_lookups = 0, collisions = 0;  // of its last build
    std::uint32_t reused = 0;        // substeps that an earlier build still served (with a skin)
    std::uint64_t search_bytes = 0;  // of the search alone
    std::uint64_t bytes = 0;         // particles, scratch and search

    std::string broadphase;                 // the module that solids were found with
    std::uint64_t solids = 0, bodies = 0;   // all of them, and the dynamic ones among them
    std::uint64_t solid_hits = 0;           // of particles running into solids, in all substeps
    std::uint64_t squeezed = 0;             // particles, in all substeps, that solids closing on them left no place
    std::uint64_t solid_questions = 0;      // of the fluid to the broad phase in the last substep: ways or cells
    spatial::BroadCounters solid_counters;  // of the answers
    std::uint64_t body_pairs = 0;           // of solids whose boxes touch, in the last step of the bodies
    std::uint64_t body_contacts = 0;        // points where they touch

    double kinetic_energy = 0.0, potential_energy = 0.0;       // J; potential is relative to the tank's centre
    std::array<double, 3> momentum{};                          // kg m/s
    double mean_density_error = 0.0, max_density_error = 0.0;  // relative to rest, compression only
    float max_speed = 0.0f;                                    // m/s

    std::vector<double> probes;                        // as probe_columns() names them,
    std::shared_ptr<const std::vector<Probe>> probed;  // of those that were set in then (World::set_probes())

    std::vector<StageSpan> spans;

    /// Empty, or one sentence that somebody should read; the world goes on.
    std::string notice;
    /// Empty, or one sentence: which particle, where, when, what to change. The world stops before such a frame's end.
    std::string trouble;
};

}  // namespace sim
