// Writes a scene as the reader reads it: a run can be repeated from what it wrote down.
#pragma once

#include <string>

#include "sim/scene.hpp"

namespace sim {

/// JSON with every field, defaults too. parse_scene() makes the same scene of it, to the last bit.
[[nodiscard]] std::string write_scene(const Scene& scene);

/// The same of its probes alone.
[[nodiscard]] std::string write_probes(const Scene& scene);

}  // namespace sim
