// A round patch in the void that a centre attracts, drawn out at the start (Monaghan, Rafiee 2013): an ellipse that
// swings for ever, its long axis now along x and now along z, as long as nothing takes its energy. The spread of its
// axes, ln(a / b) / 2, swings about zero with the period 4.827 / rate, and the less it swings the shorter: to 4.443.
// Ten periods with one step for all, and with individual steps; those cannot be had in a slab without walls, which
// stand aside of the patch there, and then for both. One sound speed rules all of it: individual steps may spare
// nothing, and must come to the same.
#include <cmath>
#include <vector>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/patch.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double rate = 1.0;  // 1/s, of the attraction and of the strain at the start
constexpr double room = 5.0;  // m, of a side of the tank
constexpr double swings = 10.0;
constexpr std::size_t counted = 3;  // of them, for the period
// Particles in a radius: kinds of steps are compared with each other, which finer ones would not tell more of.
constexpr int compared_up_to = 20;

/// The times at which a curve rises through zero.
std::vector<double> risings(const Curve& curve) {
    std::vector<double> times;
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (curve.y[i - 1] < 0.0 && curve.y[i] >= 0.0)
            times.push_back(curve.x[i] - curve.y[i] * (curve.x[i] - curve.x[i - 1]) / (curve.y[i] - curve.y[i - 1]));
    return times;
}

double period_of(const Curve& spread) {
    const std::vector<double> times = risings(spread);
    if (times.size() < counted + 1) return std::nan("");
    return (times[counted] - times[0]) / static_cast<double>(counted);
}

struct Swing {
    Curve spread;
    double lost = 0.0;    // of the energy above that of the round patch, %
    double spared = 0.0;  // of the updates that one step for all would take in as many steps, %
};

/// The energy above that of a round patch of the same area at rest, m²/s² a kilogram: of a patch at rest with the half
/// axes a and b it is rate² (a² + b²) / 8, of a round one rate² a b / 4.
double energy_above_rest(const sim::Particles& p) {
    double squares = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        squares += double{p.vx[i]} * double{p.vx[i]} + double{p.vz[i]} * double{p.vz[i]};
    const double apart = half_axis(p.x) - half_axis(p.z);
    return 0.5 * squares / static_cast<double>(p.size()) + rate * rate * apart * apart / 8.0;
}

Swing swing_of(sim::Scene scene, double seconds, const Settings& settings, const Host& host) {
    adopt(settings, scene);
    scene.frame = 0.05f;
    sim::World world(scene);
    Swing swing;
    const auto look = [&] {
        swing.spread.add(world.time(), 0.5 * std::log(half_axis(world.particles().x) / half_axis(world.particles().z)));
    };
    look();
    const double at_first = energy_above_rest(world.particles());
    std::uint64_t steps = 0, updates = 0;
    run_until(world, seconds, settings, host, [&](const sim::FrameReport& frame) {
        steps += frame.substeps;
        updates += frame.active;
        look();
    });
    swing.lost = 100.0 * (1.0 - energy_above_rest(world.particles()) / at_first);
    swing.spared = 100.0 * (1.0 - static_cast<double>(updates) / static_cast<double>(steps * world.particles().size()));
    host.say(bench::text("  %zu particles, %.3g s in %llu steps", world.particles().size(), seconds,
                         static_cast<unsigned long long>(steps)));
    return swing;
}

}  // namespace

Report run_oscillating_drop(const Settings& settings, const Host& host) {
    const Reference data(host.data / "oscillating_drop_central_force.csv");
    Curve exact;
    for (std::size_t i = 0; i < data["t"].size(); ++i)
        exact.add(data["t"][i] / rate, 0.5 * std::log(data["a_over_R"][i] / data["b_over_R"][i]));
    const double period = period_of(exact), height = peak(exact, {0.0, period});
    const double seconds = (swings + 0.5) * period;
    const auto last_swing = Span{(swings - 0.75) * period, (swings + 0.25) * period};

    Report report;
    report.figure = {.title = "A drop about a centre that attracts", .panels = {}, .columns = 1};
    bench::Panel panel{.title = "Spread of its axes",
                       .x_label = "time, s",
                       .y_label = "ln(a / b) / 2",
                       .log_x = false,
                       .log_y = false};
    panel.series.push_back(drawn("exact", exact.x, exact.y));
    panel.series.back().dashed = true;
    std::vector<double> periods;
    // Ten periods take long.
    for (const int in_radius : settings.quick ? std::vector{10} : std::vector{10, 20, 40}) {
        const std::string resolution = bench::text("%d a radius", in_radius);
        const auto say = [&](const char* what) {
            host.say(bench::text("%d particles in a radius, %s", in_radius, what));
        };
        sim::Scene scene = round_patch(in_radius, room, rate);
        const auto middle = static_cast<float>(0.5 * room), strength = static_cast<float>(rate);
        scene.attraction = {.centre = {middle, 0.0f, middle}, .rate = {strength, 0.0f, strength}};
        Findings& found = report.findings;
        say("one step for all");
        const Swing slab = swing_of(scene, seconds, settings, host);
        periods.push_back(100.0 * (period_of(slab.spread) / period - 1.0));
        found.gated("period of the first three", resolution, periods.back(), "%", 1.0, in_radius >= 20);
        found.measured("first swing", resolution, 100.0 * (peak(slab.spread, {0.0, period}) / height - 1.0), "%");
        found.measured("tenth swing", resolution, 100.0 * (peak(slab.spread, last_swing) / height - 1.0), "%");
        found.measured("energy lost in ten", resolution, slab.lost, "%");
        panel.series.push_back(drawn(resolution, slab.spread.x, slab.spread.y));

        if (in_radius > compared_up_to) continue;
        scene.domain.periodic = {};
        Settings alike = settings;
        alike.shifting = alike.isotropy = 0.0f;  // which individual steps do without
        say("one step for all, between walls");
        const Swing global = swing_of(scene, seconds, alike, host);
        scene.steps = sim::Steps::individual;
        say("individual steps, between walls");
        const Swing individual = swing_of(scene, seconds, alike, host);
        const bool differ = individual.spared > 0.0;  // else both were the same run
        found.gated("individual steps, period against global", resolution,
                    100.0 * (period_of(individual.spread) / period_of(global.spread) - 1.0), "%", 1.0, differ);
        found.gated("individual steps, tenth swing against global", resolution,
                    100.0 * (peak(individual.spread, last_swing) / peak(global.spread, last_swing) - 1.0), "%", 1.0,
                    differ);
        found.measured("between walls, period of the first three", resolution,
                       100.0 * (period_of(global.spread) / period - 1.0), "%");
        found.measured("between walls, energy lost in ten", resolution, global.lost, "%");
        found.measured("individual steps, energy lost in ten", resolution, individual.lost, "%");
        found.measured("individual steps, updates that they spare", resolution, individual.spared, "%");
    }
    report.findings.falls("period of the first three", periods, "%", 0.2);
    report.figure.panels = {std::move(panel)};
    return report;
}

}  // namespace validation
