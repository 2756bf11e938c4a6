// Who comes into the tank and who leaves it while a scene runs. Both happen once a step, after everybody was moved and
// before neighbours are found, so that a step's pairs are of those who are there at its end.
//
// An emitter gives out a layer every spacing / speed seconds, whatever the time step: it counts the way to the next
// layer, and a layer that came out within a step has gone on from there for the rest of it. It is led by the nozzle,
// straight on and at its speed whatever pushes it, until there is fluid for a whole support behind it; let go within a
// step, it has fallen for the rest of that:
//
//   nozzle |  o   o   o   o   o   o   o      support = 3 spacings
//             led         let go, e ago:  x += g e²/2,   v += g e
//
// Without that nothing holds the last layer of a jet, and a layer put behind it where it has moved by rounding pushes
// it off: each is then displaced 2.5 times as far as the one before, and after fifteen the jet is crooked.
//
// A place of a layer is left out where another particle is nearer than 0.7 spacings, where a solid is, or where there
// is no room for one more between those around it: packed closer they would burst apart. A layer is not kept waiting
// either, so a jet that is held up gives less. Particles that are in the way and slower than the jet are pushed on at
// its speed: without that a drop that lies on a nozzle would stop it, and below water nothing would ever come.
//
// A drain with a flow may take a particle whenever flow * time has come to one; what it does not use up is not saved,
// but for one particle.
//
// At any time: particles = at the start + emitted - drained - left.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sim/opening.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/shifting.hpp"
#include "sim/slots_in_box.hpp"
#include "sim/solids.hpp"
#include "spatial/points.hpp"

namespace sim {

/// Whether a drain, on or off, holds a place; its surface does, too.
[[nodiscard]] bool holds(const Drain& drain, const glm::vec3& place) noexcept;
/// Whether anybody can come or leave, ever.
[[nodiscard]] bool has_traffic(const Scene& scene) noexcept;
/// The most particles there may be in a scene's tank that began with so many.
[[nodiscard]] std::uint64_t particle_limit(const Scene& scene, std::uint64_t at_start) noexcept;

class Traffic {
public:
    explicit Traffic(const Scene& scene);

    /// As has_traffic().
    [[nodiscard]] bool any() const noexcept { return any_; }

    /// Since the start of the scene, particles.
    struct Counts {
        std::uint64_t at_start = 0, emitted = 0, drained = 0, left = 0;
        std::uint64_t skipped = 0;  // places of emitters where there was no room
    };
    [[nodiscard]] const Counts& counts() const noexcept { return all_.counts; }
    /// As they were when the frame began that is under way.
    [[nodiscard]] const Counts& counts_before() const noexcept { return before_; }

    void begin(std::size_t particles) noexcept;
    void begin_frame() noexcept { before_ = all_.counts; }

    /// A step, by its end.
    struct Step {
        double begin, length;  // s
    };

    /// Moves on those who are led, by a step that has been made, and lets go whom the nozzle leads no more:
    /// let_go(slot, e) is called for these.
    template <class F>
    void lead(const Scene& scene, double dt, const Particles& particles, F let_go);
    /// Who is led feels nothing: after accelerations were found.
    void hold(const Scene& scene, Particles& particles, Shifts& shifts);

    /// Finds out who leaves.
    void find_gone(const Scene& scene, const Step& step, const Particles& particles);
    /// Their slots, ascending.
    [[nodiscard]] std::span<const spatial::Index> gone() const noexcept { return gone_; }

    /// Puts new particles behind all others, as they are at the end of the step.
    void emit(const Scene& scene, const Step& step, const Solids& solids, Particles& particles);

    /// Around those who came and left in this step.
    [[nodiscard]] std::span<const spatial::Box> changed() const noexcept { return changed_; }

    /// Numbers below this were given out.
    [[nodiscard]] std::uint32_t next_id() const noexcept { return all_.next_id; }

    /// A sentence when emitters had to pause for the first time since this was asked; else empty.
    [[nodiscard]] std::string take_notice();

    /// For checkpoints.
    struct Source {
        double to_next = 0.0;  // way of the jet until its next layer, m
        std::uint64_t emitted = 0;
    };
    /// A layer that is led.
    struct Led {
        double way = 0.0;                                 // since it came out, m
        std::uint32_t emitter = 0, first = 0, count = 0;  // its particles' numbers
        std::uint32_t unused = 0;
    };
    struct Sink {
        double allowed = 0.0;  // particles it may take by now
    };
    struct Totals {
        Counts counts;
        std::uint32_t next_id = 0;
        std::uint32_t is_full = 0;  // has said that emitters pause
    };
    [[nodiscard]] std::span<const Source> sources() const noexcept { return sources_; }
    [[nodiscard]] std::span<const Sink> sinks() const noexcept { return sinks_; }
    [[nodiscard]] std::span<const Led> led() const noexcept { return led_; }
    [[nodiscard]] const Totals& totals() const noexcept { return all_; }
    /// False when they are of another scene.
    [[nodiscard]] bool restore(std::vector<Source> sources, std::vector<Sink> sinks, std::vector<Led> led,
                               const Totals& totals);

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct Layer;
    void move_led(const Scene& scene, double dt);
    void find_led(const Particles& particles);
    void find_drained(const Scene& scene, std::size_t drain, const Step& step, const Particles& particles);
    void take_away(std::span<const spatial::Index> slots, const Particles& particles);
    void find_left(const Domain& domain, std::size_t side, const Particles& particles);
    [[nodiscard]] bool is_gone(spatial::Index slot) const;
    void emit_layer(const Layer& layer, const Solids& solids, Particles& particles);
    void find_near(const Layer& layer, const Particles& particles);
    [[nodiscard]] bool is_taken(const glm::vec3& place) const;
    bool push_on(const glm::vec3& place, const glm::vec3& velocity, Particles& particles) const;
    [[nodiscard]] bool is_free(const Layer& layer, const Solids& solids, const glm::vec3& place) const;

    bool any_;
    double spacing_;  // m
    std::vector<Opening> openings_;
    std::vector<std::uint8_t> fluids_;  // of the emitters
    std::vector<Source> sources_;
    std::vector<Sink> sinks_;
    std::vector<Led> led_;  // oldest first, and so by their numbers
    Totals all_;
    Counts before_;
    std::vector<spatial::Index> gone_;
    std::vector<spatial::Box> changed_;

    struct LedSlot {
        spatial::Index slot;
        std::uint32_t layer;  // place in led_
    };
    std::vector<LedSlot> led_slots_;
    std::vector<double> overdue_;  // of each layer: since it was let go, s; less than 0 while it is led
    SlotsInBox in_box_;
    std::vector<spatial::Index> leaving_;
    std::vector<glm::vec3> places_;  // of a layer at the end of the step
    struct Near {
        spatial::Index slot;
        glm::vec3 seen_at;  // from the layer, perhaps across a side, m
    };
    std::vector<Near> near_;  // who might be in its way
    std::string notice_;
};

template <class F>
void Traffic::lead(const Scene& scene, double dt, const Particles& particles, F let_go) {
    if (led_.empty()) return;
    move_led(scene, dt);
    find_led(particles);
    for (const auto& [slot, layer] : led_slots_)
        if (overdue_[layer] >= 0.0) let_go(slot, overdue_[layer]);
    std::size_t kept = 0;
    for (std::size_t layer = 0; layer < led_.size(); ++layer)
        if (overdue_[layer] < 0.0) led_[kept++] = led_[layer];
    led_.resize(kept);
}

}  // namespace sim
