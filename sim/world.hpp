// A fluid in its tank. step() in world.cpp is the outline of the method.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/brush.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/solids.hpp"
#include "sim/step_report.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/function_ref.hpp"
#include "spatial/neighbour_search.hpp"

namespace sim {

class World {
public:
    /// Fills the volumes with particles. Throws std::invalid_argument when the scene asks for the impossible.
    explicit World(const Scene& scene);
    /// How many it would begin with, without computing anything of its first step. Throws what World(scene) would.
    [[nodiscard]] static std::size_t particles_at_start(const Scene& scene);
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// Simulates one frame length, in as many steps as needed.
    FrameReport advance_frame();

    /// The same; `go_on` is asked before every step but the first and may change everything that the setters below
    /// change. Once it says no, the frame stays unfinished and is not counted; the next call finishes it.
    FrameReport advance_frame(spatial::FunctionRef<bool()> go_on);

    /// Simulates a single time step, as long as the Courant limit allows but at most `longest` seconds; returns
    /// its length. Blocks of individual steps are begun by frames; within one this is the way to whoever is due next.
    double step(double longest);

    [[nodiscard]] const Particles& particles() const noexcept;
    [[nodiscard]] double time() const noexcept;
    [[nodiscard]] std::uint64_t frame() const noexcept;
    [[nodiscard]] const Scene& scene() const noexcept;

    /// Effective at the next step.
    [[nodiscard]] const Parameters& parameters() const noexcept;
    /// The scene with all that was set since the last step.
    [[nodiscard]] Scene scene_from_now() const;
    /// Throws std::invalid_argument, and changes nothing, where they do not go with the rest of the scene.
    void set_parameters(const Parameters& parameters);
    void set_brush(std::optional<Brush> brush);
    // Solids in somebody's hand (solid_hand.hpp), by their numbers; throw std::invalid_argument where there is none
    // such.
    /// It follows to this place of its centre of mass until it is let go.
    void hold_solid(std::uint32_t number, const glm::vec3& place);
    void let_go_of_solid(std::uint32_t number);
    /// Between two frames.
    void take_out_solid(std::uint32_t number);
    /// Throws where there is fluid in its place by now, saying how much.
    void put_back_solid(std::uint32_t number);
    /// Measured from the next frame on, of which they change nothing; between two frames. Throws
    /// std::invalid_argument, and changes nothing, where a file of the scene could not have them.
    void set_probes(const std::vector<Probe>& probes);
    void set_threads(int threads);
    [[nodiscard]] int threads() const noexcept;

    /// Takes effect at the next step; no particle's state changes. Throws std::invalid_argument on an unknown name or a
    /// setting out of range. Without settings those in force stay.
    void set_neighbour_search(std::string_view name, const spatial::SearchSettings& settings);
    void set_neighbour_search(std::string_view name);
    /// Those of the last step.
    [[nodiscard]] std::string_view neighbour_search() const noexcept;
    [[nodiscard]] const spatial::SearchSettings& search_settings() const noexcept;

    /// What the last step was made with: its slots are those of particles(). It is replaced by a step after
    /// set_neighbour_search(). Empty in a world that was resumed and has made no step yet, and in a periodic tank,
    /// where slots of images stand between those of the particles.
    [[nodiscard]] const spatial::NeighbourSearch& search() const noexcept;

    /// The same for the broad phase: no solid's state and no contact changes.
    void set_broad_phase(std::string_view name, const spatial::BroadSettings& settings);
    void set_broad_phase(std::string_view name);
    /// How the fluid asks about solids; effective at the next step.
    void set_solid_queries(SolidQueries queries);
    /// What pictures of it show; nothing else.
    void set_colouring(Colouring colouring) noexcept;
    /// What the fluid asked in the last step: its boxes are the ways of solids in that step, by their numbers. Empty
    /// before the first.
    [[nodiscard]] const spatial::BroadPhase& broad_phase() const noexcept;
    /// For drawing: a broad phase that shows its cells may finish its work first.
    [[nodiscard]] spatial::BroadPhase& broad_phase() noexcept;

    [[nodiscard]] const Solids& solids() const noexcept;
    /// How many particles of each volume were not made, for there is a solid. Empty in a world that was resumed.
    [[nodiscard]] std::span<const std::uint64_t> left_out() const noexcept;

    /// Levels of the steps that the particles are in, by slot; empty between two blocks of individual steps.
    [[nodiscard]] std::span<const float> step_levels() const noexcept;

    /// The steps that were taken last, for showing: how long the longest is, s, and how often it was halved for each
    /// particle, by slot. No levels where all took the same step; no length either before the first step.
    struct LastSteps {
        double longest = 0.0;
        std::span<const float> levels;
    };
    [[nodiscard]] LastSteps last_steps() const noexcept;

    /// Turns every velocity round: without friction the fluid goes back to where it came from.
    void reverse();

    /// The same for every thread count and after a resume; any bit of any particle's number, fluid, place or velocity
    /// counts, and of any solid's state.
    [[nodiscard]] std::uint64_t state_hash() const;

    /// The sound speed in use for a fluid, m/s (the scene may leave it to us).
    [[nodiscard]] float sound_speed(std::size_t fluid) const noexcept;

    /// First violation of what must hold between two steps, as a sentence; empty when all is well.
    [[nodiscard]] std::string validate() const;

private:
    friend struct CheckpointAccess;  // checkpoint.cpp: reads and restores everything
    friend struct ProbeAccess;       // probes.cpp: reads everything
    struct State;
    explicit World(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace sim
