// Heavy fluid above light (rayleigh_taylor.hpp): how fast a ripple grows at first, by linear theory, and where bubble
// and spike are later, beside the computation of He, Chen and Zhang (1999).
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/rayleigh_taylor.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

Report run_rayleigh_taylor(const Settings& settings, const Host& host) {
    const Reference data(host.data / "rayleigh_taylor_he1999_re256_at0.5.csv");
    const Curve bubble = data.curve("tstar", "y_bubble_m"), spike = data.curve("tstar", "y_spike_m");
    const double until = settings.quick ? 2.0 : bubble.x.back();
    Report report;
    report.figure.title = "Heavy fluid above light";
    bench::Panel heights{.title = "Bubble and spike",
                         .x_label = "t sqrt(g / H)",
                         .y_label = "height, m",
                         .log_x = false,
                         .log_y = false};
    for (const Curve* reference : {&bubble, &spike})
        heights.series.push_back(points("He, Chen, Zhang 1999", reference->x, reference->y));
    std::vector<double> rates, ends;
    for (const int across : resolutions({16, 24, 32, 48}, settings)) {
        const std::string resolution = bench::text("%d across", across);
        host.say(resolution + ": a ripple");
        const RippleFigures ripple = measure_ripple({.spacings = static_cast<float>(across)}, settings, host);
        rates.push_back(100.0 * (ripple.rate / ripple.expected_rate - 1.0));
        report.findings.gated("growth of a ripple, Atwood 0.5", resolution, rates.back(), "%", 20.0, across >= 24);
        host.say(resolution + ": bubble and spike");
        Curve up, down;
        for (const BubbleAndSpike& at : measure_rayleigh_taylor(static_cast<float>(across), until, settings, host)) {
            up.add(at.time, at.bubble);
            down.add(at.time, at.spike);
        }
        ends.push_back(
            std::max(max_absolute_error(up, bubble, {0.0, until}), max_absolute_error(down, spike, {0.0, until})));
        report.findings.measured("bubble and spike, worst", resolution, ends.back(), "m");
        heights.series.push_back(drawn(resolution, up.x, up.y));
        heights.series.push_back(drawn(resolution, down.x, down.y));
    }
    report.findings.falls("growth of a ripple, Atwood 0.5", rates, "%", 5.0);
    report.findings.falls("bubble and spike, worst", ends, "m", 0.01);
    report.figure.panels = {std::move(heights)};
    report.figure.columns = 1;
    return report;
}

}  // namespace validation
