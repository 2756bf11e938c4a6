// A viscous fluid between two plates, starting from rest (Morris, Fox, Zhu 1997): drawn along by a force everywhere
// (Poiseuille) or by one of the plates (Couette). The tank is endless along x and y, its plates are without slip. In
// lengths of the gap and times of gap²/viscosity, where Re is 0.0125; sound is ten times as fast as the flow.
#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

namespace {

constexpr double fastest = 0.0125;   // m/s, in a gap of 1 m with 1 m²/s
constexpr double of_data = 1.25e-5;  // the same in the data, whose gap is 1 mm wide with 1e-6 m²/s: times are alike
constexpr float frame = 0.0025f;     // s; every time of the data is a multiple of it

sim::Scene channel(int across, bool by_plate) {
    sim::Scene scene = slab(4.0 / across, 1.0, 1.0 / across);
    scene.domain.periodic = {true, true, false};
    for (sim::Wall& wall : scene.domain.walls) wall.no_slip = true;
    scene.gravity = glm::vec3(by_plate ? 0.0f : static_cast<float>(8.0 * fastest), 0.0f, 0.0f);
    if (by_plate)
        scene.domain.walls[static_cast<std::size_t>(sim::Side::z_max)].velocity.x = static_cast<float>(fastest);
    scene.fluids[0].viscosity = 1000.0f;  // 1 m²/s
    scene.fluids[0].sound_speed = static_cast<float>(10.0 * fastest);
    scene.volumes = {body(scene, 0.0, static_cast<double>(scene.domain.max.x), 0.0, 1.0)};
    return scene;
}

Report run_plates(const Settings& settings, const Host& host, bool by_plate) {
    const Reference data(host.data / (by_plate ? "couette_startup.csv" : "poiseuille_startup.csv"));
    std::vector<double> times = data["t_s"];
    times.erase(std::unique(times.begin(), times.end()), times.end());

    Report report;
    report.figure.title = by_plate ? "Couette: a plate begins to move" : "Poiseuille: a force begins to act";
    std::vector<double> worst;
    for (const int across : resolutions({10, 20, 40}, settings)) {
        host.say(bench::text("%d particles across the gap", across));
        sim::Scene scene = channel(across, by_plate);
        scene.frame = frame;
        adopt(settings, scene);
        sim::World world(scene);
        bench::Panel panel{.title = bench::text("%d across", across),
                           .x_label = "across the gap",
                           .y_label = "speed / fastest",
                           .log_x = false,
                           .log_y = false};
        worst.push_back(0.0);
        for (const double time : times) {
            run_until(world, time, settings, host, [](const sim::FrameReport&) {});
            Curve exact, ours;
            for (std::size_t i = 0; i < data["t_s"].size(); ++i)
                if (data["t_s"][i] == time) exact.add(1e3 * data["y_m"][i], data["u_m_s"][i] / of_data);
            const sim::Particles& p = world.particles();
            double off = 0.0;
            for (std::size_t i = 0; i < p.size(); ++i) {
                ours.add(double{p.z[i]}, double{p.vx[i]} / fastest);
                off += std::pow(ours.y.back() - exact.at(ours.x.back()), 2);
            }
            const double error = 100.0 * std::sqrt(off / static_cast<double>(p.size()));
            report.findings.measured(bench::text("speed at t = %.4g, L2 of the fastest", time),
                                     bench::text("%d across", across), error, "%");
            worst.back() = std::max(worst.back(), error);
            panel.series.push_back(points(bench::text("t = %.4g", time), ours.x, ours.y));
            panel.series.push_back(drawn(bench::text("exact, t = %.4g", time), exact.x, exact.y));
            panel.series.back().dashed = true;
        }
        report.findings.gated("speed, L2 of the fastest, worst time", bench::text("%d across", across), worst.back(),
                              "%", 3.0, across >= 20);
        report.figure.panels.push_back(std::move(panel));
    }
    report.findings.falls("speed, L2 of the fastest, worst time", worst, "%", 0.5);
    report.figure.columns = static_cast<int>(report.figure.panels.size());
    return report;
}

}  // namespace

Report run_poiseuille(const Settings& settings, const Host& host) { return run_plates(settings, host, false); }
Report run_couette(const Settings& settings, const Host& host) { return run_plates(settings, host, true); }

}  // namespace validation
