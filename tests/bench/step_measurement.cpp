#include <omp.h>

#include <algorithm>
#include <optional>

#include "sim/checkpoint.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/bench/busy_cores.hpp"
#include "tests/bench/peers.hpp"
#include "tests/bench/step.hpp"
#include "tests/bench/stopwatch.hpp"

namespace bench {

namespace {

// Steps before anything is measured: caches and scratch are warm, the column has begun to fall.
constexpr int warm_up = 12;
// Every measurement of a tank makes at least so many steps, and then its hash is taken.
constexpr int fewest_steps = 5;

double all_but_report(const sim::FrameReport& report) {
    double sum = 0.0;
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage)
        if (static_cast<sim::Stage>(stage) != sim::Stage::report) sum += report.stage_ms[stage];
    return sum;
}

/// Uses an instruction set while it lives.
class InstructionSet {
public:
    explicit InstructionSet(const std::string& set) { spatial::use_instruction_set(set); }
    ~InstructionSet() { spatial::use_instruction_set({}); }
    InstructionSet(const InstructionSet&) = delete;
    InstructionSet& operator=(const InstructionSet&) = delete;
};

double walk_ranges_ms(const sim::World& world) {
    const Stopwatch watch;
    world.search().for_each_block({}, [](spatial::Range, std::span<const spatial::Range>) {});
    return watch.milliseconds();
}

/// Index and lists of the particles as they stand in memory.
class ListMaker {
public:
    ListMaker() {
        for (const PeerEntry& entry : peers())
            if (entry.name == "nanoflann" && entry.make != nullptr) peer_ = entry.make();
    }
    [[nodiscard]] bool is_there() const noexcept { return peer_ != nullptr; }
    double make_ms(const sim::World& world) {
        const sim::Particles& p = world.particles();
        const float reach = world.scene().spacing * world.scene().support;
        const Stopwatch watch;
        peer_->build({p.x, p.y, p.z, {&reach, 1}});
        peer_->collect(lists_);
        return watch.milliseconds();
    }
    [[nodiscard]] std::uint64_t pairs() const noexcept { return lists_.ids.size() / 2; }

private:
    std::unique_ptr<Peer> peer_;
    spatial::NeighbourLists lists_;
};

}  // namespace

double StepMeasurement::search_ms() const {
    return stage_ms[static_cast<std::size_t>(sim::Stage::search)] +
           stage_ms[static_cast<std::size_t>(sim::Stage::reorder)] + ranges_ms;
}

sim::Scene scene_of(const ReferenceTank& tank) {
    sim::Scene scene;
    scene.name = tank.name;
    scene.domain.max = {2.0f, 1.0f, 1.5f};
    scene.spacing = tank.spacing;
    scene.support = 2.0f;
    scene.shifting = scene.isotropy = 0.0f;  // as reference-tank-5k and its like have it
    scene.fluids.resize(1);
    scene.volumes.resize(1);
    scene.volumes[0].max = {0.5f, 1.0f, 1.0f};
    return scene;
}

TankState settle(const ReferenceTank& tank) {
    sim::Scene scene = scene_of(tank);
    sim::World world(scene);
    double shortest = world.step(1.0);
    for (int i = 0; i < warm_up; ++i) shortest = std::min(shortest, world.step(1.0));
    // Frames a little shorter than a step may be: each is one step then, and reports on it.
    scene.frame = static_cast<float>(0.9 * shortest);
    sim::World even(scene);
    for (int i = 0; i < warm_up; ++i) (void)even.advance_frame();
    return {tank.name, sim::save_checkpoint(even)};
}

StepMeasurement measure_step(const TankState& state, const StepCircumstances& given, const Host& host) {
    StepMeasurement m;
    m.tank = state.name;
    m.threads = given.threads;
    m.with_others = given.with_others;
    const InstructionSet set(given.set);
    m.set = spatial::instruction_set();
    host.say(m.tank + ", threads: " + std::to_string(m.threads) + ", " + m.set +
             (m.with_others ? ", beside another process on all cores" : ""));

    sim::World world = sim::load_checkpoint(state.checkpoint, state.name);
    world.set_threads(given.threads);
    omp_set_num_threads(given.threads);
    m.particles = world.particles().size();
    (void)world.advance_frame();
    std::optional<BusyCores> others;
    if (given.with_others) others.emplace(omp_get_num_procs());
    ListMaker lists;
    const Stopwatch all;
    const ProcessorWatch processor;
    m.ms = m.ranges_ms = 1e300;
    double sum = 0.0;
    int steps = 1;
    for (; steps <= fewest_steps || all.seconds() < given.patience; ++steps) {
        host.go_on();
        const sim::FrameReport report = world.advance_frame();
        const double step = all_but_report(report);
        sum += step;
        if (step < m.ms) {
            m.ms = step;
            m.stage_ms = report.stage_ms;
        }
        m.ranges_ms = std::min(m.ranges_ms, walk_ranges_ms(world));
        if (steps == fewest_steps) {
            m.hash = world.state_hash();
            m.pairs = report.pairs / 2;
        }
        // Between the steps, not after them all: who disturbs one disturbs the other.
        if (given.with_lists && lists.is_there() && steps <= fewest_steps) {
            const double ms = lists.make_ms(world);
            m.lists_ms = m.lists_ms == 0.0 ? ms : std::min(m.lists_ms, ms);
            m.listed = lists.pairs();
        }
    }
    m.wall = all.seconds();
    m.processor = processor.seconds();
    if (others) {
        // The best is a step that nobody came between, for it is shorter than what the kernel gives anybody at a time.
        m.ms = sum / (steps - 1);
        m.share_of_others = others->stop() / (m.wall * omp_get_num_procs());
    }
    return m;
}

PaceMeasurement measure_pace(const ReferenceTank& tank, bool real_time, int threads, double simulated,
                             const Host& host) {
    host.say(tank.name + (real_time ? ", real time" : ", ten times the fastest flow") +
             ", threads: " + std::to_string(threads));
    sim::Scene scene = scene_of(tank);
    scene.real_time.on = real_time;
    sim::World world(scene);
    world.set_threads(threads);
    PaceMeasurement m{
        .tank = tank.name, .particles = world.particles().size(), .real_time = real_time, .threads = threads};
    m.sound_speed = world.sound_speed(0);
    while (world.time() < simulated) {
        host.go_on();
        const sim::FrameReport report = world.advance_frame();
        m.wall += 1e-3 * report.wall_ms;
        m.sound_speed = std::min(m.sound_speed, world.sound_speed(0));
        m.steps += report.substeps;
        m.mean_density_error = std::max(m.mean_density_error, report.mean_density_error);
        m.largest_density_error = std::max(m.largest_density_error, report.max_density_error);
    }
    m.simulated = world.time();
    return m;
}

}  // namespace bench
