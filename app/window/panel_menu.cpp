#include <cstring>

#include "app/window/actions.hpp"
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

void add_actions(Workbench& bench, const char* menu) {
    for (const Action& action : actions()) {
        if (std::strcmp(action.menu, menu) != 0) continue;
        if (ImGui::MenuItem(action.name, action.key_name, action.is_on != nullptr && action.is_on(bench)))
            action.run(bench);
    }
}

void add_scenes(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    const std::string current = laboratory.scene_file().stem().string();
    ImGui::Separator();
    for (const ShippedScene& scene : laboratory.scenes()) {
        if (ImGui::MenuItem(scene.title.c_str(), nullptr, scene.name == current)) laboratory.open_scene(scene.name);
        explain_scene(bench.picture_of(scene.name), scene.watch);
    }
}

}  // namespace

void draw_menu_bar(Workbench& bench) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    const bool is_seen = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!is_seen) return;
    for (const char* menu : {"Simulation", "Scene", "View", "Window"}) {
        const bool is_open = ImGui::BeginMenu(menu);
        if (!is_open) {
            mark((std::string("menu-") + menu).c_str());
            continue;
        }
        add_actions(bench, menu);
        if (std::strcmp(menu, "Scene") == 0) add_scenes(bench);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

}  // namespace app
