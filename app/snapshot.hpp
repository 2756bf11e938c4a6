// What the drawing side gets to see of a world: copied arrays and the numbers of its last frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/broad_view.hpp"
#include "app/search_view.hpp"
#include "sim/pose.hpp"
#include "sim/scene.hpp"
#include "sim/step_report.hpp"
#include "sim/world.hpp"

namespace app {

/// A finished state, ready to draw. Never changed once published.
struct Snapshot {
    std::vector<float> x, y, z;
    std::vector<float> spacing;  // of each particle, m; empty where all have the scene's
    std::vector<float> value;    // what to colour by, in its unit (unit_of); for `fluid` an index
    sim::Colouring colouring = sim::Colouring::speed;
    struct Solid {
        std::uint32_t entry;  // of scene->solids
        sim::Pose pose;
        bool is_out = false;  // somebody took it out of the tank
    };
    std::vector<Solid> solids;  // by their numbers
    double time = 0.0;          // simulated, s
    std::uint64_t frame = 0;
    double longest_step = 0.0;  // of those taken last, s: the one of time level 0; 0 = none was taken yet
    /// The last one before this whose state is kept, to go back to.
    std::optional<std::uint64_t> earlier_frame;
    std::uint64_t generation = 0;             // counts restarts: a new one means other particles
    std::uint64_t orders_done = 0;            // of those given to the simulation (Simulation::post())
    std::shared_ptr<const sim::Scene> scene;  // the one that runs
    std::string neighbours;                   // the search in use
    std::string broadphase;                   // likewise
    std::string broad_note;                   // what it chose by itself, and why
    std::size_t broad_bytes = 0;              // that it holds
    std::vector<float> sound_speed;           // in use for each fluid, m/s
    sim::FrameReport report;                  // of the last frame
    bool has_search_view = false;             // somebody looks into the search
    SearchView search_view;                   // then; else of no meaning
    bool has_broad_view = false;              // likewise of the broad phase
    BroadView broad_view;
};

/// Copies the state of a world into a snapshot whose buffers are used again. Generation, orders,
/// scene, report and the views are the caller's.
void copy_state(const sim::World& world, sim::Colouring colouring, Snapshot& snapshot);

/// "m/s", "kg/m³", "%", "Pa", "in reach", or empty for what has none.
[[nodiscard]] const char* unit_of(sim::Colouring colouring);

}  // namespace app
