// Faltinsen, Rognebakke, Lukovsky, Timokha 2000: a tank 1.73 m long with 0.6 m of water is moved to and fro by 32 mm
// every 1.3 s, faster than the 1.67 s in which its water would swing alone. Both swings are in the elevation 50 mm from
// the left wall, which rises and falls in beats. A wave of that height is not linear: it is compared with the
// experiment, and the free swing in it, fitted beside the forced one, with that in the experiment.
#include <algorithm>
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/oscillation.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double length = 1.73, height = 1.15, depth = 0.6;    // m
constexpr double shaken_by = 0.032, gauge = 0.05;              // m
constexpr double forced = 1.3, free_by_linear_theory = 1.668;  // s
constexpr double until = 9.9;                                  // s: the record's end
constexpr double crest_search = 0.35;                          // s, to both sides of a measured one
constexpr double least_crest = 0.03;                           // m: lower ones are ripples

/// Pearson's.
double correlation(const Curve& ours, const Curve& reference) {
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double a = ours.at(reference.x[i]), b = reference.y[i];
        n += 1.0;
        x += a;
        y += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    return (n * xy - x * y) / std::sqrt((n * xx - x * x) * (n * yy - y * y));
}

/// The places where a sparse curve is highest.
Curve crests_of(const Curve& curve) {
    Curve crests;
    for (std::size_t i = 1; i + 1 < curve.size(); ++i)
        if (curve.y[i] > least_crest && curve.y[i] >= curve.y[i - 1] && curve.y[i] > curve.y[i + 1])
            crests.add(curve.x[i], curve.y[i]);
    return crests;
}

}  // namespace

Report run_shaken_tank(const Settings& settings, const Host& host) {
    const Curve measured = Reference(host.data / "faltinsen2000_sloshing_h0.6_T1.3.csv").curve("t_s", "eta_m");
    const Curve crests = crests_of(measured);
    const double highest = *std::ranges::max_element(crests.y);
    const double free = fit_oscillation(measured, free_by_linear_theory, forced).period;
    const auto beat = [](double period) { return 1.0 / (1.0 / forced - 1.0 / period); };
    Report report;
    report.figure = {.title = "Faltinsen et al. 2000: a tank shaken by 32 mm every 1.3 s", .panels = {}, .columns = 1};
    bench::Panel panel{.title = "Elevation 50 mm from the left wall",
                       .x_label = "time, s",
                       .y_label = "m",
                       .log_x = false,
                       .log_y = false};
    std::vector<double> periods, apart;
    for (const int up : resolutions({9, 26, 43}, settings)) {
        const std::string resolution = bench::text("%d in depth", up);
        host.say(bench::text("%d particles in the depth", up));
        // The lattice must fit the tank: with 20 in the depth a gap of 20 mm would be left beside the right wall, and
        // water that lacks a hundredth of its depth swings by a third of a per cent too slowly.
        const double spacing = length / std::round(length / depth * up);
        sim::Scene scene = slab(length, height, spacing);
        scene.volumes = {body(scene, 0.0, length, 0.0, up * spacing)};
        scene.shaking = {.amplitude = {static_cast<float>(shaken_by), 0.0f, 0.0f},
                         .period = static_cast<float>(forced)};
        scene.probes = {probe("left", sim::ProbeKind::level, gauge, middle_of(scene))};
        const Recording r = record(scene, until, 0.01, settings, host);
        Curve ours;
        for (std::size_t i = 0; i < r["time_s"].size(); ++i) ours.add(r["time_s"][i], r["left.level_m"][i] - depth);

        double off = 0.0;
        for (std::size_t i = 0; i < crests.size(); ++i)
            off += std::abs(peak(ours, {crests.x[i] - crest_search, crests.x[i] + crest_search}) - crests.y[i]);
        const double period = fit_oscillation(ours, free_by_linear_theory, forced).period;
        Findings& found = report.findings;
        periods.push_back(100.0 * (period / free - 1.0));
        apart.push_back(1.0 - correlation(ours, measured));
        found.gated("period of the free swing", resolution, periods.back(), "%", 1.0, up >= 20);
        found.measured("period of the beats", resolution, 100.0 * (beat(period) / beat(free) - 1.0), "%");
        found.measured("crests, mean error, of the highest", resolution,
                       100.0 * off / (highest * static_cast<double>(crests.size())), "%");
        found.measured("correlation, what it lacks of 1", resolution, apart.back(), "");
        panel.series.push_back(drawn(resolution, ours.x, ours.y));
    }
    panel.series.push_back(points("experiment", measured.x, measured.y));
    report.findings.falls("period of the free swing", periods, "%", 0.2);
    report.findings.falls("correlation, what it lacks of 1", apart, "", 0.0);
    report.figure.panels = {std::move(panel)};
    return report;
}

}  // namespace validation
