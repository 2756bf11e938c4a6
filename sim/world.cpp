#include "sim/world.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sim/courant.hpp"
#include "sim/fill.hpp"
#include "sim/observation.hpp"
#include "sim/scene_checks.hpp"
#include "sim/solid_overlap.hpp"
#include "sim/team.hpp"
#include "sim/world_state.hpp"

namespace sim {

namespace {

// Asking everybody, in a step for all, who could take other steps makes its forces half as dear again: 3 % of a scene
// of 1,600 particles over 4.7 spacings, with 13 steps a frame, when every frame asks. By the count of frames and not by
// what the last ones said, so that a run that is resumed asks when one does that was not.
constexpr std::uint64_t frames_an_ask = 4;

}  // namespace

World::State::State(const Scene& s, Particles start)
    : scene(s),
      slow_sound(s),
      medium(s),
      tank(s.domain, medium.lattice.walls),
      grains(s),
      images(s.domain),
      parameters(s.parameters()),
      particles(std::move(start)),
      search(spatial::make_neighbour_search(s.neighbours, s.search)),
      no_search(spatial::make_neighbour_search("all-pairs")),
      solids(s),
      contact(spatial::make_broad_phase(s.broadphase, s.broad), s),
      traffic(s),
      threads(omp_get_num_procs()),
      probed(std::make_shared<const std::vector<Probe>>(s.probes)) {
    if (!solids.bodies().empty()) bodies.emplace(s, solids, spatial::make_broad_phase(s.broadphase, s.broad));
}

void World::State::leave_out() {
    if (solids.empty()) return;
    left_out = leave_out_solids(scene, solids, *spatial::make_broad_phase(scene.broadphase, scene.broad), particles);
    if (particles.size() == 0 && scene.emitters.empty())
        throw std::invalid_argument("the scene has no particles: its volumes are inside of solids");
}

std::size_t World::particles_at_start(const Scene& scene) {
    // Where no solid takes any out, their number is known without them.
    const double count = count_particles(scene);
    const bool needs_them = !scene.solids.empty() || count < 1.0;
    State state(scene, needs_them ? fill(scene) : Particles{});
    state.leave_out();
    return needs_them ? state.particles.size() : static_cast<std::size_t>(count);
}

World::World(const Scene& scene) : state_(std::make_unique<State>(scene, fill(scene))) {
    const Team team(state_->threads);
    state_->leave_out();
    state_->traffic.begin(state_->particles.size());
    state_->ask_limits = state_->may_step_individually();
    state_->find_order();
    state_->find_accelerations(state_->time);
    state_->find_pace();
    if (state_->ask_limits) state_->find_limits_of_all();
    state_->ask_limits = false;
}

World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

// The method. Leapfrog in its self-starting form: half a kick with the old accelerations, a drift, half a kick with
// the new ones. That is (11) of Onderik, Durikovic 2007, with velocities given at the times of the positions (its
// position update starts from r(t); "r(t - dt)" there is a slip). Of a block of individual steps (time_steps.hpp) this
// is one of the finest: everybody drifts, and who is due gets the rest.
double World::step(double longest) {
    State& s = *state_;
    const Team team(s.threads);
    s.adopt_changes();
    s.begin_body_step();
    if (!s.steps.under_way()) s.steps.forget();  // limits by slot, which are about to be others'
    if (s.steps.under_way() && s.steps.tick_length() > longest * (1.0 + 1e-9)) s.synchronise();
    const double dt = s.steps.under_way() ? s.steps.to_next(std::min(longest, s.solids.longest_step()))
                                          : std::min({longest, s.longest_stable_step(), s.next_body_step() - s.time});
    s.solids.hand().limit(s.fastest_sound());
    s.was_touched |= s.brush.has_value() || s.solids.hand().is_busy();
    s.took_levels = s.steps.under_way();
    s.longest_taken = s.took_levels ? s.steps.block().length : dt;
    s.drift(dt);
    s.meet_solids(dt);
    s.come_and_go(dt);
    s.find_order();
    s.find_accelerations(s.time + dt);
    s.shift(dt);
    s.kick(dt);
    s.time += dt;
    return dt;
}

FrameReport World::advance_frame() {
    return advance_frame([] { return true; });
}

FrameReport World::advance_frame(spatial::FunctionRef<bool()> go_on) {
    State& s = *state_;
    const Team team(s.threads);
    FrameReport report;
    s.clock.clear();
    s.reused = 0;
    s.hits = s.squeezed = 0;
    s.updates = 0;
    s.level_updates = {};
    const double begin_us = s.clock.now_us();
    // Counted in frames, not in sums of steps: after an hour a frame still ends where it should.
    const double end = static_cast<double>(s.frame + 1) * s.scene.frame;
    while (s.time < end && report.trouble.empty()) {
        if (report.substeps > 0 && !go_on()) break;
        s.adopt_changes();
        if (!s.is_within_frame) s.forget_what_is_kept();
        s.is_within_frame = true;
        s.begin_body_step();
        report.trouble = s.trouble();
        if (!report.trouble.empty()) break;
        const double next = std::min(end, s.next_body_step());
        const double left = next - s.time;
        const double planned = s.plan_step(left);
        // Frames end where bodies begin a step, but for rounding.
        const bool is_last = planned > left * (1.0 - 1e-9) && next > end * (1.0 - 1e-9);
        // Only in the last step of a frame: counting costs a little.
        s.count_pairs = is_last;
        s.ask_limits = is_last && s.frame % frames_an_ask == 0 && s.may_step_individually() && !s.steps.under_way();
        const double dt = step(planned);
        report.shortest_step = report.substeps == 0 ? dt : std::min(report.shortest_step, dt);
        report.longest_step = std::max(report.longest_step, dt);
        ++report.substeps;
        if (is_last) s.time = end;
    }
    s.count_pairs = s.ask_limits = false;
    const bool is_over = report.trouble.empty() && s.time >= end;
    if (is_over) {
        ++s.frame;
        s.is_within_frame = false;
    }
    s.describe(report);
    if (is_over) s.was_touched = false;
    if (is_over && s.scene.real_time.on) s.follow_sound(report);
    report.wall_ms = (s.clock.now_us() - begin_us) * 1e-3;
    return report;
}

const Particles& World::particles() const noexcept { return state_->particles; }
double World::time() const noexcept { return state_->time; }
std::uint64_t World::frame() const noexcept { return state_->frame; }
const Scene& World::scene() const noexcept { return state_->scene; }
const Parameters& World::parameters() const noexcept { return state_->parameters; }
std::string_view World::neighbour_search() const noexcept { return state_->scene.neighbours; }
const spatial::SearchSettings& World::search_settings() const noexcept { return state_->scene.search; }
const spatial::NeighbourSearch& World::search() const noexcept {
    return state_->images.any() ? *state_->no_search : *state_->search;
}
std::uint64_t World::state_hash() const { return hash_of(state_->particles) + state_->solids.hash(); }
const spatial::BroadPhase& World::broad_phase() const noexcept { return state_->contact.broad_phase(); }
spatial::BroadPhase& World::broad_phase() noexcept { return state_->contact.broad_phase(); }
const Solids& World::solids() const noexcept { return state_->solids; }
std::span<const std::uint64_t> World::left_out() const noexcept { return state_->left_out; }
float World::sound_speed(std::size_t fluid) const noexcept { return state_->medium.phases[fluid].sound_speed; }

std::span<const float> World::step_levels() const noexcept {
    return state_->steps.under_way() ? std::span<const float>(state_->steps.clues.level) : std::span<const float>();
}

World::LastSteps World::last_steps() const noexcept {
    return {state_->longest_taken,
            state_->took_levels ? std::span<const float>(state_->steps.clues.level) : std::span<const float>()};
}

void World::set_parameters(const Parameters& parameters) {
    if (parameters.fluids.size() != state_->scene.fluids.size())
        throw std::invalid_argument("a running scene keeps its number of fluids");
    if (parameters.emitters.size() != state_->scene.emitters.size() ||
        parameters.drains.size() != state_->scene.drains.size())
        throw std::invalid_argument("a running scene keeps its number of emitters and drains");
    Scene changed = state_->scene;
    changed.take(parameters);
    if (const std::string why = complaint_of_parameters(changed); !why.empty()) throw std::invalid_argument(why);
    state_->parameters = parameters;
    state_->parameters_changed = true;
}

void World::reverse() {
    const Team team(state_->threads);
    state_->synchronise();
    state_->steps.forget();  // limits go by velocities
    for (auto* values : {&state_->particles.vx, &state_->particles.vy, &state_->particles.vz})
        for (float& value : *values) value = -value;
    state_->solids.reverse();
}

void World::set_threads(int threads) {
    if (threads < 1) throw std::invalid_argument("a world needs at least one thread");
    state_->threads = threads;
}

int World::threads() const noexcept { return state_->threads; }

void World::set_neighbour_search(std::string_view name, const spatial::SearchSettings& settings) {
    state_->next = {spatial::make_neighbour_search(name, settings), std::string(name), settings};
}

void World::set_neighbour_search(std::string_view name) {
    set_neighbour_search(name, state_->next.search ? state_->next.settings : state_->scene.search);
}

void World::set_broad_phase(std::string_view name, const spatial::BroadSettings& settings) {
    (void)spatial::make_broad_phase(name, settings);  // refuses what there is not
    state_->next_broad = {std::string(name), settings};
}

void World::set_broad_phase(std::string_view name) {
    set_broad_phase(name, state_->next_broad ? state_->next_broad->settings : state_->scene.broad);
}

Scene World::scene_from_now() const {
    const State& s = *state_;
    Scene scene = s.scene;
    scene.take(s.parameters);
    if (s.next.search) {
        scene.neighbours = s.next.name;
        scene.search = s.next.settings;
    }
    if (s.next_broad) {
        scene.broadphase = s.next_broad->name;
        scene.broad = s.next_broad->settings;
    }
    return scene;
}

void World::set_colouring(Colouring colouring) noexcept { state_->scene.colouring = colouring; }
void World::set_solid_queries(SolidQueries queries) { state_->scene.solid_queries = queries; }

std::string World::validate() const { return state_->first_violation(); }

}  // namespace sim
