// The stages of a step, and what a frame says of itself.
#include <algorithm>
#include <cmath>
#include <glm/vec3.hpp>
#include <optional>
#include <utility>

#include "sim/blow_up.hpp"
#include "sim/courant.hpp"
#include "sim/observation.hpp"
#include "sim/solid_overlap.hpp"
#include "sim/wording.hpp"
#include "sim/world_state.hpp"
#include "spatial/blocks.hpp"

namespace sim {

namespace {

// The worst a step may shrink to, against what the sound speed alone allows. A run that needs less has blown up.
constexpr double collapsed = 1e-3;

constexpr double longest_body_step = 1.0 / 240.0;  // s

}  // namespace

void World::State::adopt_changes() {
    if (parameters_changed) synchronise();
    if (next.search) {
        search = std::move(next.search);
        scene.neighbours = next.name;
        scene.search = next.settings;
    }
    if (next_broad) {
        scene.broadphase = next_broad->name;
        scene.broad = next_broad->settings;
        contact.use(spatial::make_broad_phase(scene.broadphase, scene.broad));
        if (bodies) bodies->use(spatial::make_broad_phase(scene.broadphase, scene.broad));
        next_broad.reset();
    }
    if (!parameters_changed) return;
    scene.take(parameters);
    steps.forget();
    energy.forget();
    slow_sound.adopt(scene, observe(particles, medium, grains, scene.domain).max_speed);
    medium = Medium(scene);
    tank.set_walls(parameters.walls);
    if (grains.mixed()) grains = Grains(scene);
    limit_sound();
    parameters_changed = false;
}

void World::State::limit_sound() {
    medium.limit_sound(scene, slow_sound);
    grains.limit_sound(scene, slow_sound);
}

void World::State::follow_sound(const FrameReport& report) {
    slow_sound.look_at(report.mean_density_error, static_cast<double>(scene.frame));
    limit_sound();
}

// A whole number of steps a frame. A thousandth of one too few for a frame of 1/60 s, which is no float, is none.
double World::State::body_step() const {
    const auto frame_length = static_cast<double>(scene.frame);
    return frame_length / std::max(1.0, std::ceil(frame_length / longest_body_step - 1e-3));
}

void World::State::begin_body_step() {
    // Steps of the fluid end where those of the bodies begin, but for the rounding of sums.
    if (time < next_body_step() - 1e-6 * body_step()) return;
    const auto timed = clock.time(Stage::solids);
    bodies->step(scene, solids, time, body_step(), brush);
    ++body_steps;
}

void World::State::meet_solids(double dt) {
    if (solids.empty()) return;
    const auto timed = clock.time(Stage::solids);
    solids.advance(scene, time, dt);
    if (steps.under_way()) remember_velocities();
    contact.run({scene, medium, tank, grains}, dt, solids, particles);
    if (steps.under_way()) wake_hit();
    hits += contact.report().hits;
    squeezed += contact.report().squeezed;
}

void World::State::find_order() {
    {
        const auto timed = clock.time(Stage::search);
        const float reach = medium.reach();
        if (images.any()) {
            images.append(particles, reach);
            search->forget();  // a skin keeps the order of the same points, and these are others
        }
        std::span<const float> reaches(&reach, 1);
        if (grains.mixed()) {
            grains.spread_supports(particles, supports);
            reaches = supports;
        }
        search->build({particles.x, particles.y, particles.z, reaches});
    }
    if (search->reused()) {  // everybody is where the order wants them
        ++reused;
        return;
    }
    due_blocks.forget();
    const auto timed = clock.time(Stage::reorder);
    move_into_order(search->order());
}

void World::State::move_into_order(std::span<const spatial::Index> order) {
    const auto move = [&](auto& values, auto& scratch) {
        scratch.resize(values.size());
#pragma omp parallel for schedule(static) if (values.size() > spatial::worth_a_team_for_little)
        for (std::size_t slot = 0; slot < order.size(); ++slot) scratch[slot] = values[order[slot]];
        values.swap(scratch);
    };
    // Accelerations, densities and pressures are about to be found anew and need not move, unless steps are individual.
    for (auto* values : {&particles.x, &particles.y, &particles.z, &particles.vx, &particles.vy, &particles.vz})
        move(*values, moved_);
    move(particles.id, moved_id_);
    move(particles.fluid, moved_fluid_);
    if (grains.mixed()) {
        move(particles.grain, moved_fluid_);
        move(supports, moved_);
    }
    if (images.any()) images.follow(order);
    if (!steps.under_way()) return;
    for (auto* values :
         {&particles.ax, &particles.ay, &particles.az, &particles.density, &particles.pressure, &steps.clues.level})
        move(*values, moved_);
    terms.for_each_array([&](auto& values) { move(values, moved_); });
    move(steps.since(), moved_ticks_);
    move(steps.due(), moved_ticks_);
}

void World::State::find_accelerations(double at) {
    const spatial::BlockSource* blocks = search.get();
    spatial::Queries queries = images.queries();
    StepClues* const clues = steps.under_way() || ask_limits ? &steps.clues : nullptr;
    if (ask_limits && !steps.under_way()) steps.ask_all(particles.size());
    if (!shifts_particles()) shifts.resize(0);  // those of before are of others by now
    look_at_solids();
    const SolidSights* const seen = solids.empty() ? nullptr : &sights;
    {
        const auto timed = clock.time(Stage::density);
        if (steps.under_way()) {
            steps.find_active(particles);
            queries = steps.queries();
            due_blocks.record(*search, queries);
            blocks = &due_blocks;
        }
        if (grains.mixed() && count_pairs)
            pair_count = mixed_density_pass.run_and_count(*search, grains, supports, particles, terms, {}, seen);
        else if (grains.mixed())
            mixed_density_pass.run(*blocks, grains, supports, particles, terms, queries, seen);
        else if (count_pairs)
            pair_count = density_pass.run_and_count(*search, medium, tank, particles, terms, images.queries(), seen);
        else
            density_pass.run(*blocks, medium, tank, particles, terms, queries, seen);
        if (images.any()) images.share(terms);
    }
    const auto timed = clock.time(Stage::forces);
    const Pull::Now pull = medium.pull.at(at);
    if (grains.mixed())
        mixed_force_pass.run(*blocks, grains, supports, pull, brush, terms, particles, queries, clues, seen);
    else
        force_pass.run(*blocks, medium, tank, pull, brush, terms, particles, queries, clues, seen,
                       shifts_particles() ? &shifts : nullptr);
    if (evens_pressure()) even_pressure(seen);
    load_solids();
    if (has_tension()) add_tension();
    if (images.any()) images.remove(particles, shifts);
    traffic.hold(scene, particles, shifts);
}

void World::State::look_at_solids() {
    if (solids.empty()) return;
    const auto timed = clock.time(Stage::solids);
    sights.find(solids, contact.filled(solids, scene), medium, grains, particles, images.queries());
}

void World::State::load_solids() {
    if (bodies || contact.impulses().any()) sights.put_loads(solids, medium, tank, grains, terms, particles);
}

void World::State::even_pressure(const SolidSights* seen) {
    if (isotropy_turn == 0) isotropy_pass.run(*search, medium, tank, images, terms, seen, particles);
    isotropy_turn = (isotropy_turn + 1) % steps_an_isotropy;
}

void World::State::add_tension() {
    switch (medium.tension_model) {
        case TensionModel::cohesion:
            cohesion_pass.run(*search, medium, tank, images, particles);
            break;
        case TensionModel::colour_field:
            colour_field_pass.run(*search, medium, tank, terms.volume, particles);
            break;
    }
}

void World::State::shift(double seconds) {
    if (!shifts_particles()) return;
    const auto timed = clock.time(Stage::drift);
    Particles& p = particles;
    const auto dt = static_cast<float>(seconds);
#pragma omp parallel for schedule(static) if (p.size() > spatial::worth_a_team)
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::vec3 x{p.x[i] + dt * shifts.x[i], p.y[i] + dt * shifts.y[i], p.z[i] + dt * shifts.z[i]};
        if (!scene.domain.keeps(x)) continue;
        p.x[i] = x.x;
        p.y[i] = x.y;
        p.z[i] = x.z;
    }
    if (images.any()) images.bring_in(p);
}

void World::State::kick(double seconds) {
    for (const SolidSights::Load& load : sights.loads())
        contact.impulses().add(solids[load.solid], seconds * load.force);
    if (steps.under_way()) return kick_active();
    const auto timed = clock.time(Stage::kick);
    Particles& p = particles;
    const auto dt = static_cast<float>(0.5 * seconds);
#pragma omp parallel for schedule(static) if (p.size() > spatial::worth_a_team)
    for (std::size_t i = 0; i < p.size(); ++i) {
        p.vx[i] += dt * p.ax[i];
        p.vy[i] += dt * p.ay[i];
        p.vz[i] += dt * p.az[i];
    }
    solids.add_loads(static_cast<double>(dt));
    updates += p.size();
    level_updates[0] += p.size();
    find_pace();
    if (ask_limits) find_limits_of_all();
}

std::string World::State::trouble() {
    if (!pace.all_finite) return describe_not_finite(particles, scene, time);
    if (observed) {  // of the frame before
        const Observation all = *std::exchange(observed, std::nullopt);
        if (std::string text = describe_blow_up(all, particles, scene, fastest_sound(), time); !text.empty())
            return text;
        if (std::string text = energy.describe(all, particles, scene, slow_sound.now().flow, time); !text.empty())
            return text;
    }
    if (steps.under_way()) return {};  // who needs a shorter step than there are ends the block
    const double limit = longest_stable_step();
    if (limit > collapsed * fluid_limit({}, {})) return {};
    // As short as the flow wants it to be where sound is slower by so much: nobody has blown up yet.
    const float flow = fastest_flow(scene);
    const Pace expected{flow * flow, 0.0f, true};
    if (limit > collapsed * fluid_limit(expected, std::vector<Pace>(paces.size(), expected)))
        return describe_slow_sound(medium, flow, time);
    if (limit < fluid_limit(pace, paces))
        return "the stable time step fell to " + number_text(static_cast<float>(limit)) +
               " s at t = " + number_text(static_cast<float>(time)) +
               " s, so fast does a solid spin: lower time.courant, its spin, or what spins it";
    return describe_collapse(particles, scene, limit, 0.5 * double{medium.support}, time);
}

void World::State::describe(FrameReport& report) {
    {
        const auto timed = clock.time(Stage::report);
        const Observation o = observe(particles, medium, grains, scene.domain);
        report.kinetic_energy = o.kinetic_energy;
        report.potential_energy = o.potential_energy;
        report.momentum = o.momentum;
        report.mean_density_error = o.mean_density_error;
        report.max_density_error = o.max_density_error;
        report.max_speed = o.max_speed;
        if (!is_within_frame) {
            observed = o;
            energy.look_at(o, time, was_touched || is_driven(scene));
        }
        // Frames are counted, so that the time since this one began is.
        const double begun = static_cast<double>(frame - (is_within_frame ? 0 : 1)) * scene.frame;
        probes.read({scene, medium, tank, grains, solids, particles, contact.impulses().in_frame(), time - begun},
                    report.probes);
        report.probed = probed;
    }
    const spatial::SearchCounters counters = search->counters();
    report.frame = frame;
    report.time = time;
    report.particles = particles.size();
    describe_traffic(report);
    report.touched = was_touched;
    report.steps = may_step_individually() ? Steps::individual : Steps::global;
    if (const char* const why = why_steps_are_global(scene)) report.steps_note = why;
    report.active = updates;
    report.levels = level_updates;
    report.candidates = pair_count.candidates;
    report.pairs = pair_count.pairs;
    report.blocks = counters.blocks;
    report.cells = counters.cells;
    report.lookups = counters.lookups;
    report.empty_lookups = counters.empty;
    report.collisions = counters.collisions;
    report.neighbours = scene.neighbours;
    report.search = scene.search;
    report.search_note = search->note();
    report.reused = reused;
    report.search_bytes = search->bytes();
    report.bytes = particles.bytes() + report.search_bytes + density_pass.bytes() + force_pass.bytes() + terms.bytes() +
                   mixed_density_pass.bytes() + mixed_force_pass.bytes() + supports.capacity() * sizeof(float) +
                   steps.bytes() + due_blocks.bytes() + cohesion_pass.bytes() + isotropy_pass.bytes() +
                   colour_field_pass.bytes() +
                   (moved_.capacity() + moved_id_.capacity() + 3 * before_x_.capacity()) * sizeof(float) +
                   moved_fluid_.capacity() + moved_ticks_.capacity() * sizeof(std::uint16_t);
    report.bytes += traffic.bytes() + changed_near_.bytes() + images.bytes() + solids.bytes() + contact.bytes() +
                    sights.bytes() + (bodies ? bodies->bytes() : 0) + shifts.bytes();
    report.broadphase = scene.broadphase;
    report.solids = solids.size();
    report.bodies = solids.bodies().size();
    report.solid_hits = hits;
    report.squeezed = squeezed;
    report.solid_questions = contact.report().questions;
    report.solid_counters = contact.report().counters;
    if (bodies) {
        report.body_pairs = bodies->pair_count();
        report.body_contacts = bodies->contact_count();
    }
    report.spans = clock.spans();
    for (const StageSpan& span : report.spans)
        report.stage_ms[static_cast<std::size_t>(span.stage)] += span.duration_us * 1e-3;
}

std::string World::State::first_violation() const {
    const Particles& p = particles;
    std::vector<std::uint32_t> ids = p.id;  // numbers of those who left are not given out again: they have gaps
    std::ranges::sort(ids);
    if (const auto twice = std::ranges::adjacent_find(ids); twice != ids.end())
        return "particle " + std::to_string(*twice) + " is there twice";
    if (const Traffic::Counts& c = traffic.counts(); c.at_start + c.emitted != c.drained + c.left + p.size())
        return "the particles that came and left do not add up to those that are there";
    for (std::size_t i = 0; i < p.size(); ++i) {
        const std::string who = "particle " + std::to_string(p.id[i]);
        if (p.id[i] >= traffic.next_id()) return who + " has a number that was never given out";
        if (p.fluid[i] >= medium.phases.size()) return who + " belongs to no fluid";
        if (grains.mixed() && (p.grain.size() != p.size() || p.grain[i] >= grains.size()))
            return who + " has a size that no volume has";
        const glm::vec3 place{p.x[i], p.y[i], p.z[i]};
        for (int k = 0; k < 3; ++k)
            if (!(place[k] >= scene.domain.min[k] && place[k] <= scene.domain.max[k]))
                return who + " is outside the tank";
        if (!(p.density[i] > 0.0f)) return who + " has no density";
    }
    if (!solids.empty())
        if (const std::size_t i = first_inside(solids, p); i < p.size())
            return "particle " + std::to_string(p.id[i]) + " is inside of a solid";
    return pace_of(p).all_finite ? std::string() : describe_not_finite(p, scene, time);
}

}  // namespace sim
