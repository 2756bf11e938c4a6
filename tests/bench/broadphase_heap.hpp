// A heap of boxes in Bullet's world: those of the scene `heap`, without its water, on a broad phase of ours or on
// Bullet's own tree. Everybody begins from the same state, and what is timed is all of Bullet's step, contacts and
// solver included: that is what a frame gains by a broad phase.
//
// After a step Bullet's tree and ours part by rounding, since contacts are then solved in another order. So contacts
// are compared after the first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/rigid_bodies.hpp"
#include "sim/scene.hpp"
#include "sim/solids.hpp"

namespace bench {

inline constexpr const char* bullets_tree = "bullet's tree";

class Heap {
public:
    static constexpr double step = 1.0 / 240.0;  // s

    explicit Heap(sim::Scene scene);

    /// Falls until there have been so many steps.
    void fall_until(int steps);
    [[nodiscard]] std::size_t boxes() const noexcept { return solids_.size(); }

    /// The same heap from here on, on a module of that name or Bullet's own tree.
    class Course {
    public:
        Course(const Heap& heap, std::string_view broad_phase);
        void advance();
        [[nodiscard]] std::uint64_t contacts() const { return bodies_.contact_count(); }
        [[nodiscard]] std::uint64_t pairs() const { return bodies_.pair_count(); }
        [[nodiscard]] std::size_t bytes() const noexcept { return bodies_.bytes(); }
        /// Every bit of every contact counts.
        [[nodiscard]] std::uint64_t contact_hash() const;

    private:
        const sim::Scene& scene_;
        sim::Solids solids_;
        sim::RigidBodies bodies_;
        double time_;
    };

private:
    sim::Scene scene_;
    sim::Solids solids_;
    std::unique_ptr<sim::RigidBodies> bodies_;
    int steps_ = 0;
};

}  // namespace bench
