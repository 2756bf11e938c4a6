#include "tests/validation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "sim/probes.hpp"
#include "tests/bench/report.hpp"

namespace validation {

sim::Scene slab(double length, double height, double spacing) {
    sim::Scene scene;
    scene.spacing = static_cast<float>(spacing);
    scene.domain.max = {static_cast<float>(length), static_cast<float>(4.0 * spacing), static_cast<float>(height)};
    scene.domain.periodic = {false, true, false};
    scene.fluids.resize(1);
    return scene;
}

float middle_of(const sim::Scene& slab) { return 0.5f * slab.domain.max.y; }

sim::Volume body(const sim::Scene& slab, double x_min, double x_max, double z_min, double z_max) {
    sim::Volume volume;
    volume.min = {static_cast<float>(x_min), 0.0f, static_cast<float>(z_min)};
    volume.max = {static_cast<float>(x_max), slab.domain.max.y, static_cast<float>(z_max)};
    return volume;
}

sim::Probe probe(const std::string& name, sim::ProbeKind kind, double x, double y, double z) {
    sim::Probe one;
    one.name = name;
    one.kind = kind;
    one.position = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    return one;
}

sim::FrameReport advance(sim::World& world, const Settings& settings, const Host& host) {
    if (host.stop_wanted()) throw Stopped{};
    world.set_threads(settings.threads);
    sim::FrameReport report = world.advance_frame();
    if (!report.trouble.empty()) throw std::runtime_error(report.trouble);
    return report;
}

Recording record(sim::Scene scene, double seconds, double every, const Settings& settings, const Host& host) {
    scene.frame = static_cast<float>(every);
    adopt(settings, scene);
    sim::World world(scene);
    const auto columns = sim::probe_columns(scene.probes);
    Recording recording;
    const auto add = [&](std::span<const double> values, const sim::FrameReport& report) {
        recording.add("time_s", world.time());
        recording.add("max_speed_m_s", static_cast<double>(report.max_speed));
        recording.add("kinetic_J", report.kinetic_energy);
        for (std::size_t i = 0; i < columns.size(); ++i) recording.add(columns[i].name, values[i]);
    };
    sim::ProbeReader reader(world);
    add(reader.read(world), {});
    std::uint64_t steps = 0;
    const auto begin = std::chrono::steady_clock::now();
    run_until(world, seconds, settings, host, [&](const sim::FrameReport& report) {
        steps += report.substeps;
        add(report.probes, report);
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    host.say(bench::text("  %zu particles, %.3g s in %llu steps: %.1f s", world.particles().size(), seconds,
                         static_cast<unsigned long long>(steps), took.count()));
    return recording;
}

void adopt(const Settings& settings, sim::Scene& scene) {
    scene.support = settings.support;
    scene.shifting = settings.shifting;
    scene.isotropy = settings.isotropy;
}

std::vector<int> resolutions(std::vector<int> all, const Settings& settings) {
    if (settings.quick) all.pop_back();
    return all;
}

bench::Series drawn(const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
    constexpr std::size_t most = 600;
    bench::Series series{.name = name, .points = {}, .draw = bench::Series::Draw::curve};
    const std::size_t stride = std::max<std::size_t>(1, x.size() / most);
    for (std::size_t i = 0; i < x.size(); i += stride) series.points.push_back({x[i], y[i]});
    return series;
}

bench::Series points(const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
    bench::Series series{.name = name, .points = {}, .draw = bench::Series::Draw::points};
    for (std::size_t i = 0; i < x.size(); ++i) series.points.push_back({x[i], y[i]});
    return series;
}

}  // namespace validation
