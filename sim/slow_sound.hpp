// Real-time mode: sound so slow that the fluid is compressed as far as the user allows. The slower it is, the longer a
// step may be (courant.hpp). What is stated is the compression of the fluid as a whole,
//
//   error = mean over the particles of max(0, density / rest density - 1)
//
// as in the literature of incompressible SPH, whose solvers iterate until this mean is small enough (Ihmsen et al.
// 2014, Bender and Koschier 2015). Single particles are compressed more where jets meet, up to ten times as much.
//
// A run begins with the speed at which a pool that is let go at rest density keeps to the error while it settles. From
// frame to frame sound then slows down, until the error is used up for the first time; from there on it only gets
// faster, when an impact asks for more. It must not go up and down with the error: stiffening a fluid while it is
// compressed and slackening it while it is not pumps energy into it, and still pools then swing for ever.
//
// In any mode it knows how fast a flow is to be expected. That follows from the scene, and where the scene is changed
// while it runs from how fast the fluid is by then: gravity that is taken away does not stop what it has set moving.
#pragma once

#include <cstdint>

#include "sim/scene.hpp"

namespace sim {

class SlowSound {
public:
    explicit SlowSound(const Scene& scene);

    /// No fluid's sound is faster, m/s; infinity where the mode is off.
    [[nodiscard]] float speed() const noexcept { return now_.speed; }

    /// What fluids have whose sound speed is not said, m/s: ten times the flow to be expected.
    [[nodiscard]] float automatic() const noexcept { return fastest_; }

    /// The mode may be on or off or another one now, and the flow as fast as in other gravity; but as long as the fluid
    /// moves so fast (m/s), and was expected to, no slower than that.
    void adopt(const Scene& scene, float moves);
    /// At the end of a frame of so many seconds, with the error then.
    void look_at(double error, double seconds) noexcept;

    /// What a checkpoint keeps.
    struct Now {
        float speed;            // m/s
        std::uint32_t used_up;  // whether the error has been; 0 or 1
        float flow;             // to be expected, m/s
    };
    [[nodiscard]] const Now& now() const noexcept { return now_; }
    void restore(const Now& now) noexcept;

private:
    void begin(float flow) noexcept;
    void expect(float flow) noexcept;

    RealTime wanted_;
    float slowest_, fastest_;  // m/s
    float length_;             // of the tank, m
    double crossing_;          // what the fastest flow needs from one end of it to the other, s
    Now now_;
};

}  // namespace sim
