#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {

void scene_panel(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    label("Scene");
    const bool is_open = ImGui::BeginCombo("##scene", laboratory.scene().name.c_str(), ImGuiComboFlags_HeightLarge);
    if (is_open) {
        const std::string current = laboratory.scene_file().stem().string();
        for (const ShippedScene& scene : laboratory.scenes()) {
            if (ImGui::Selectable(scene.title.c_str(), scene.name == current)) laboratory.open_scene(scene.name);
            mark(("scene-item-" + scene.name).c_str());
            explain_scene(bench.picture_of(scene.name), scene.watch);
        }
        ImGui::EndCombo();
    } else {
        mark("scene-combo");
        explain(laboratory.scene().watch + "\n\nKey: Ctrl+O for a list with what there is to see, and for files.");
    }
}

}  // namespace app
