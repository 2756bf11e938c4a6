// Where everybody goes in a step, and what walls make of it. Axis by axis and a few at a time, so that vectors do it
// and the next axis finds in the cache what is asked about walls: of few only.
#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "sim/world_state.hpp"
#include "spatial/blocks.hpp"

namespace sim {

namespace {

constexpr std::size_t at_once = 512;

}  // namespace

/// move(x, v, a) gives new places and velocities along one axis; bounced(slot, before) is told who met a wall, and the
/// velocity it had.
template <class Move, class Bounced>
void World::State::move_everybody(Move move, Bounced bounced) {
    Particles& p = particles;
    const std::size_t n = p.size();
#pragma omp parallel if (n > spatial::worth_a_team)
    {
        // Once a step, and here because the team is together anyway.
        team_cores.part();
#pragma omp for schedule(static) nowait
        for (std::size_t begin = 0; begin < n; begin += at_once) {
            const std::size_t count = std::min(at_once, n - begin);
            bool outside = false;
            const auto along = [&](int axis, std::vector<float>& places, std::vector<float>& speeds,
                                   const std::vector<float>& pulls) {
                float* const x = places.data() + begin;
                float* const v = speeds.data() + begin;
                const float* const a = pulls.data() + begin;
#pragma omp simd
                for (std::size_t i = 0; i < count; ++i) move(x[i], v[i], a[i]);
                outside |= tank.any_outside(axis, {x, count});
            };
            along(0, p.x, p.vx, p.ax);
            along(1, p.y, p.vy, p.ay);
            along(2, p.z, p.vz, p.az);
            if (!outside) continue;
            for (std::size_t i = begin; i < begin + count; ++i) {
                glm::vec3 x{p.x[i], p.y[i], p.z[i]}, v{p.vx[i], p.vy[i], p.vz[i]};
                const glm::vec3 before = v;
                tank.collide(x, v);
                p.x[i] = x.x;
                p.y[i] = x.y;
                p.z[i] = x.z;
                p.vx[i] = v.x;
                p.vy[i] = v.y;
                p.vz[i] = v.z;
                if (v != before) bounced(i, before);
            }
        }
    }
}

void World::State::drift(double seconds) {
    const auto timed = clock.time(Stage::drift);
    if (!solids.empty()) contact.remember(particles);
    solids.add_loads(steps.under_way() ? seconds : 0.5 * seconds);
    const auto dt = static_cast<float>(seconds);
    if (steps.under_way()) return drift_freely(dt);
    const float half = 0.5f * dt;
    move_everybody(
        [=](float& x, float& v, float a) {
            v += half * a;
            x += dt * v;
        },
        [](std::size_t, const glm::vec3&) {});
}

void World::State::drift_freely(float dt) {
    steps.advance(static_cast<double>(dt));
    const float half = 0.5f * dt;
    const Particles& p = particles;
    move_everybody(
        [=](float& x, float& v, float a) {
            x += dt * (v + half * a);
            v += dt * a;
        },
        [&](std::size_t i, const glm::vec3& before) {
            const glm::vec3 lost = glm::vec3{p.vx[i], p.vy[i], p.vz[i]} - before;
            if (glm::length(lost) * static_cast<float>(steps.left_of(i)) > hard_hit * support_of(i)) steps.wake(i);
        });
}

}  // namespace sim
