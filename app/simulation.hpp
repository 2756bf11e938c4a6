// The fluid in its own thread. The window never waits for a step: it draws the last finished state, and what
// it wants changed is posted and happens between two steps.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/snapshot.hpp"
#include "sim/scene.hpp"
#include "sim/step_report.hpp"
#include "sim/world.hpp"

namespace app {

class Simulation {
public:
    using Task = std::function<void(sim::World&)>;

    struct Checkpoint {
        std::string bytes;
        std::string name;  // what errors call it
    };

    /// Starts paused or running. Throws what sim::World throws.
    Simulation(std::shared_ptr<const sim::Scene> scene, int threads, bool playing);
    /// Starts paused, in the state of a checkpoint, which brings its scene. Throws what sim::load_checkpoint() throws.
    Simulation(const Checkpoint& checkpoint, int threads);
    ~Simulation();

    void play(bool on);
    [[nodiscard]] bool playing() const;
    /// Simulates one frame and pauses.
    void step_once();

    /// Simulated seconds per second that are not exceeded.
    void set_speed(double speed);

    /// When a task may run: between any two steps, or only between two frames, when the state is the one reported.
    enum class When { next_step, next_frame };

    /// Runs in the simulation's thread, in the order posted. What it throws becomes trouble. A task that runs within
    /// a frame must leave the particles alone. The number of this order: states show what came of it once as many are
    /// done (Snapshot::orders_done).
    std::uint64_t post(Task task, When when = When::next_step);

    /// The scene from its start (reset), or another one. Built in the simulation's thread: it is there when
    /// the latest snapshot's scene is this one. An impossible scene becomes trouble, and the old one goes on. Numbered
    /// as of post().
    std::uint64_t restart(std::shared_ptr<const sim::Scene> scene);

    /// Pauses in the state of a checkpoint. The scene that it brings, or what was wrong with it, comes before the
    /// first snapshot of it.
    [[nodiscard]] std::future<std::shared_ptr<const sim::Scene>> resume(Checkpoint checkpoint);

    /// Pauses in the state of Snapshot::earlier_frame, with what is set by now; does nothing where there is none.
    void step_back();

    /// After a frame went wrong: a state from before, with what is set now. The next snapshot shows it.
    void return_to_last_good();

    /// For this and all later worlds.
    void set_threads(int threads);

    /// What to colour by, from the next snapshot on.
    void set_colouring(sim::Colouring colouring);

    /// What to show of the search, from the next snapshot on; nothing costs nothing.
    void set_search_view(const std::optional<SearchViewRequest>& request);
    /// Likewise of the broad phase.
    void set_broad_view(const std::optional<BroadViewRequest>& request);

    /// The last finished state; never null.
    [[nodiscard]] std::shared_ptr<const Snapshot> latest() const;

    /// Reports of all frames finished since the last call, oldest first (for plots and recordings).
    [[nodiscard]] std::vector<sim::FrameReport> take_reports();

    /// What went wrong in the simulation's thread since the last call, a line each, or empty.
    /// It pauses when a frame goes wrong.
    [[nodiscard]] std::string take_trouble();

private:
    struct Worker;
    std::unique_ptr<Worker> worker_;
};

}  // namespace app
