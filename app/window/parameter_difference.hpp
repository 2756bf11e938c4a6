// Which parameters or probes differ, in words.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace app {

/// By the names that --set has for them: "fluids.0.viscosity, 5 -> 1 Pa s"; "gravity, fluids.0.gamma and 3 more". Empty
/// where nothing does. Both are parameters of that scene.
[[nodiscard]] std::string difference_of(const sim::Scene& scene, const sim::Parameters& before,
                                        const sim::Parameters& after);

/// "probe p1 added", "removed", "changed", or "renamed to p2": what is done at a time. Of more "probes changed".
[[nodiscard]] std::string difference_of(const std::vector<sim::Probe>& before, const std::vector<sim::Probe>& after);

}  // namespace app
