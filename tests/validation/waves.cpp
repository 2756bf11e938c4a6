// Waves of small amplitude between the walls of a tank 1 m long with water of 0.5 m. They begin as they are when they
// pass through rest: a level surface, and the velocities of the potential
//
//   phi = -B cos(k x) cosh(k z),   k = n pi / L,   omega² = g k tanh(k h)
//
// In linear theory the amplitude dies away as e^(-2 nu k² t). Particles begin off the lattice (simulation.hpp), and so
// three times: single runs of 20 in the depth differ by half a per cent.
//
//   n = 2   its share of the levels along the tank, in a fluid of Re = H sqrt(g H) / nu = 500. Gauges at the walls and
//           in the middle alone see all even waves, and a surface of 20 mm through their own fraction of a spacing: with
//           them the same run had a period off by -0.5 % over three periods and +2.6 over five.
//   n = 1   seen by the momentum of all water, which no gauge's resolution limits
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/oscillation.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double length = 1.0, depth = 0.5;  // m
constexpr int gauges = 20;                   // and one more, from wall to wall
constexpr double amplitude = 0.02;           // of the surface, m: its square is felt by less than 0.2 % of the period

struct Wave {
    double k, omega;
    explicit Wave(int mode) : k(mode * std::numbers::pi / length), omega(std::sqrt(g * k * std::tanh(k * depth))) {}
    [[nodiscard]] double period() const { return 2.0 * std::numbers::pi / omega; }
};

/// Water with the velocities of the wave: a volume for every particle of the slab's plane. `draw` is of their places.
sim::Scene scene_of(const Wave& wave, int up, unsigned draw) {
    const double spacing = depth / up;
    sim::Scene scene = slab(length, 1.3 * depth, spacing);
    const double b = amplitude * wave.omega / std::sinh(wave.k * depth);  // m/s
    std::mt19937 rng(draw);
    std::uniform_real_distribution<double> off(-most_off * spacing, most_off * spacing);
    for (int i = 0; i < 2 * up; ++i)
        for (int j = 0; j < up; ++j) {
            const double x = (i + 0.5) * spacing, z = (j + 0.5) * spacing;
            const double left = i * spacing + off(rng), bottom = j * spacing + off(rng);
            sim::Volume cell = body(scene, left, left + spacing, bottom, bottom + spacing);
            cell.velocity = {static_cast<float>(-b * std::sin(wave.k * x) * std::cosh(wave.k * z)), 0.0f,
                             static_cast<float>(b * std::cos(wave.k * x) * std::sinh(wave.k * z))};
            scene.volumes.push_back(cell);
        }
    return scene;
}

/// Of the rows whose mode is n in a tank of 1 m with 0.5 m of water.
double period_in_table(const Host& host, int mode) {
    const Reference table(host.data / "sloshing_standing_wave_frequencies.csv");
    for (std::size_t i = 0; i < table["mode_n"].size(); ++i)
        if (table["L_m"][i] == length && table["h_m"][i] == depth && table["mode_n"][i] == mode)
            return table["period_s"][i];
    throw std::runtime_error("the table of sloshing frequencies has no row for mode " + std::to_string(mode));
}

struct Judgement {
    const char* title;
    double period, decay;  // s, 1/s: as they should be
    bool is_damped;        // the decay is large enough to be compared
};

/// What one run has seen.
struct Seen {
    std::vector<double> time, signal;
};

/// What all waves are asked.
class Comparison {
public:
    Comparison(const Judgement& expected, const char* y_label) : expected_(expected) {
        panel_ = {.title = expected.title, .x_label = "time, s", .y_label = y_label, .log_x = false, .log_y = false};
    }
    /// Runs a resolution as often as there are draws. `run(draw)`: what that one has seen.
    template <class Run>
    void add(int up, unsigned draws, Run run) {
        const std::string resolution = bench::text("%d in depth", up);
        std::vector<double> periods, decays;
        for (unsigned draw = 1; draw <= draws; ++draw) {
            const Seen seen = run(draw);
            // The water settles under its weight in the first tenths.
            Curve curve;
            for (std::size_t i = 0; i < seen.time.size(); ++i)
                if (seen.time[i] >= 0.5 * expected_.period) curve.add(seen.time[i], seen.signal[i]);
            const Oscillation found = fit_oscillation(curve, expected_.period);
            periods.push_back(100.0 * (found.period / expected_.period - 1.0));
            decays.push_back(found.decay - expected_.decay);
            if (draw == 1) panel_.series.push_back(drawn(resolution, seen.time, seen.signal));
        }
        periods_.emplace_back(periods);
        decays_.emplace_back(decays);
        findings.gated("period", resolution, periods_.back(), "%", 1.0, up >= 20);
        findings.measured("decay beyond that of viscosity", resolution, decays_.back(), "1/s");
        if (expected_.is_damped)
            findings.measured("decay against the exact one", resolution, 100.0 * decays_.back().mean / expected_.decay,
                              "%");
    }
    /// `exact`: what should have been seen.
    Report finish(const bench::Series& exact, const std::string& subtitle) {
        findings.falls("period", periods_, "%", 0.2);
        findings.falls("decay beyond that of viscosity", decays_, "1/s", 0.0);
        panel_.series.insert(panel_.series.begin(), exact);
        Report report;
        report.findings = findings;
        report.figure = {.title = expected_.title, .subtitle = subtitle, .panels = {panel_}, .columns = 1};
        return report;
    }

    Findings findings;

private:
    Judgement expected_;
    std::vector<Estimate> periods_, decays_;
    bench::Panel panel_;
};

}  // namespace

Report run_standing_wave(const Settings& settings, const Host& host) {
    const Wave wave(2);
    constexpr double re = 500.0;
    const double nu = depth * std::sqrt(g * depth) / re;  // m²/s
    const double seconds = (settings.quick ? 3.0 : 5.0) * wave.period();
    Comparison comparison(
        {"Standing wave of 1 m in water of 0.5 m, Re 500", period_in_table(host, 2), 2.0 * nu * wave.k * wave.k, true},
        "elevation at the walls, m");
    for (const int up : resolutions({10, 20, 40}, settings)) {
        host.say(bench::text("%d particles in the depth", up));
        comparison.add(up, draws(settings), [&](unsigned draw) -> Seen {
            sim::Scene scene = scene_of(wave, up, draw);
            scene.fluids[0].viscosity = static_cast<float>(1000.0 * nu);
            const double y = middle_of(scene);
            for (int i = 0; i <= gauges; ++i)
                scene.probes.push_back(probe("g" + std::to_string(i), sim::ProbeKind::level, length * i / gauges, y));
            const Recording r = record(scene, seconds, 0.005, settings, host);
            std::vector<double> elevation(r["time_s"].size(), 0.0);
            for (int i = 0; i <= gauges; ++i) {
                const auto& level = r["g" + std::to_string(i) + ".level_m"];
                const double share = (i % gauges == 0 ? 1.0 : 2.0) / gauges * std::cos(wave.k * length * i / gauges);
                for (std::size_t k = 0; k < elevation.size(); ++k) elevation[k] += share * level[k];
            }
            return {r["time_s"], elevation};
        });
    }
    const Reference table(host.data / "standing_wave_decay.csv");
    // The table begins at the crest, a quarter of a period after ours.
    Curve exact;
    for (std::size_t i = 0; i < table["t_s"].size(); ++i) {
        const double t = table["t_s"][i] + 0.25 * wave.period();
        if (table["Re_H_sqrt_gH_over_nu"][i] == re && t <= seconds)
            exact.add(t, amplitude * std::exp(-2.0 * nu * wave.k * wave.k * 0.25 * wave.period()) *
                             table["eta_over_eta0_at_antinode"][i]);
    }
    bench::Series formula = drawn("linear theory", exact.x, exact.y);
    formula.dashed = true;
    return comparison.finish(formula, "amplitude 20 mm");
}

Report run_sloshing(const Settings& settings, const Host& host) {
    const Wave wave(1);
    const double nu = 1e-6;  // of water, m²/s
    const double seconds = (settings.quick ? 3.0 : 5.0) * wave.period();
    Comparison comparison({"First mode of a tank of 1 m with 0.5 m of water", period_in_table(host, 1),
                           2.0 * nu * wave.k * wave.k, false},
                          "momentum along the tank, of its amplitude");
    // Of the linear wave: the integral of u over the water, per unit of thickness.
    const double whole = 1000.0 * amplitude * wave.omega / (wave.k * wave.k) * 2.0;
    for (const int up : resolutions({10, 20, 40}, settings)) {
        host.say(bench::text("%d particles in the depth", up));
        comparison.add(up, draws(settings), [&](unsigned draw) -> Seen {
            sim::Scene scene = scene_of(wave, up, draw);
            scene.probes = {probe("all", sim::ProbeKind::momentum)};
            const Recording r = record(scene, seconds, 0.005, settings, host);
            std::vector<double> momentum;
            const double thickness = static_cast<double>(scene.domain.max.y);
            for (const double p : r["all.x_Ns"]) momentum.push_back(p / (whole * thickness));
            return {r["time_s"], momentum};
        });
    }
    Curve exact;
    for (int i = 0; i <= 400; ++i) exact.add(seconds * i / 400.0, -std::cos(wave.omega * seconds * i / 400.0));
    bench::Series formula = drawn("linear theory", exact.x, exact.y);
    formula.dashed = true;
    return comparison.finish(formula, "amplitude 20 mm, water");
}

}  // namespace validation
