// Martin and Moyce 1952: a column of water of width a collapses on a dry floor. Front Z = x / a from the back wall,
// height H = eta / (n² a) at it. Their waxed diaphragm took time to go, so their front is late; codes shift it by 0.1
// to 0.2 in T. It stands beside the unshifted error here: who is late by 0.175 and else right is 9.1 % off (n² = 2),
// and 8 % is what 0.15 makes. The two sizes that they measured differ by about 3 %. Of the square column their front is
// slower still than ours, as that of n² = 2 is at the same height of 57 mm, half the width: 1.2 to 1.4 sqrt(g H) where
// a column of 114 mm runs at 1.6 to 1.9. The drag of a smooth floor is a third of what would make ours as slow, 26 %
// too steep without it and 15 with it. The gates stand.
#include <algorithm>
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double a = 0.05715;    // width of the column, m
constexpr double scatter = 3.0;  // of the experiment, %
constexpr int judged_from = 40;  // particles a width: the gates are for these

struct Column {
    int n2;                      // height, in widths
    const char *front, *height;  // files
    double seconds;              // to simulate
};

Report run(const Column& column, const Settings& settings, const Host& host) {
    const Curve front = Reference(host.data / column.front).curve("T", "Z");
    const Curve height = Reference(host.data / column.height).curve("tau", "H");
    constexpr Span compared{0.8, 3.3}, straight{1.5, 3.0}, falling{0.0, 2.5};
    const double n2 = column.n2, fast = std::sqrt(n2 * g / a), slow = std::sqrt(g / a);  // 1/s: to T and to tau

    Report report;
    report.figure.title = bench::text("Martin & Moyce 1952, n² = %d", column.n2);
    report.figure.subtitle = "a = 57.15 mm; ours unshifted";
    bench::Panel fronts{
        .title = "Front", .x_label = "T = t sqrt(n² g / a)", .y_label = "Z = x / a", .log_x = false, .log_y = false};
    bench::Panel heights{.title = "Height at the back wall",
                         .x_label = "tau = t sqrt(g / a)",
                         .y_label = "H = eta / (n² a)",
                         .log_x = false,
                         .log_y = false};
    fronts.series.push_back(points("experiment", front.x, front.y));
    heights.series.push_back(points("experiment", height.x, height.y));

    std::vector<double> unshifted, shifted, tops;
    for (const int across : resolutions({20, 40, 80}, settings)) {
        const double spacing = a / across;
        host.say(bench::text("%d particles a column width", across));
        sim::Scene scene = slab(8.0 * a, (n2 + 0.4) * a, spacing);
        scene.volumes = {body(scene, 0.0, a, 0.0, n2 * a)};
        scene.probes = {probe("front", sim::ProbeKind::front),
                        probe("back", sim::ProbeKind::column_height, 0.0, middle_of(scene))};
        scene.probes[0].height = static_cast<float>(0.1 * a);
        const Recording r = record(scene, column.seconds, 5e-4, settings, host);
        const Curve z = scaled(r["time_s"], fast, r["front.x_m"], 1.0 / a);
        const Curve h = scaled(r["time_s"], slow, r["back.height_m"], 1.0 / (n2 * a));

        const std::string resolution = bench::text("%d a width", across);
        const bool counts = across >= judged_from;
        Findings& found = report.findings;
        const Misfit misfit = relative_misfit(z, front, compared);
        const BestShift near = best_shift(z, front, compared, 0.2), best = best_shift(z, front, compared, 0.5);
        found.gated("front, RMS unshifted", resolution, 100.0 * misfit.rms, "%", 8.0, counts);
        found.measured("front, worst unshifted", resolution, 100.0 * misfit.max, "%");
        found.gated(bench::text("front, RMS shifted by %.3f in T", near.shift), resolution, 100.0 * near.error, "%", 4.0,
                    counts);
        found.measured(bench::text("front, RMS at its best shift, %.3f", best.shift), resolution, 100.0 * best.error,
                       "%");
        found.gated("front, slope dZ/dT", resolution, 100.0 * (slope(z, straight) / slope(front, straight) - 1.0), "%",
                    8.0, counts);
        const double worst_height = max_absolute_error(h, height, falling);
        found.gated("height at the back wall, worst", resolution, worst_height, "", 0.05, counts);
        unshifted.push_back(100.0 * misfit.rms);
        shifted.push_back(100.0 * near.error);
        tops.push_back(worst_height);
        fronts.series.push_back(drawn(resolution, z.x, z.y));
        heights.series.push_back(drawn(resolution, h.x, h.y));
    }
    report.findings.falls("front, RMS unshifted", unshifted, "%", scatter);
    report.findings.falls("front, RMS shifted by 0.2 at most", shifted, "%", scatter);
    report.findings.falls("height at the back wall, worst", tops, "", 0.01 * scatter);
    report.figure.panels = {std::move(fronts), std::move(heights)};
    return report;
}

}  // namespace

Report run_martin_moyce_2(const Settings& settings, const Host& host) {
    return run({2, "martin_moyce_n2_2_front_table2_a2.25in.csv", "martin_moyce_n2_2_height_table6_a2.25in.csv", 0.2},
               settings, host);
}

Report run_martin_moyce_1(const Settings& settings, const Host& host) {
    return run({1, "martin_moyce_n2_1_front_a2.25in.csv", "martin_moyce_n2_1_height_a2.25in.csv", 0.26}, settings,
               host);
}

}  // namespace validation
