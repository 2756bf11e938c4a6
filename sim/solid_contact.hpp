// Fluid meets solids: after a drift, particles that went into a solid on their way are put where they ran into it, and
// go on from there with what is left of their speed and of the step.
//
// Particles have a radius of half a spacing here, which is the room that pressure leaves them before a solid at rest
// (solid_sights.hpp). Where there is no room for so much, between solids that close on each other, less has to do, as
// long as centres stay out.
//
// A broad phase holds the boxes of the solids' ways in the step and says which of them the fluid may meet. Each
// particle then goes straight through the frame of each such solid, from where it was in it at the beginning to where
// it is at the end: a way that does not enter there has not passed through, however fast either is, however thin or
// spinning the solid. The earliest entry counts (of several at one time the lowest number), whatever the order they
// were tested in. Who ran into something goes on in a further round, with a new end and a new box, until no way enters
// anything. Who is caught between solids that close on it ends beside them.
//
// A question to the broad phase is the box of one particle's way, or of a run of them (solid_cells.hpp). Both find the
// same solids for every particle, and so the same bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/fluid_impulses.hpp"
#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/solid_cells.hpp"
#include "sim/solid_meetings.hpp"
#include "sim/solids.hpp"
#include "sim/walls.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

/// Of a particle that meets a solid, m.
[[nodiscard]] constexpr double contact_radius(float spacing) noexcept { return 0.5 * double{spacing}; }
/// More than rounding can be: who is put outside by so much is found outside a moment later. m
[[nodiscard]] constexpr double contact_margin(float spacing) noexcept { return 0.005 * double{spacing}; }
/// How near to a solid a particle may not begin, m.
[[nodiscard]] constexpr double room_beside_solids(float spacing) noexcept {
    return contact_radius(spacing) - contact_margin(spacing);
}

class SolidContact {
public:
    SolidContact(std::unique_ptr<spatial::BroadPhase> module, const Scene& scene)
        : broad_(std::move(module)), impulses_(scene) {}

    void use(std::unique_ptr<spatial::BroadPhase> module);
    /// With the boxes of the solids in it, which run() leaves there too.
    [[nodiscard]] spatial::BroadPhase& filled(const Solids& solids, const Scene& scene);
    [[nodiscard]] const spatial::BroadPhase& broad_phase() const noexcept { return *broad_; }
    [[nodiscard]] spatial::BroadPhase& broad_phase() noexcept { return *broad_; }

    /// To be called before the particles are moved.
    void remember(const Particles& particles);

    struct Surroundings {
        const Scene& scene;
        const Medium& medium;
        const Tank& tank;
        const Grains& grains;
    };
    /// After particles and solids (Solids::advance) were moved by `dt` seconds. What particles lose in momentum,
    /// dynamic solids get.
    void run(const Surroundings& around, double dt, Solids& solids, Particles& particles);

    /// Of the last run.
    struct Report {
        std::uint64_t questions = 0;  // put to the broad phase
        spatial::BroadCounters counters;
        std::uint64_t hits = 0;      // particles running into something, once for each time
        std::uint64_t squeezed = 0;  // particles for which no place was left outside of solids
    };
    [[nodiscard]] const Report& report() const noexcept { return report_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// What probes ask for; what solids get besides contacts is added by others.
    [[nodiscard]] const FluidImpulses& impulses() const noexcept { return impulses_; }
    [[nodiscard]] FluidImpulses& impulses() noexcept { return impulses_; }

private:
    /// A particle on its way, from the place where it last ran into something.
    struct Flight {
        spatial::Index slot;
        std::uint32_t solid;  // that it ran into
        double time;          // share of the step that is over
        glm::dvec3 place;     // m
        glm::dvec3 normal;    // of the surface there
        bool pushed;          // it was inside already: its way has a gap
        bool again;           // the same solid as the time before
    };
    /// What a solid that is dynamic, or that a probe looks at, gets from one particle.
    struct Push {
        std::uint32_t solid;
        spatial::Index slot;
        std::uint32_t round;
        glm::dvec3 place;            // m
        glm::dvec3 impulse, moment;  // N s, N m s
    };
    /// A solid that may be in the way of a particle that looks for a place.
    struct Obstacle {
        const ConvexShape* shape;
        Frame end;         // at the end of the step
        glm::dvec3 start;  // of the particle, in the solid's frame
        bool is_left;      // the particle was inside at the start, and may leave
    };
    struct Mine {
        std::vector<Flight> flights;
        std::vector<Push> pushes;
        std::vector<spatial::Index> near, met;
        std::vector<Obstacle> obstacles;
    };
    struct Round;

    void put_boxes(const Solids& solids, double radius);
    void ask(const Round& round, SolidQueries queries);
    void fly_all(const Round& round, const SolidCells::Cell& cell, std::span<const spatial::Index> solids);
    void fly(const Round& round, spatial::Index way, std::span<const spatial::Index> solids);
    void gather_flights();
    void respond(const Round& round);
    void rebound_of(const Round& round, const Flight& flight);
    void hand_over(Solids& solids);
    void settle(const Round& round);
    [[nodiscard]] static spatial::Box box_around(const Round& round, const Flight& flight);
    [[nodiscard]] static bool is_reached(const glm::vec3& place, double skin, std::span<Obstacle> obstacles);
    [[nodiscard]] bool find_place(const Round& round, const Flight& flight, std::span<const spatial::Index> solids);

    std::unique_ptr<spatial::BroadPhase> broad_;
    bool is_filled_ = false;
    std::vector<float> x_, y_, z_;     // of all particles before the drift
    std::vector<spatial::Box> boxes_;  // that are asked for, unless cells are
    SolidCells cells_;                 // of ways
    std::vector<spatial::Box> solid_boxes_;
    std::vector<Flight> flights_, caught_;
    SolidMeetings meetings_;  // of a round's questions, and then of who is caught
    std::vector<Push> pushes_;
    std::vector<std::uint32_t> crowd_;  // of each body, how many particles run into it in a round
    spatial::PerThread<Mine> threads_;
    Report report_;
    FluidImpulses impulses_;
};

}  // namespace sim
