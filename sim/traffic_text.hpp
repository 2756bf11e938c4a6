// What there is to tell of a scene's emitters and drains before it runs.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace sim {

/// A line for each emitter and drain, with what follows from what the scene says: "emitter 'jet': 12 places, 0.0012 m²;
/// 2 m/s, 0.0024 m³/s, 2 400 particles a second".
[[nodiscard]] std::vector<std::string> traffic_lines(const Scene& scene);

/// What is possible and hardly meant, a sentence each.
[[nodiscard]] std::vector<std::string> traffic_warnings(const Scene& scene);

}  // namespace sim
