// The stages of a step as they are with individual time steps (time_steps.hpp).
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "sim/time_limits.hpp"
#include "sim/time_plan.hpp"
#include "sim/world_state.hpp"
#include "spatial/blocks.hpp"

namespace sim {

double World::State::plan_step(double left) {
    if (steps.under_way()) return steps.to_next(solids.longest_step());
    const double limit = longest_stable_step();
    const double global = left / std::ceil(left / limit);
    const BlockPlan plan =
        plan_block({steps.hurry(), left, global, scene.deepest_level, medium.support / scene.spacing});
    steps.forget();
    if (!plan) return global;
    steps.begin(plan, scene.deepest_level);
    return steps.to_next(solids.longest_step());
}

void World::State::remember_velocities() {
    for (auto* values : {&before_x_, &before_y_, &before_z_}) values->resize(particles.size());
    std::ranges::copy(particles.vx, before_x_.begin());
    std::ranges::copy(particles.vy, before_y_.begin());
    std::ranges::copy(particles.vz, before_z_.begin());
}

void World::State::wake_hit() {
    const Particles& p = particles;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::vec3 lost{p.vx[i] - before_x_[i], p.vy[i] - before_y_[i], p.vz[i] - before_z_[i]};
        if (lost != glm::vec3(0.0f) &&
            glm::length(lost) * static_cast<float>(steps.left_of(i)) > hard_hit * support_of(i))
            steps.wake(i);
    }
}

void World::State::kick_active() {
    const auto timed = clock.time(Stage::kick);
    limits_.adopt(medium, grains, scene.courant);
    const std::span<const std::uint8_t> due = steps.queries().active;
    const bool goes_on = !steps.everybody_due();
    tallies_.prepare();
    tallies_.for_each([](TimeSteps::Tally& tally) { tally = {}; });
    // As the passes went through them: what they found is in the right cache.
    due_blocks.for_each_run([&](spatial::Range slots) {
        TimeSteps::Tally& tally = tallies_.mine();
        steps.correct(particles, slots, tally);
        limits_.find(particles, terms, steps.clues, slots, due, steps.limits());
        if (goes_on) steps.choose(slots, terms, tally);
    });
    TimeSteps::Tally all;
    tallies_.for_each([&](const TimeSteps::Tally& tally) { all.add(tally); });
    for (std::size_t level = 0; level < all.by_level.size(); ++level) level_updates[level] += all.by_level[level];
    updates += steps.due_count();
    pace.all_finite = all.all_finite;
    if (goes_on)
        return steps.settle(all.chosen, {due_blocks, due_blocks.of_anybody(*search)}, particles, terms,
                            pair_supports());
    find_pace();
    keep_limits(due_blocks);
}

void World::State::find_limits_of_all() {
    limits_.adopt(medium, grains, scene.courant);
    constexpr std::size_t at_once = 512;
    const std::size_t n = particles.size();
#pragma omp parallel for schedule(static) if (n > spatial::worth_a_team)
    for (std::size_t begin = 0; begin < n; begin += at_once)
        limits_.find(particles, terms, steps.clues,
                     {static_cast<spatial::Index>(begin), static_cast<spatial::Index>(std::min(begin + at_once, n))},
                     {}, steps.limits());
    keep_limits(*search);
}

void World::State::keep_limits(const spatial::BlockSource& blocks) {
    // Blocks are planned only where they are likely to pay, however long they may be.
    const double global = longest_stable_step();
    const bool promises =
        pace.all_finite && static_cast<bool>(plan_block({steps.limits(), std::numeric_limits<double>::infinity(),
                                                         global, scene.deepest_level, medium.support / scene.spacing}));
    steps.keep_limits(promises, blocks, particles, terms, pair_supports());
}

void World::State::synchronise() {
    if (!steps.under_way()) return;
    steps.wake_all();
    find_order();
    find_accelerations(time);
    kick_active();
}

}  // namespace sim
