// Water of 0.5 m stands in a tank: its pressure is that of the Tait equation under its own weight, nobody moves, and
// nothing is lost in ten seconds. The two supports below the surface are left out of the pressure, where a kernel sees
// the air.
#include <algorithm>
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double depth = 0.5, width = 0.25;  // m

double mean_of_last(const std::vector<double>& values, std::size_t count) {
    count = std::min(count, values.size());
    double sum = 0.0;
    for (std::size_t i = values.size() - count; i < values.size(); ++i) sum += values[i];
    return sum / static_cast<double>(count);
}

}  // namespace

Report run_still_pool(const Settings& settings, const Host& host) {
    const Reference table(host.data / "hydrostatic_column.csv");
    Curve tait;
    for (std::size_t i = 0; i < table["H_m"].size(); ++i)
        if (table["H_m"][i] == depth) tait.add(table["z_m"][i], table["p_tait_Pa"][i]);
    const double free_fall = std::sqrt(g * depth);  // m/s: what speeds are measured by
    const double seconds = settings.quick ? 4.0 : 10.0, every = 0.02;
    const auto second = static_cast<std::size_t>(1.0 / every);

    Report report;
    report.figure = {.title = "A still pool of 0.5 m",
                     .subtitle = bench::text("pressures: mean over the last second of %g", seconds),
                     .panels = {},
                     .columns = 3};
    bench::Panel pressures{
        .title = "Pressure", .x_label = "height z, m", .y_label = "Pa", .log_x = false, .log_y = false};
    bench::Panel speeds{.title = "Motion that is left",
                        .x_label = "time, s",
                        .y_label = "speed (RMS), m/s",
                        .log_x = false,
                        .log_y = false};
    bench::Panel levels{.title = "Level", .x_label = "time, s", .y_label = "m", .log_x = false, .log_y = false};
    pressures.series.push_back(drawn("Tait", tait.x, tait.y));
    pressures.series.back().dashed = true;

    std::vector<double> errors;
    for (const int up : resolutions({10, 20, 40}, settings)) {
        const double spacing = depth / up;
        host.say(bench::text("%d particles in the depth", up));
        sim::Scene scene = slab(width, 1.2 * depth, spacing);
        scene.volumes = {body(scene, 0.0, width, 0.0, depth)};
        scene.fluids[0].sound_speed = static_cast<float>(10.0 * std::sqrt(2.0 * g * depth));  // as the table has it
        const double y = middle_of(scene), x = 0.5 * width;
        std::vector<double> places;
        for (const double z : tait.x)
            if (z <= depth - 2.0 * double{settings.support} * spacing + 1e-9) places.push_back(z);
        for (std::size_t i = 0; i < places.size(); ++i)
            scene.probes.push_back(probe("p" + std::to_string(i), sim::ProbeKind::pressure, x, y, places[i]));
        scene.probes.push_back(probe("level", sim::ProbeKind::level, x, y));
        scene.probes.push_back(probe("all", sim::ProbeKind::energy));
        const Recording r = record(scene, seconds, every, settings, host);

        double off = 0.0, whole = 0.0, worst = 0.0;
        Curve ours;
        for (std::size_t i = 0; i < places.size(); ++i) {
            ours.add(places[i], mean_of_last(r["p" + std::to_string(i) + ".pressure_Pa"], second));
            const double expected = tait.at(places[i]), error = ours.y.back() - expected;
            off += error * error;
            whole += expected * expected;
            worst = std::max(worst, std::abs(error) / tait.y.front());
        }
        const double mass = 1000.0 * width * 4.0 * spacing * depth;
        std::vector<double> speed;
        for (const double energy : r["kinetic_J"]) speed.push_back(std::sqrt(2.0 * energy / mass));
        const auto& level = r["level.level_m"];
        const std::vector<double> middle(level.begin(), level.begin() + static_cast<std::ptrdiff_t>(level.size() / 2));
        const auto& energy = r["all.total_J"];
        const std::vector<double> energy_middle(energy.begin(),
                                                energy.begin() + static_cast<std::ptrdiff_t>(energy.size() / 2));

        const std::string resolution = bench::text("%d in depth", up);
        const bool counts = up >= 20;
        Findings& found = report.findings;
        errors.push_back(100.0 * std::sqrt(off / whole));
        found.gated("pressure, L2", resolution, errors.back(), "%", 2.0, counts);
        found.measured("pressure, worst of that on the floor", resolution, 100.0 * worst, "%");
        found.measured("speed that is left, RMS of sqrt(g H)", resolution,
                       100.0 * mean_of_last(speed, second) / free_fall, "%");
        found.measured("fastest particle of sqrt(g H)", resolution,
                       100.0 * mean_of_last(r["max_speed_m_s"], second) / free_fall, "%");
        found.measured("level against 0.5 m", resolution, 100.0 * (mean_of_last(level, second) / depth - 1.0), "%");
        found.measured("drift of the level, second half", resolution,
                       100.0 * (mean_of_last(level, second) - mean_of_last(middle, second)) / depth, "%");
        found.measured(
            "drift of the energy, second half, of m g H", resolution,
            100.0 * (mean_of_last(energy, second) - mean_of_last(energy_middle, second)) / (mass * g * depth), "%");
        pressures.series.push_back(points(resolution, ours.x, ours.y));
        speeds.series.push_back(drawn(resolution, r["time_s"], speed));
        levels.series.push_back(drawn(resolution, r["time_s"], level));
    }
    report.findings.falls("pressure, L2", errors, "%", 0.0);
    report.figure.panels = {std::move(pressures), std::move(speeds), std::move(levels)};
    return report;
}

}  // namespace validation
