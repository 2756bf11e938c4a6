// Vortices of Taylor and Green (1937) in a tank without walls: their kinetic energy dies away as viscosity alone says,
// exp(-16 pi² t / Re), lengths in wavelengths and speeds in that of the fastest point. What a simulation adds to the
// viscosity shows in how much faster it does: the slope of its logarithm, fitted, against the exact one.
#include <cmath>
#include <numbers>

#include "tests/bench/report.hpp"
#include "tests/validation/cases.hpp"
#include "tests/validation/reference.hpp"
#include "tests/validation/simulation.hpp"

namespace validation {

Report run_taylor_green(const Settings& settings, const Host& host) {
    const Reference data(host.data / "taylor_green_decay.csv");
    Report report;
    report.figure.title = "Vortices of Taylor and Green";
    for (const int reynolds : {10, 100}) {
        bench::Panel panel{.title = bench::text("Re %d", reynolds),
                           .x_label = "t U / L",
                           .y_label = "kinetic energy / at the start",
                           .log_x = false,
                           .log_y = true};
        Curve exact;
        for (std::size_t i = 0; i < data["Re"].size(); ++i)
            if (data["Re"][i] == reynolds && data["KE_over_KE0"][i] > 0.02)
                exact.add(data["t_U_over_L"][i], data["KE_over_KE0"][i]);
        panel.series.push_back(drawn("exact", exact.x, exact.y));
        panel.series.back().dashed = true;
        const double until = exact.x.back();
        std::vector<double> errors;
        for (const int across : resolutions({16, 32, 48}, settings)) {
            host.say(bench::text("Re %d, %d particles in a wavelength", reynolds, across));
            sim::Scene scene = slab(1.0, 1.0, 1.0 / across);
            scene.domain.periodic = {true, true, true};
            scene.gravity = glm::vec3(0.0f);
            scene.fluids[0].viscosity = 1000.0f / static_cast<float>(reynolds);
            scene.volumes = {body(scene, 0.0, 1.0, 0.0, 1.0)};
            scene.volumes[0].flow = {.kind = sim::FlowKind::vortices, .speed = 1.0f, .wavelength = 1.0f};
            const Recording r = record(scene, until, until / 40.0, settings, host);
            const double mass = 1000.0 * 4.0 / across;
            Curve energy{r["time_s"], r["kinetic_J"]}, logarithm;
            energy.y.front() = 0.25 * mass;  // mean of u² + w² is a half
            const double start = energy.y.front();
            for (std::size_t i = 0; i < energy.size(); ++i) {
                energy.y[i] /= start;
                logarithm.add(energy.x[i], std::log(energy.y[i]));
            }
            const double rate = 16.0 * std::numbers::pi * std::numbers::pi / reynolds;
            errors.push_back(100.0 * (-slope(logarithm, {0.0, until}) / rate - 1.0));
            report.findings.gated(bench::text("Re %d, rate of decay", reynolds), bench::text("%d a wavelength", across),
                                  errors.back(), "%", 10.0, across >= 32);
            panel.series.push_back(drawn(bench::text("%d a wavelength", across), energy.x, energy.y));
        }
        report.findings.falls(bench::text("Re %d, rate of decay", reynolds), errors, "%", 1.0);
        report.figure.panels.push_back(std::move(panel));
    }
    return report;
}

}  // namespace validation
