#include "app/comparison.hpp"

#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/recording/csv_row.hpp"
#include "sim/density_pass.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/blocks.hpp"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

// Enough repeats for the least of them to be one that nobody disturbed, within a time that nobody minds.
constexpr int fewest_repeats = 3, most_repeats = 15;
constexpr std::chrono::milliseconds usual_time{400}, longest_time{5000};  // a module

/// Thrown between two stages.
struct Cancelled {};

/// Window and fluid go first. Threads of the team inherit it.
void stay_in_the_background() {
    constexpr int nice = 10;
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nice));
}

/// What all threads of the calling thread's team have used of the processor so far.
double team_processor_ms() {
    double ms = 0.0;
#pragma omp parallel reduction(+ : ms)
    {
        timespec used{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        ms += 1e3 * static_cast<double>(used.tv_sec) + 1e-6 * static_cast<double>(used.tv_nsec);
    }
    return ms;
}

/// The points of the subject as the solver's particles, and what a step does with them.
class Bench {
public:
    explicit Bench(const ComparisonSubject& subject)
        : medium_(subject.scene), tank_(subject.scene.domain, medium_.lattice.walls), subject_(subject) {}

    /// As many particles as there are points, at the places of the subject.
    void reset() {
        particles_.resize(subject_.x.size());
        particles_.x = subject_.x;
        particles_.y = subject_.y;
        particles_.z = subject_.z;
        // Which fluid a particle is of costs nothing.
        std::ranges::fill(particles_.fluid, std::uint8_t{0});
    }

    void build(spatial::NeighbourSearch& search) const {
        const float reach = medium_.reach();
        search.build({particles_.x, particles_.y, particles_.z, {&reach, 1}});
    }

    /// Everything that a step moves.
    void move(std::span<const spatial::Index> order) {
        const auto each = [&](auto& values, auto& scratch) {
            scratch.resize(values.size());
#pragma omp parallel for schedule(static) if (values.size() > spatial::worth_a_team_for_little)
            for (std::size_t slot = 0; slot < order.size(); ++slot) scratch[slot] = values[order[slot]];
            values.swap(scratch);
        };
        for (auto* values :
             {&particles_.x, &particles_.y, &particles_.z, &particles_.vx, &particles_.vy, &particles_.vz})
            each(*values, moved_);
        each(particles_.id, moved_id_);
        each(particles_.fluid, moved_fluid_);
    }

    /// How many candidates there are, counted by ranges.
    [[nodiscard]] std::uint64_t walk(const spatial::NeighbourSearch& search) {
        candidates_.prepare();
        candidates_.for_each([](std::uint64_t& count) { count = 0; });
        search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
            candidates_.mine() += std::uint64_t{block.size()} * spatial::size_of(ranges);
        });
        std::uint64_t all = 0;
        candidates_.for_each([&](std::uint64_t count) { all += count; });
        return all;
    }

    void sum_densities(const spatial::NeighbourSearch& search) {
        density_.run(search, medium_, tank_, particles_, terms_);
    }
    [[nodiscard]] std::uint64_t count_pairs(const spatial::NeighbourSearch& search) {
        return density_.run_and_count(search, medium_, tank_, particles_, terms_).pairs;
    }

private:
    sim::Medium medium_;
    sim::Tank tank_;
    const ComparisonSubject& subject_;
    sim::Particles particles_;
    sim::PairTerms terms_;
    sim::DensityPass density_;
    std::vector<float> moved_;
    std::vector<std::uint32_t> moved_id_;
    std::vector<std::uint8_t> moved_fluid_;
    spatial::PerThread<std::uint64_t> candidates_;
};

}  // namespace

ComparedModule::Cost ComparedModule::step() const {
    Cost sum;
    for (const ComparedStage stage : {ComparedStage::build, ComparedStage::move, ComparedStage::density}) {
        sum.processor_ms += of(stage).processor_ms;
        sum.wall_ms += of(stage).wall_ms;
    }
    return sum;
}

struct Comparison::Worker {
    ComparisonSubject subject;
    std::atomic<bool> is_cancelled = false;

    mutable std::mutex mutex;
    // Guarded by it:
    std::vector<ComparedModule> through;
    std::string now;
    Status status = Status::running;

    std::thread thread;  // last: it uses all of the above

    explicit Worker(ComparisonSubject what) : subject(std::move(what)), thread([this] { run(); }) {}

    void go_on() const {
        if (is_cancelled) throw Cancelled{};
    }

    void run() {
        stay_in_the_background();
        omp_set_num_threads(subject.threads);
        Status end = Status::finished;
        try {
            Bench bench(subject);
            for (const spatial::NeighbourModule& module : spatial::neighbour_modules()) {
                {
                    const std::lock_guard lock(mutex);
                    now = module.name;
                }
                ComparedModule measured = measure(module, bench);
                const std::lock_guard lock(mutex);
                through.push_back(std::move(measured));
            }
        } catch (const Cancelled&) {
            end = Status::cancelled;
        }
        const std::lock_guard lock(mutex);
        now.clear();
        status = end;
    }

    [[nodiscard]] ComparedModule measure(const spatial::NeighbourModule& module, Bench& bench) const {
        ComparedModule result;
        result.name = module.name;
        if (module.name == "all-pairs" && subject.x.size() > most_for_all_pairs) {
            result.left_out = "more than " + std::to_string(most_for_all_pairs) + " points are too many for all pairs";
            return result;
        }
        try {
            spatial::SearchSettings settings = subject.scene.search;
            settings.skin = 0.0f;
            const auto search = spatial::make_neighbour_search(module.name, settings);
            bench.reset();
            if (!module.reproducible) let_it_decide(*search, bench);
            run_stages(*search, bench, result);
        } catch (const std::exception& error) {
            result.left_out = error.what();
        }
        return result;
    }

    /// A search that decides by the clock has made up its mind before it is measured: it may want to try all others.
    void let_it_decide(spatial::NeighbourSearch& search, Bench& bench) const {
        constexpr std::size_t builds_a_module = 6;
        const Clock::time_point begin = Clock::now();
        for (std::size_t left = builds_a_module * spatial::neighbour_modules().size(); left > 0; --left) {
            if (Clock::now() - begin > longest_time) return;
            go_on();
            bench.build(search);
            bench.move(search.order());
            bench.sum_densities(search);
        }
    }

    void run_stages(spatial::NeighbourSearch& search, Bench& bench, ComparedModule& result) const {
        // Once for nothing: memory is asked for, and the particles come into the order that this search leaves them in.
        go_on();
        for (int twice = 0; twice < 2; ++twice) {
            bench.build(search);
            bench.move(search.order());
        }
        go_on();
        result.candidates = bench.walk(search);
        result.pairs = bench.count_pairs(search);

        result.stages.fill({std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
        const Clock::time_point begin = Clock::now();
        for (result.repeats = 0; result.repeats < most_repeats; ++result.repeats) {
            const auto spent = Clock::now() - begin;
            if (spent > longest_time && result.repeats > 0) break;
            if (spent > usual_time && result.repeats >= fewest_repeats) break;
            time(result, ComparedStage::build, [&] { bench.build(search); });
            time(result, ComparedStage::move, [&] { bench.move(search.order()); });
            time(result, ComparedStage::ranges, [&] { result.candidates = bench.walk(search); });
            time(result, ComparedStage::density, [&] { bench.sum_densities(search); });
        }
        result.counters = search.counters();
        result.bytes = search.bytes();
        result.note = search.note();
    }

    template <class Stage>
    void time(ComparedModule& result, ComparedStage which, const Stage& stage) const {
        go_on();
        const double used = team_processor_ms();
        const Clock::time_point begin = Clock::now();
        stage();
        const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
        ComparedModule::Cost& cost = result.stages[static_cast<std::size_t>(which)];
        cost.wall_ms = std::min(cost.wall_ms, wall.count());
        cost.processor_ms = std::min(cost.processor_ms, team_processor_ms() - used);
    }
};

Comparison::Comparison(ComparisonSubject subject) : worker_(std::make_unique<Worker>(std::move(subject))) {}

Comparison::~Comparison() {
    cancel();
    worker_->thread.join();
}

void Comparison::cancel() noexcept { worker_->is_cancelled = true; }

Comparison::Status Comparison::status() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->status;
}

Comparison::Progress Comparison::progress() const {
    const std::lock_guard lock(worker_->mutex);
    return {worker_->through.size(), spatial::neighbour_modules().size(), worker_->now};
}

const ComparisonSubject& Comparison::subject() const noexcept { return worker_->subject; }

std::vector<ComparedModule> Comparison::modules() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->through;
}

std::vector<ComparedModule> ranked(const std::vector<ComparedModule>& modules) {
    std::vector<ComparedModule> measured;
    std::ranges::copy_if(modules, std::back_inserter(measured),
                         [](const ComparedModule& module) { return module.left_out.empty(); });
    std::ranges::stable_sort(measured, {}, [](const ComparedModule& module) { return module.step().processor_ms; });
    return measured;
}

std::string disagreement(const std::vector<ComparedModule>& modules) {
    const std::vector<ComparedModule> measured = ranked(modules);
    const bool agree = std::ranges::all_of(
        measured, [&](const ComparedModule& module) { return module.pairs == measured.front().pairs; });
    if (agree) return {};
    std::string sentence = "The searches disagree, so at least one of them is wrong:";
    for (const ComparedModule& module : measured)
        sentence += " " + module.name + " found " + std::to_string(module.pairs) + " neighbours,";
    sentence.back() = '.';
    return sentence;
}

std::string comparison_csv(const ComparisonSubject& subject, const std::vector<ComparedModule>& modules) {
    CsvRow row;
    row << "module"
        << "scene"
        << "time_s"
        << "particles"
        << "threads"
        << "repeats";
    for (const char* stage : compared_stage_names)
        row << std::string(stage) + "_processor_ms" << std::string(stage) + "_wall_ms";
    row << "step_ns_per_particle"
        << "candidates"
        << "pairs"
        << "blocks"
        << "cells"
        << "lookups"
        << "empty_lookups"
        << "collisions"
        << "bytes"
        << "table_size"
        << "subdivision"
        << "unbounded_table"
        << "note"
        << "left_out";
    std::string csv(row.finish());
    const spatial::SearchSettings& settings = subject.scene.search;
    for (const ComparedModule& m : modules) {
        row << m.name << subject.scene.name << subject.time << subject.x.size() << subject.threads << m.repeats;
        for (const ComparedModule::Cost& cost : m.stages) row << cost.processor_ms << cost.wall_ms;
        row << 1e6 * m.step().processor_ms / static_cast<double>(subject.x.size()) << m.candidates << m.pairs
            << m.counters.blocks << m.counters.cells << m.counters.lookups << m.counters.empty << m.counters.collisions
            << m.bytes << settings.table_size << settings.subdivision << int{settings.unbounded_table} << m.note
            << m.left_out;
        csv += row.finish();
    }
    return csv;
}

}  // namespace app
