// The fluid in its own thread. The window never waits for a step: it draws the last finished state, and what
// it wants changed is posted and happens between two steps.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "sim/world.hpp"

namespace app {

/// A finished state, ready to draw. Never changed once published.
struct Snapshot {
    std::vector<float> x, y, z;
    std::vector<float> value;  // of the colouring asked for
    sim::Colouring colouring = sim::Colouring::speed;
    double time = 0.0;
    std::uint64_t frame = 0;
    std::uint64_t generation = 0;  // counts resets: a new one means other particles
    sim::FrameReport report;
};

class Simulation {
public:
    using Task = std::function<void(sim::World&)>;

    /// Starts paused or running. Throws what sim::World throws.
    Simulation(const sim::Scene& scene, int threads, bool playing);
    ~Simulation();

    void play(bool on);
    [[nodiscard]] bool playing() const;
    void step_once();

    /// Runs between two steps in the simulation's thread, in the order posted.
    void post(Task task);

    /// The scene from its start (reset), or another one. Throws, the old one still running, when the new one is impossible.
    void restart(const sim::Scene& scene);

    /// What to colour by, from the next snapshot on.
    void set_colouring(sim::Colouring colouring);

    /// The last finished state; never null.
    [[nodiscard]] std::shared_ptr<const Snapshot> latest() const;

    /// Reports of all frames finished since the last call, oldest first (for plots and recordings).
    [[nodiscard]] std::vector<sim::FrameReport> take_reports();

    /// What went wrong in the simulation's thread since the last call (it pauses then), or empty.
    [[nodiscard]] std::string take_trouble();

private:
    struct Worker;
    std::unique_ptr<Worker> worker_;
};

}  // namespace app
