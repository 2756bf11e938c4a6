// The suite `step`.
#include <omp.h>

#include <cmath>

#include "spatial/instruction_set.hpp"
#include "tests/bench/neighbours.hpp"
#include "tests/bench/step.hpp"

namespace bench {

namespace {

/// Those of the bars, or with as many particles as asked for.
std::vector<ReferenceTank> tanks(const Settings& settings) {
    std::vector<ReferenceTank> asked;
    for (const std::size_t points : settings.points)
        asked.push_back({points_text(points), static_cast<float>(std::cbrt(0.5 / static_cast<double>(points)))});
    if (!asked.empty()) return asked;
    if (settings.quick) return {{"5k", 0.0454f}};
    return {{"5k", 0.0454f}, {"50k", 0.0215f}, {"200k", 0.01332f}, {"1M", 0.00794f}};
}

std::string explain() {
    return "\nThe reference tank: 2 x 1 x 1.5 m, half a cubic metre of water, support 2 spacings, compact-grid. A step "
           "of\n"
           "one state, the best of several: ms, and ns a particle by stage. ranges: walking all blocks and doing "
           "nothing\n"
           "(part of density and forces too). lists: nanoflann's index and lists of the same particles.\n\n"
           "  tank  particles  threads  set        ms   ns in all  drift  search  reorder  density  forces  kick  "
           "ranges     pairs   lists ms  lists:step  state\n";
}

std::string line_of(const StepMeasurement& m) {
    const auto ns = [&](sim::Stage stage) { return m.ns(m.stage_ms[static_cast<std::size_t>(stage)]); };
    return text(
        "  %-5s %9zu %8d  %-8s %7.3f %9.1f %8.1f %7.1f %8.1f %8.1f %7.1f %5.1f %7.1f %10llu %9.1f %10.1f   %016llx%s\n",
        m.tank.c_str(), m.particles, m.threads, m.set.c_str(), m.ms, m.ns(m.ms), ns(sim::Stage::drift),
        ns(sim::Stage::search), ns(sim::Stage::reorder), ns(sim::Stage::density), ns(sim::Stage::forces),
        ns(sim::Stage::kick), m.ns(m.ranges_ms), static_cast<unsigned long long>(m.pairs), m.lists_ms,
        m.lists_ms / m.ms, static_cast<unsigned long long>(m.hash),
        m.with_others
            ? text("  mean beside another process, which had %.0f %% of all cores", 100.0 * m.share_of_others).c_str()
            : "");
}

std::string line_of(const PaceMeasurement& m) {
    return text("  %-5s %-24s %8d %9.1f %8llu %10.3f %12.2f %14.1f %13.1f\n", m.tank.c_str(),
                m.real_time ? "real time" : "ten times the flow", m.threads, static_cast<double>(m.sound_speed),
                static_cast<unsigned long long>(m.steps), m.wall_per_second(), 1.0 / m.wall_per_second(),
                100.0 * m.mean_density_error, 100.0 * m.largest_density_error);
}

class StepRun {
public:
    StepRun(const Settings& settings, const Host& host) : settings_(settings), host_(host) {}

    Report run() {
        report_.settings = {{"quick", settings_.quick}, {"threads", threads_to_measure()}};
        try {
            measure_steps();
            measure_paces();
        } catch (const Stopped&) {
            report_.stopped = true;
        }
        report_.findings = judge_steps(results_);
        for (const StepMeasurement& m : results_.steps) report_.measurements.push_back(json_of(m));
        for (const PaceMeasurement& m : results_.paces) report_.measurements.push_back(json_of(m));
        report_.figure = figure_of_steps(results_);
        return std::move(report_);
    }

private:
    /// One and two besides those asked for: bars are about them.
    [[nodiscard]] std::vector<int> threads_to_measure() const {
        std::vector<int> threads = settings_.threads;
        for (const int needed : {2, 1})
            if (std::ranges::find(threads, needed) == threads.end()) threads.insert(threads.begin(), needed);
        return threads;
    }

    void measure_steps() {
        host_.print(explain());
        for (const ReferenceTank& tank : tanks(settings_)) {
            const TankState state = settle(tank);
            const auto measure = [&](StepCircumstances given) {
                given.patience = settings_.quick ? 0.0 : 2.0;
                results_.steps.push_back(measure_step(state, given, host_));
                host_.print(line_of(results_.steps.back()));
            };
            const bool is_small = tank.spacing > 0.01f;
            for (const int threads : threads_to_measure()) measure({.threads = threads, .with_lists = is_small});
            if (tank.name != "50k" && !settings_.quick) continue;  // what the other circumstances are judged by
            for (const std::string_view set : spatial::instruction_sets())
                if (set != spatial::instruction_set())
                    measure({.threads = 1, .set = std::string(set), .with_lists = false});
            measure({.threads = 2, .with_others = true, .with_lists = false});
        }
    }

    void measure_paces() {
        host_.print(
            "\nHow far from real time: sound at ten times the fastest flow, and as slow as a density error of 5 % "
            "allows.\nThe error is the mean compression over the particles, of the worst frame; largest: of a single "
            "particle.\n\n"
            "  tank  sound                     threads  m/s        steps  wall s/s  real time x  mean error %  largest "
            "%\n");
        for (const ReferenceTank& tank : tanks(settings_)) {
            if (tank.spacing < 0.02f) continue;
            const double simulated = settings_.quick ? 0.1 : tank.name == "5k" ? 2.0 : 0.7;
            for (const bool real_time : {false, true}) {
                results_.paces.push_back(measure_pace(tank, real_time, omp_get_num_procs(), simulated, host_));
                host_.print(line_of(results_.paces.back()));
            }
        }
    }

    const Settings& settings_;
    const Host& host_;
    StepResults results_;
    Report report_;
};

}  // namespace

Json json_of(const StepMeasurement& m) {
    Json stages;
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage) stages[sim::stage_names[stage]] = m.stage_ms[stage];
    return {{"tank", m.tank},
            {"particles", m.particles},
            {"threads", m.threads},
            {"instruction_set", m.set},
            {"beside_another_process", m.with_others},
            {"share_of_others", m.share_of_others},
            {"step_ms", m.ms},
            {"stages_ms", std::move(stages)},
            {"ranges_ms", m.ranges_ms},
            {"nanoflann_lists_ms", m.lists_ms},
            {"pairs", m.pairs},
            {"state_hash", text("%016llx", static_cast<unsigned long long>(m.hash))}};
}

Json json_of(const PaceMeasurement& m) {
    return {{"tank", m.tank},
            {"particles", m.particles},
            {"threads", m.threads},
            {"real_time_mode", m.real_time},
            {"sound_speed_m_s", m.sound_speed},
            {"simulated_s", m.simulated},
            {"wall_s", m.wall},
            {"steps", m.steps},
            {"mean_density_error", m.mean_density_error},
            {"largest_density_error", m.largest_density_error}};
}

Figure figure_of_steps(const StepResults& results) {
    Figure figure{.title = "A step of the reference tank", .columns = 2};
    figure.subtitle =
        text("%s; best of several steps; lower is better", std::string(spatial::instruction_set()).c_str());
    Panel stages{.title = "By stage, 1 thread",
                 .x_label = "",
                 .y_label = "ns a particle",
                 .kind = Panel::Kind::bars,
                 .log_y = false};
    Panel sizes{.title = "By size", .x_label = "particles", .y_label = "ns a particle"};
    std::vector<const StepMeasurement*> alone;
    for (const StepMeasurement& m : results.steps)
        if (!m.with_others && m.set == spatial::instruction_set()) alone.push_back(&m);
    for (std::size_t stage = 0; stage + 1 < sim::stage_count; ++stage) {
        Series series{.name = sim::stage_names[stage]};
        double x = 0.0;
        for (const StepMeasurement* const m : alone)
            if (m->threads == 1) series.points.push_back({x++, m->ns(m->stage_ms[stage])});
        if (!series.points.empty()) stages.series.push_back(std::move(series));
    }
    for (const StepMeasurement* const m : alone)
        if (m->threads == 1) stages.categories.push_back(m->tank);
    for (const int threads : {1, 2}) {
        Series step{.name = text("a step, threads: %d", threads)};
        Series lists{.name = text("nanoflann's lists, threads: %d", threads), .dashed = true};
        for (const StepMeasurement* const m : alone) {
            if (m->threads != threads) continue;
            const auto particles = static_cast<double>(m->particles);
            step.points.push_back({particles, m->ns(m->ms)});
            if (m->lists_ms > 0.0) lists.points.push_back({particles, m->ns(m->lists_ms)});
        }
        for (Series* series : {&step, &lists})
            if (!series->points.empty()) sizes.series.push_back(std::move(*series));
    }
    figure.panels = {stages, sizes};
    std::erase_if(figure.panels, [](const Panel& panel) { return panel.series.empty(); });
    return figure;
}

Report step_suite(const Settings& settings, const Host& host) { return StepRun(settings, host).run(); }

}  // namespace bench
