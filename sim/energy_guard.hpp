// Energy from nowhere. What a fluid has of motion and of height only becomes less while nothing drives it: walls and
// pressure do no work on all of it together, and viscosity takes. A scheme may give it some all the same, too slowly
// for the fluid ever to be faster than its sound (blow_up.hpp): pairs that are hardly damped, with a support of few
// neighbours. So the least that it has had is kept, from when it was last driven.
#pragma once

#include <limits>
#include <string>

#include "sim/observation.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Whether something in the scene does work on the fluid or adds to it, beside what people do.
[[nodiscard]] bool is_driven(const Scene& scene);

class EnergyGuard {
public:
    /// At the end of a frame.
    void look_at(const Observation& all, double time, bool was_driven) noexcept;
    void forget() noexcept { least_ = {}; }

    /// Empty, or by how much energy has grown since when, and what to change: where it is more than all of the fluid
    /// has that moves as fast as can be expected (m/s), and what tension can give it. Less may have been stored by
    /// pressure: a soft fluid that bounces gets nearly all of a fall back.
    [[nodiscard]] std::string describe(const Observation& all, const Particles& particles, const Scene& scene,
                                       float flow, double time) const;

    /// For checkpoints.
    struct Least {
        double energy = std::numeric_limits<double>::infinity();  // J; infinite: nothing is known yet
        double time = 0.0;                                        // s
    };
    [[nodiscard]] const Least& least() const noexcept { return least_; }
    void restore(const Least& least) noexcept { least_ = least; }

private:
    Least least_;
};

}  // namespace sim
