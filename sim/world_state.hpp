// What a World is made of, and the stages of a step (world_stages.cpp). Scratch is kept between steps: a settled
// scene allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cohesion_pass.hpp"
#include "sim/colour_field_pass.hpp"
#include "sim/courant.hpp"
#include "sim/density_pass.hpp"
#include "sim/energy_guard.hpp"
#include "sim/force_pass.hpp"
#include "sim/grains.hpp"
#include "sim/images.hpp"
#include "sim/isotropy_pass.hpp"
#include "sim/medium.hpp"
#include "sim/mixed_density_pass.hpp"
#include "sim/mixed_force_pass.hpp"
#include "sim/observation.hpp"
#include "sim/probes.hpp"
#include "sim/rigid_bodies.hpp"
#include "sim/slow_sound.hpp"
#include "sim/solid_contact.hpp"
#include "sim/solid_sights.hpp"
#include "sim/solids.hpp"
#include "sim/stage_clock.hpp"
#include "sim/steps_for_all.hpp"
#include "sim/time_limits.hpp"
#include "sim/time_steps.hpp"
#include "sim/traffic.hpp"
#include "sim/walls.hpp"
#include "sim/world.hpp"
#include "spatial/block_record.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/team_cores.hpp"

namespace sim {

struct World::State {
    State(const Scene& scene, Particles start);

    Scene scene;
    SlowSound slow_sound;
    Medium medium;
    Tank tank;
    Grains grains;  // where sizes are mixed; medium and tank are then of the scene's spacing
    Images images;
    Parameters parameters;
    bool parameters_changed = false;
    std::optional<Brush> brush;
    bool was_touched = false;  // by a hand, since the frame before ended

    Particles particles;
    PairTerms terms;
    std::unique_ptr<spatial::NeighbourSearch> search, no_search;  // the other has nothing to show
    /// What set_neighbour_search() asked for since the last step; `search` is null when it did not.
    struct Next {
        std::unique_ptr<spatial::NeighbourSearch> search;
        std::string name;
        spatial::SearchSettings settings;
    };
    Next next;
    Solids solids;
    SolidContact contact;
    SolidSights sights;
    std::optional<RigidBodies> bodies;  // where a solid is dynamic
    std::uint64_t body_steps = 0;       // begun since the start of the scene
    std::vector<std::uint64_t> left_out;
    Traffic traffic;
    /// What set_broad_phase() asked for since the last step; checked already.
    struct NextBroad {
        std::string name;
        spatial::BroadSettings settings;
    };
    std::optional<NextBroad> next_broad;
    DensityPass density_pass;
    ForcePass force_pass;
    MixedDensityPass mixed_density_pass;
    MixedForcePass mixed_force_pass;
    std::vector<float> supports;  // by slot, where sizes are mixed
    TimeSteps steps;
    spatial::BlockRecord due_blocks;  // of those who are due, and whom they have around them
    CohesionPass cohesion_pass;
    ColourFieldPass colour_field_pass;
    IsotropyPass isotropy_pass;
    std::uint32_t isotropy_turn = 0;  // of the next step, in a round of steps_an_isotropy; it runs in number 0
    Shifts shifts;                    // found with the accelerations, done with before the step ends

    double time = 0.0;  // s
    std::uint64_t frame = 0;
    // A frame begins with a search of its own, whatever the skin, and contacts of its own: what a run comes to then
    // does not depend on the frame it was resumed at.
    bool is_within_frame = false;
    std::uint32_t reused = 0;              // steps since the report was begun that needed no new search
    std::uint64_t hits = 0, squeezed = 0;  // of particles by solids, likewise
    int threads;
    spatial::TeamCores team_cores;
    bool count_pairs = false;
    bool ask_limits = false;  // of everybody, at the end of a step for all
    // Of particles since the report was begun: all, and by the level of the step they ended.
    std::uint64_t updates = 0;
    std::array<std::uint64_t, most_levels> level_updates{};
    double longest_taken = 0.0;  // of the last steps, s: of one for all, or of a block of individual ones
    bool took_levels = false;    // then, which are still known by slot when the block is over
    PairCount pair_count;
    Pace pace;                            // at the end of the last step
    std::vector<Pace> paces;              // the same of each size, where they are mixed
    std::optional<Observation> observed;  // at the end of the last frame, until it was judged
    EnergyGuard energy;
    StageClock clock;
    Probes probes;
    std::shared_ptr<const std::vector<Probe>> probed;  // the scene's, for reports

    void leave_out();
    /// At the beginning of a frame.
    void forget_what_is_kept() {
        search->forget();
        contact.impulses().begin_frame();
        if (bodies) bodies->forget_contacts();
        traffic.begin_frame();
    }

    /// In real-time mode; after the frame was described.
    void follow_sound(const FrameReport& report);
    void limit_sound();

    // The stages, in the order of a step.
    void adopt_changes();
    void begin_body_step();
    [[nodiscard]] double fluid_limit(const Pace& of_all, std::span<const Pace> of_sizes) const {
        return grains.mixed() ? grains.step_limit(of_sizes, scene.courant)
                              : courant_limit(of_all, medium, tank, scene.courant);
    }
    [[nodiscard]] double longest_stable_step() const {
        return std::min(fluid_limit(pace, paces), solids.longest_step());
    }
    /// When the next step of the bodies begins, s; never where there are none.
    [[nodiscard]] double next_body_step() const {
        return bodies ? static_cast<double>(body_steps) * body_step() : std::numeric_limits<double>::infinity();
    }
    /// How long the next step may be, s, when frame or bodies want one to end after `left`; with individual steps it
    /// may begin a block of them.
    [[nodiscard]] double plan_step(double left);
    void drift(double dt);
    void meet_solids(double dt);
    void come_and_go(double dt);  // world_traffic.cpp
    void find_order();
    void look_at_solids();
    void load_solids();
    /// `at`: the time of the positions, s.
    void find_accelerations(double at);
    void shift(double dt);
    void kick(double dt);
    void even_pressure(const SolidSights* seen);
    void add_tension();
    void find_pace() {
        if (grains.mixed()) grains.find_paces(particles, paces);
        pace = grains.mixed() ? joined(paces) : pace_of(particles);
    }
    [[nodiscard]] PairSupports pair_supports() const noexcept { return {medium.support, supports}; }
    [[nodiscard]] float support_of(std::size_t slot) const noexcept { return pair_supports().of(slot); }
    [[nodiscard]] bool may_step_individually() const noexcept {
        return scene.steps == Steps::individual && why_steps_are_global(scene) == nullptr;
    }
    /// Fluids of mixed sizes take none.
    [[nodiscard]] bool has_tension() const noexcept { return medium.has_tension() && !grains.mixed(); }
    /// Fluids of mixed sizes are not shifted, and nobody is where steps may be individual: shifts move everybody.
    [[nodiscard]] bool shifts_particles() const noexcept {
        return medium.shifting > 0.0f && !grains.mixed() && !may_step_individually();
    }
    /// Nor is pressure evened by direction there.
    [[nodiscard]] bool evens_pressure() const noexcept {
        return medium.isotropy > 0.0f && !grains.mixed() && !may_step_individually();
    }
    /// After accelerations were found with ask_limits.
    void find_limits_of_all();
    /// Ends a block of individual steps now.
    void synchronise();

    /// Empty, or what has gone wrong. What holds of a whole frame is asked in the first step of the next.
    [[nodiscard]] std::string trouble();
    [[nodiscard]] float fastest_sound() const {
        return std::ranges::max(medium.phases, {}, &Medium::Phase::sound_speed).sound_speed;
    }
    void describe(FrameReport& report);
    [[nodiscard]] std::string first_violation() const;

private:
    [[nodiscard]] double body_step() const;  // s
    void move_into_order(std::span<const spatial::Index> order);

    // world_drift.cpp
    template <class Move, class Bounced>
    void move_everybody(Move move, Bounced bounced);
    void drift_freely(float dt);

    // Whom a wall or solid has stopped by so much that it ends this far from where it was going is woken.
    static constexpr float hard_hit = 0.05f;  // supports

    // With individual steps (world_time_steps.cpp).
    void remember_velocities();
    void wake_hit();
    void kick_active();
    void keep_limits(const spatial::BlockSource& blocks);

    void describe_traffic(FrameReport& report);
    void let_go(double dt);
    void remove_gone();
    void wake_around_changes();

    TimeLimits limits_;
    spatial::PerThread<TimeSteps::Tally> tallies_;
    SlotsInBox changed_near_;
    std::vector<float> moved_;  // scratch of move_into_order
    std::vector<std::uint32_t> moved_id_;
    std::vector<std::uint8_t> moved_fluid_;
    std::vector<std::uint16_t> moved_ticks_;
    std::vector<float> before_x_, before_y_, before_z_;  // scratch of wake_hit
};

}  // namespace sim
