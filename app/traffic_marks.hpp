// Where fluid comes and goes, as thin lines: of an emitter the rim of its opening and an arrow along its jet, of a
// drain its outline.
#pragma once

#include <vector>

#include "render/frame.hpp"
#include "sim/scene.hpp"

namespace app {

void add_traffic(std::vector<render::Line>& lines, const sim::Scene& scene, render::Theme theme);

}  // namespace app
