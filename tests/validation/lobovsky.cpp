// Lobovsky et al. 2014: water of H = 300 mm, 600 mm long, runs over a dry bed and hits the wall at 1610 mm. Pressures
// of two sensors there, 3 and 30 mm above the floor, and levels in the reservoir (H1) and on the bed (H3). Everything
// in tstar = t sqrt(g / H), pstar = p / (rho g H), hstar = h / H.
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double height = 0.3, length = 1.61, reservoir = 0.6;  // m
constexpr double sensor1 = 0.003, sensor3 = 0.03, gauge1 = 0.3, gauge3 = 1.114;
constexpr double last = 6.0;  // tstar
constexpr Span all{0.0, last}, settled{3.5, 5.5}, hit{0.0, 3.5};
constexpr double bin = 0.01;                 // tstar: the experiment's pressures are means over so much
constexpr double wet = 0.1, arrived = 0.05;  // pstar, hstar
constexpr double scatter = 3.0;              // of one experiment, %
constexpr int judged_from = 40;              // particles in the height

double percent_off(double found, double expected) { return 100.0 * (found / expected - 1.0); }

}  // namespace

Report run_lobovsky(const Settings& settings, const Host& host) {
    const auto pressure_of = [&](const char* file) { return Reference(host.data / file).curve("tstar", "pstar_mean"); };
    const Curve p1 = pressure_of("lobovsky_H300_pressure_sensor1_z3mm.csv"),
                p3 = pressure_of("lobovsky_H300_pressure_sensor3_z30mm.csv");
    const Curve level1 = Reference(host.data / "lobovsky_H300_level_H1.csv").curve("tstar", "hstar_etsin01");
    const Reference level3_file(host.data / "lobovsky_H300_level_H3.csv");
    const Curve level3 = level3_file.curve("tstar", "hstar_etsin01"),
                level3_again = level3_file.curve("tstar", "hstar_etsin02");
    const double to_tstar = std::sqrt(g / height), to_pstar = 1.0 / (1000.0 * g * height);

    Report report;
    report.figure = {.title = "Lobovsky et al. 2014, H = 300 mm", .subtitle = "tstar = t sqrt(g / H)", .panels = {}};
    const auto panel = [](const char* title, const char* y) {
        return bench::Panel{.title = title, .x_label = "tstar", .y_label = y, .log_x = false, .log_y = false};
    };
    bench::Panel pressures1 = panel("Sensor 1, 3 mm", "p / (rho g H)"),
                 pressures3 = panel("Sensor 3, 30 mm", "p / (rho g H)"),
                 levels1 = panel("Level in the reservoir (H1)", "h / H"),
                 levels3 = panel("Level on the bed (H3)", "h / H");
    const auto experiment = [](bench::Panel& where, const char* name, const Curve& curve) {
        where.series.push_back(drawn(name, curve.x, curve.y));
        where.series.back().dashed = true;
        std::erase_if(where.series.back().points, [](const auto& point) { return point.x > last; });
    };
    std::vector<double> arrivals, plateaus, levels;
    for (const int up : resolutions({20, 40, 80}, settings)) {
        host.say(bench::text("%d particles in the height", up));
        sim::Scene scene = slab(length, 4.0 * height, height / up);  // open above: no jet reaches so high
        const double y = middle_of(scene);
        scene.volumes = {body(scene, 0.0, reservoir, 0.0, height)};
        scene.probes = {probe("p1", sim::ProbeKind::pressure, length, y, sensor1),
                        probe("p3", sim::ProbeKind::pressure, length, y, sensor3),
                        probe("h1", sim::ProbeKind::level, gauge1, y), probe("h3", sim::ProbeKind::level, gauge3, y)};
        const Recording r = record(scene, last / to_tstar, 0.1 * bin / to_tstar, settings, host);
        const Curve ours1 = binned(scaled(r["time_s"], to_tstar, r["p1.pressure_Pa"], to_pstar), bin),
                    ours3 = binned(scaled(r["time_s"], to_tstar, r["p3.pressure_Pa"], to_pstar), bin),
                    h1 = scaled(r["time_s"], to_tstar, r["h1.level_m"], 1.0 / height),
                    h3 = scaled(r["time_s"], to_tstar, r["h3.level_m"], 1.0 / height);

        const std::string resolution = bench::text("%d in H", up);
        const bool counts = up >= judged_from;
        Findings& found = report.findings;
        const double late = percent_off(arrival(ours1, wet), arrival(p1, wet)),
                     plateau = percent_off(mean(ours3, settled), mean(p3, settled)),
                     level = mean_absolute_error(h3, level3, all);
        found.gated("sensor 1, arrival", resolution, late, "%", 5.0, counts);
        found.measured("sensor 1, peak", resolution, percent_off(peak(ours1, hit), peak(p1, hit)), "%");
        found.gated("sensor 1, impulse of the peak", resolution, percent_off(impulse(ours1, hit), impulse(p1, hit)),
                    "%", 30.0, counts);
        // A peak of the simulation is a sound wave of a hundredth of tstar: half of it tells no impulse of a jet.
        const double lag = arrival(ours1, wet) - arrival(p1, wet);
        const Span theirs = above_half_peak(p1, hit), ours = {theirs.from + lag, theirs.to + lag};
        found.gated("sensor 1, impulse in the time of the measured peak", resolution,
                    percent_off(mean(ours1, ours), mean(p1, theirs)), "%", 30.0, counts);
        found.measured("sensor 1, plateau", resolution, percent_off(mean(ours1, settled), mean(p1, settled)), "%");
        found.gated("sensor 3, plateau", resolution, plateau, "%", 15.0, counts);
        found.measured("level H1, mean error", resolution, mean_absolute_error(h1, level1, all), "H");
        // As if their gate took a while to go, which is not all of it (sim/README.md, Probes).
        const BestShift late1 = best_shift_by_mean(h1, level1, all, 0.4),
                        late3 = best_shift_by_mean(h3, level3, all, 0.4);
        found.measured(bench::text("level H1, mean error, shifted by %.3f", late1.shift), resolution, late1.error, "H");
        found.measured("level H3, arrival", resolution, percent_off(arrival(h3, arrived), arrival(level3, arrived)),
                       "%");
        found.measured("level H3, mean error", resolution, level, "H");
        found.measured(bench::text("level H3, mean error, shifted by %.3f", late3.shift), resolution, late3.error, "H");
        arrivals.push_back(late);
        plateaus.push_back(plateau);
        levels.push_back(level);
        pressures1.series.push_back(drawn(resolution, ours1.x, ours1.y));
        pressures3.series.push_back(drawn(resolution, ours3.x, ours3.y));
        levels1.series.push_back(drawn(resolution, h1.x, h1.y));
        levels3.series.push_back(drawn(resolution, h3.x, h3.y));
    }
    // Last, and so over ours.
    experiment(pressures1, "experiment", p1);
    experiment(pressures3, "experiment", p3);
    experiment(levels1, "experiment", level1);
    experiment(levels3, "experiment", level3);

    const double between_campaigns = mean_absolute_error(level3_again, level3, all);
    report.findings.falls("sensor 1, arrival", arrivals, "%", scatter);
    report.findings.falls("sensor 3, plateau", plateaus, "%", scatter);
    report.findings.falls("level H3, mean error", levels, "H", between_campaigns);
    report.figure.panels = {std::move(pressures1), std::move(pressures3), std::move(levels1), std::move(levels3)};
    return report;
}

}  // namespace validation
