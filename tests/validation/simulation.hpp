// Scenes of cases, and the run of one. Two dimensions are a periodic slab four spacings thick: between walls, each of
// its layers would lie at one or in sight of one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "sim/world.hpp"
#include "tests/validation/case.hpp"

namespace validation {

constexpr double g = 9.81;  // m/s²

/// An empty slab of that length and height, m, with water in it as every scene has that says nothing of it.
[[nodiscard]] sim::Scene slab(double length, double height, double spacing);
/// Its middle along y, m.
[[nodiscard]] float middle_of(const sim::Scene& slab);
/// Water from x to x and z to z through the whole thickness.
[[nodiscard]] sim::Volume body(const sim::Scene& slab, double x_min, double x_max, double z_min, double z_max);
[[nodiscard]] sim::Probe probe(const std::string& name, sim::ProbeKind kind, double x = 0.0, double y = 0.0,
                               double z = 0.0);

/// A frame, with the settings' threads. Throws std::runtime_error when the simulation gets into trouble, and Stopped.
sim::FrameReport advance(sim::World& world, const Settings& settings, const Host& host);

/// Goes on until `seconds` have passed since the scene's start, and looks after each frame. Throws as advance() does.
template <class Look>
void run_until(sim::World& world, double seconds, const Settings& settings, const Host& host, Look look) {
    while (world.time() < seconds * (1.0 - 1e-6)) look(advance(world, settings, host));
}

/// What the probes said, by columns as probes.csv has them, and "time_s", "max_speed_m_s", "kinetic_J".
class Recording {
public:
    void add(const std::string& column, double value) { columns_[column].push_back(value); }
    [[nodiscard]] const std::vector<double>& operator[](const std::string& column) const { return columns_.at(column); }

private:
    std::map<std::string, std::vector<double>> columns_;
};

/// Runs a scene with a sample every `every` seconds, the start among them. Throws as advance() does.
[[nodiscard]] Recording record(sim::Scene scene, double seconds, double every, const Settings& settings,
                               const Host& host);

/// Gives a scene what the settings say of how its particles feel each other.
void adopt(const Settings& settings, sim::Scene& scene);

/// The resolutions of a case: without the finest one when it has to be quick.
[[nodiscard]] std::vector<int> resolutions(std::vector<int> all, const Settings& settings);

/// How often a case is run whose start chance has a part in: particles off the lattice by `most_off` spacings at most,
/// as in a liquid, where a lattice would keep stresses in its rows.
[[nodiscard]] inline unsigned draws(const Settings& settings) { return settings.quick ? 1 : 3; }
inline constexpr double most_off = 0.1;

/// A curve of ours for the figure, thinned out to what the eye can see.
[[nodiscard]] bench::Series drawn(const std::string& name, const std::vector<double>& x, const std::vector<double>& y);
/// An experiment's points, or a formula's curve.
[[nodiscard]] bench::Series points(const std::string& name, const std::vector<double>& x, const std::vector<double>& y);

}  // namespace validation
