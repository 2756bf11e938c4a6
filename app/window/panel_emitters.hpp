// The rows of the panel of parameters about emitters and drains.
#pragma once

#include "sim/scene.hpp"

namespace app {

/// True when something was changed.
bool emitter_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual);
bool drain_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual);

}  // namespace app
