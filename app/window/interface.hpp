// Where everything is: menu bar above, panel at the left, strip below, the picture in what is left.
#pragma once

#include "app/window/workbench.hpp"

namespace app {

/// Draws all of it between ImGui::NewFrame() and ImGui::Render(), and lets the mouse act on the picture.
void draw_interface(Workbench& bench);

}  // namespace app
