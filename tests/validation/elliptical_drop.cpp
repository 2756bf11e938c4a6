// A round patch of fluid in the void that is drawn out along one axis and squeezed along the other (Monaghan 1994): it
// stays an ellipse, whose axes follow an ordinary differential equation.
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/patch.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double rate = 100.0, until = 0.0076;  // 1/s, s; the radius is 1 m
constexpr double room = 4.0;                    // m, of a side of the tank

}  // namespace

Report run_elliptical_drop(const Settings& settings, const Host& host) {
    const Reference data(host.data / "elliptical_drop_monaghan1994.csv");
    const Curve long_axis = data.curve("t_s", "a_x_m"), short_axis = data.curve("t_s", "b_y_m");
    Report report;
    report.figure.title = "An elliptical drop";
    bench::Panel panel{.title = "Half axes", .x_label = "time, s", .y_label = "m", .log_x = false, .log_y = false};
    for (const Curve* exact : {&long_axis, &short_axis}) {
        panel.series.push_back(drawn("exact", exact->x, exact->y));
        panel.series.back().dashed = true;
    }
    std::vector<double> errors;
    for (const int in_radius : resolutions({10, 20, 40}, settings)) {
        const std::string resolution = bench::text("%d a radius", in_radius);
        host.say(bench::text("%d particles in a radius", in_radius));
        sim::Scene scene = round_patch(in_radius, room, rate);
        scene.fluids[0].sound_speed = 1400.0f;  // Monaghan's, 14 times the fastest flow
        scene.frame = static_cast<float>(until / 38.0);
        adopt(settings, scene);
        sim::World world(scene);
        Curve a, b;
        run_until(world, until, settings, host, [&](const sim::FrameReport&) {
            a.add(world.time(), half_axis(world.particles().x));
            b.add(world.time(), half_axis(world.particles().z));
        });
        const double long_error = 100.0 * (a.y.back() / long_axis.at(until) - 1.0);
        const double short_error = 100.0 * (b.y.back() / short_axis.at(until) - 1.0);
        report.findings.gated("long axis at 7.6 ms", resolution, long_error, "%", 3.0, in_radius >= 20);
        report.findings.gated("short axis at 7.6 ms", resolution, short_error, "%", 3.0, in_radius >= 20);
        report.findings.measured("area at 7.6 ms", resolution, 100.0 * (a.y.back() * b.y.back() - 1.0), "%");
        errors.push_back(std::max(std::abs(long_error), std::abs(short_error)));
        panel.series.push_back(points(resolution, a.x, a.y));
        panel.series.push_back(points(resolution, b.x, b.y));
    }
    report.findings.falls("axes at 7.6 ms, the worse", errors, "%", 1.0);
    report.figure.panels = {std::move(panel)};
    report.figure.columns = 1;
    return report;
}

}  // namespace validation
