// The stage of a step in which particles come and go (traffic.hpp): what that means for everything that is kept by
// slot. With individual steps those around a change are woken, since what they go by is no longer there.
#include "sim/take_out.hpp"
#include "sim/world_state.hpp"

namespace sim {

void World::State::come_and_go(double dt) {
    if (!traffic.any()) return;
    const auto timed = clock.time(Stage::drift);
    const Traffic::Step step{time, dt};
    let_go(dt);
    traffic.find_gone(scene, step, particles);
    if (!traffic.gone().empty()) remove_gone();
    traffic.emit(scene, step, solids, particles);
    if (traffic.changed().empty()) return;

    search->forget();  // a skin keeps the order of the same points, and these are others
    if (steps.under_way()) {
        steps.come(particles.size());
        terms.for_each_array([&](auto& values) { values.resize(particles.size()); });
        wake_around_changes();
        return;
    }
    steps.forget();  // limits are of others, too
}

void World::State::let_go(double dt) {
    Particles& p = particles;
    const Pull::Now pull = medium.pull.at(time);
    traffic.lead(scene, dt, p, [&](spatial::Index slot, double since) {
        const auto e = static_cast<float>(since);
        const glm::vec3 g = pull({p.x[slot], p.y[slot], p.z[slot]});
        p.x[slot] += 0.5f * e * e * g.x;
        p.y[slot] += 0.5f * e * e * g.y;
        p.z[slot] += 0.5f * e * e * g.z;
        // Everybody is half a kick short of the end of the step but for those whose individual step begins here.
        const auto fallen = steps.under_way() ? e : static_cast<float>(since - 0.5 * dt);
        p.vx[slot] += fallen * g.x;
        p.vy[slot] += fallen * g.y;
        p.vz[slot] += fallen * g.z;
        if (steps.under_way()) steps.begin_now(slot);
    });
}

void World::State::remove_gone() {
    const std::span<const spatial::Index> gone = traffic.gone();
    particles.for_each_array([&](auto& values) { take_out(values, gone); });
    if (!steps.under_way()) return;
    terms.for_each_array([&](auto& values) { take_out(values, gone); });
    steps.remove(gone);
}

void World::State::wake_around_changes() {
    const float reach = medium.support;
    for (const spatial::Box& box : traffic.changed()) {
        const spatial::Box around = {box.min_x - reach, box.min_y - reach, box.min_z - reach,
                                     box.max_x + reach, box.max_y + reach, box.max_z + reach};
        for (const spatial::Index slot : changed_near_.find(particles, around)) steps.wake(slot);
    }
}

void World::State::describe_traffic(FrameReport& report) {
    const Traffic::Counts &now = traffic.counts(), &before = traffic.counts_before();
    report.at_start = now.at_start;
    report.emitted = now.emitted;
    report.drained = now.drained;
    report.left = now.left;
    report.skipped = now.skipped;
    report.notice = traffic.take_notice();
    const double begun = static_cast<double>(frame - (is_within_frame ? 0 : 1)) * scene.frame;
    if (time <= begun) return;
    const double volume = double{medium.lattice.cell_volume} / (time - begun);
    report.inflow = volume * static_cast<double>(now.emitted - before.emitted);
    report.outflow = volume * static_cast<double>(now.drained + now.left - before.drained - before.left);
}

}  // namespace sim
