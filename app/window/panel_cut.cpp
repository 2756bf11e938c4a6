// The picture cut open by a plane.
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {

void cut_panel(Workbench& bench) {
    if (!section("Cut", true, bench.fonts.strong)) return;
    Settings& settings = bench.settings;
    label("Picture");
    ImGui::Checkbox("cut open", &settings.is_cut);
    mark("cut-open");
    explain(
        "Leaves away what is between the eye and a plane across one of the axes: fluid and solids are seen from "
        "inside, and the mouse reaches what is there. The fluid itself goes on as it was. Key: K");
    if (!settings.is_cut) return;
    axis_row("Across", settings.cut_axis);
    const sim::Domain& tank = bench.laboratory.scene().domain;
    const float min = tank.min[settings.cut_axis], max = tank.max[settings.cut_axis];
    float at = settings.cut_at(tank).at;
    if (dial("At", at, 0.5f * (min + max),
             {min, max, "%.3f m", "Where the plane is along its axis. A right click puts it into the middle."}))
        settings.cut_share = (at - min) / (max - min);
    mark("cut-at");
}

}  // namespace app
