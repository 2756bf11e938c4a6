// Ritter 1892: a dam breaks on a long dry bed. In shallow water without friction the front runs at 2 sqrt(g H), and
// nothing real is faster; behind it h = (2 sqrt(g H) - x / t)² / (9 g) once the column has become shallow, from
// t sqrt(g / H) = 1 on.
#include <algorithm>
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double height = 0.3, reservoir = 3.0 * height, bed = 5.0 * height;  // m
constexpr double last = 2.0;                                                  // t sqrt(g / H)
constexpr int gauges = 41;                                                    // from -2 H to 4 H

}  // namespace

Report run_ritter(const Settings& settings, const Host& host) {
    const Reference table(host.data / "ritter_dry_bed.csv");
    const double to_tstar = std::sqrt(g / height), bound = 2.0 * std::sqrt(g * height);
    Report report;
    report.figure = {.title = "Ritter's dam break", .subtitle = "H = 300 mm, dry bed", .panels = {}};
    bench::Panel profiles{.title = bench::text("Profile at t sqrt(g / H) = %g", last),
                          .x_label = "x / H from the gate",
                          .y_label = "h / H",
                          .log_x = false,
                          .log_y = false};
    bench::Panel fronts{
        .title = "Front", .x_label = "t sqrt(g / H)", .y_label = "x / H from the gate", .log_x = false, .log_y = false};
    Curve exact;
    for (std::size_t i = 0; i < table["h_over_H"].size(); ++i)
        if (table["t_sqrt_g_over_H"][i] == last) exact.add(table["x_minus_gate_over_H"][i], table["h_over_H"][i]);
    profiles.series.push_back(drawn("Ritter", exact.x, exact.y));
    profiles.series.back().dashed = true;
    fronts.series.push_back(drawn("Ritter", {0.0, last}, {0.0, 2.0 * last}));
    fronts.series.back().dashed = true;

    std::vector<double> errors;
    for (const int up : resolutions({20, 40, 80}, settings)) {
        const double spacing = height / up;
        host.say(bench::text("%d particles in the height", up));
        sim::Scene scene = slab(reservoir + bed, 1.2 * height, spacing);
        const double y = middle_of(scene);
        scene.volumes = {body(scene, 0.0, reservoir, 0.0, height)};
        scene.probes = {probe("front", sim::ProbeKind::front)};
        std::vector<double> places;  // x / H from the gate
        for (int i = 0; i < gauges; ++i) {
            places.push_back(-2.0 + 6.0 * i / (gauges - 1));
            scene.probes.push_back(
                probe("h" + std::to_string(i), sim::ProbeKind::level, reservoir + places.back() * height, y));
        }
        const Recording r = record(scene, last / to_tstar, last / to_tstar / 200.0, settings, host);
        Curve front, ours;
        double fastest = 0.0;  // how far ahead of the bound, at any time
        for (std::size_t i = 1; i < r["time_s"].size(); ++i) {
            const double way = r["front.x_m"][i] - reservoir;
            front.add(r["time_s"][i] * to_tstar, way / height);
            fastest = std::max(fastest, (way - bound * r["time_s"][i]) / height);
        }
        for (int i = 0; i < gauges; ++i)
            ours.add(places[static_cast<std::size_t>(i)], r["h" + std::to_string(i) + ".level_m"].back() / height);
        const std::string resolution = bench::text("%d in H", up);
        Findings& found = report.findings;
        found.gated("front ahead of 2 sqrt(g H) t", resolution, fastest, "H", 0.0);
        found.measured("front at the end, of Ritter's", resolution, 100.0 * front.y.back() / (2.0 * last), "%");
        errors.push_back(mean_absolute_error(ours, exact, {-2.0, 4.0}));
        found.measured("profile, mean error", resolution, errors.back(), "H");
        profiles.series.push_back(drawn(resolution, ours.x, ours.y));
        fronts.series.push_back(drawn(resolution, front.x, front.y));
    }
    report.findings.falls("profile, mean error", errors, "H", 0.0);
    report.figure.panels = {std::move(profiles), std::move(fronts)};
    return report;
}

}  // namespace validation
