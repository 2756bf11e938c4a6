// The hand in the water.
#include <algorithm>

#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {

void brush_panel(Workbench& bench) {
    if (!section("Hand", true, bench.fonts.strong)) return;
    Settings& settings = bench.settings;
    label("Drag");
    if (ImGui::RadioButton("pushes", !settings.brush_pulls)) settings.brush_pulls = false;
    mark("brush-push");
    ImGui::SameLine();
    if (ImGui::RadioButton("pulls", settings.brush_pulls)) settings.brush_pulls = true;
    mark("brush-pull");
    explain("Drag in the water with the left button; Shift or Ctrl turns it round while held. Key: B");

    const glm::vec3 size = bench.laboratory.scene().domain.max - bench.laboratory.scene().domain.min;
    const float largest = 0.5f * std::max({size.x, size.y, size.z});
    dial("Radius", settings.brush_radius, usual_brush_radius(bench.laboratory.scene()),
         {2.0f * bench.laboratory.scene().spacing, largest, "%.3f m",
          "Water within this distance of the hand is moved."});
    mark("brush-radius");
    dial("Strength", settings.brush_strength, Settings{}.brush_strength,
         {0.0f, 400.0f, "%.0f m/s²",
          "Acceleration at the hand; it fades to nothing at the radius. Gravity is 9.81 m/s²."});
    mark("brush-strength");
    // What is typed may go beyond the slider, as far as it can still be read.
    settings.brush_strength = std::clamp(settings.brush_strength, 0.0f, 1e5f);
}

}  // namespace app
