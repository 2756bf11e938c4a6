// A drop that its tension keeps together: the pressure in it by Laplace, and its slowest oscillation by Rayleigh, in
// two and in three dimensions (drop_tension.hpp).
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/drop_tension.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

Report run_drops(const Settings& settings, const Host& host) {
    Report report;
    report.figure.title = "Drops by Laplace and Rayleigh";
    for (const bool flat : {true, false}) {
        const std::string where = flat ? "2-D, " : "3-D, ";
        bench::Panel panel{.title = flat ? "In two dimensions" : "In three",
                           .x_label = "particles in a radius",
                           .y_label = "found / exact",
                           .log_x = false,
                           .log_y = false};
        bench::Series pressures{.name = "pressure", .points = {}}, swings{.name = "period", .points = {}};
        std::vector<Estimate> jump_errors, period_errors;
        std::vector<float> sizes = {8.0f, 12.0f, 18.0f};
        if (settings.quick) sizes.resize(1);
        for (const float spacings : sizes) {
            const std::string resolution = bench::text("%g a radius", static_cast<double>(spacings));
            host.say((flat ? "a disc, " : "a drop, ") + resolution);
            std::vector<double> jumps, periods, drifts;  // by draw
            for (unsigned draw = 1; draw <= draws(settings); ++draw) {
                const DropFigures f = measure_drop({.flat = flat, .spacings = spacings, .draw = draw}, settings, host);
                jumps.push_back(f.jump / f.expected_jump);
                periods.push_back(f.period / f.expected_period);
                drifts.push_back(f.drift);
            }
            const auto off = [](const std::vector<double>& ratios) {
                std::vector<double> errors;
                for (const double ratio : ratios) errors.push_back(100.0 * (ratio - 1.0));
                return Estimate(errors);
            };
            jump_errors.push_back(off(jumps));
            period_errors.push_back(off(periods));
            report.findings.gated(where + "pressure by Laplace", resolution, jump_errors.back(), "%", 5.0);
            report.findings.gated(where + "period by Rayleigh", resolution, period_errors.back(), "%", 5.0);
            report.findings.measured(where + "drift of its centre, radii", resolution, Estimate(drifts), "");
            pressures.points.push_back({static_cast<double>(spacings), Estimate(jumps).mean});
            swings.points.push_back({static_cast<double>(spacings), Estimate(periods).mean});
        }
        report.findings.falls(where + "pressure by Laplace", jump_errors, "%", 2.0);
        report.findings.falls(where + "period by Rayleigh", period_errors, "%", 2.0);
        panel.series = {std::move(pressures), std::move(swings)};
        report.figure.panels.push_back(std::move(panel));
    }
    return report;
}

}  // namespace validation
