// Dynamic solids among each other, against fixed and moving ones and the tank: Bullet's world behind a wall, moved on
// any of our broad phases.
//
// How it goes together with the fluid, whose steps are shorter. A frame is divided into whole body steps of at most
// 1/240 s. At the beginning of each Bullet is told where all bodies are and how fast, and works out, with gravity and
// contacts, how fast they will be and how much they yield where they were pressed into each other. In the steps of the
// fluid that follow, bodies go at that speed; what the fluid does to it (Solids::add_impulse) counts from the next of
// its steps on. So light bodies feel the fluid at the fluid's own pace, without which they would bounce off water: its
// pressure would push for a whole body step what it should push for a moment.
//
// What Bullet remembers of contacts is forgotten when a frame begins, so that a run does not depend on the frame it
// was resumed at; within a frame contacts are kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/brush.hpp"
#include "sim/scene.hpp"
#include "sim/solids.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace sim {

class RigidBodies {
public:
    /// A null module stands for Bullet's own tree: what ours are compared with.
    RigidBodies(const Scene& scene, const Solids& solids, std::unique_ptr<spatial::BroadPhase> module);
    ~RigidBodies();
    RigidBodies(RigidBodies&&) noexcept;
    RigidBodies& operator=(RigidBodies&&) noexcept;

    /// Goes on with another module: every contact is kept. Not for a world on Bullet's own tree.
    void use(std::unique_ptr<spatial::BroadPhase> module);

    /// A body step of `h` seconds, beginning at `time`: takes where the bodies are, leaves how they go on. The brush
    /// moves a body as it moves fluid, and reaches further by the radius of a ball of the body's volume.
    void step(const Scene& scene, Solids& solids, double time, double h, const std::optional<Brush>& brush = {});

    /// To be called when a frame begins.
    void forget_contacts();

    /// Finds who touches whom, and moves nobody.
    void look();

    /// Points where two solids touch, by the numbers of the solids; walls of the tank count on from the number of
    /// solids.
    struct Contact {
        std::uint32_t a, b;  // a < b
        glm::vec3 place;     // m
        float distance;      // m; negative where they are pressed into each other
        bool operator==(const Contact&) const = default;
    };
    [[nodiscard]] std::vector<Contact> contacts() const;
    [[nodiscard]] std::uint64_t contact_count() const;
    [[nodiscard]] std::uint64_t pair_count() const;

    [[nodiscard]] std::size_t bytes() const noexcept;  // of the broad phase; Bullet does not tell of its own

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace sim
