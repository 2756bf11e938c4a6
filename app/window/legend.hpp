// The colour bar beside the picture: what the colours of the particles mean, and how many have each.
#pragma once

#include <imgui.h>

#include "app/snapshot.hpp"
#include "app/window/colour_range.hpp"
#include "app/window/theme.hpp"
#include "render/colour_map.hpp"

namespace app {

/// Ends at the corner given (right, top), scaled to the current font. Fluids get swatches with their names instead of a
/// bar. `shows_spread`: there is room for how many particles have each colour, too.
void draw_legend(ImDrawList& list, ImVec2 right_top, const Snapshot& snapshot, const ColourRange& range,
                 render::ColourMap map, const Palette& colours, bool shows_spread);

}  // namespace app
