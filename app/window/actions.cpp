#include "app/window/actions.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>  // closing popups from outside them
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/window/panels.hpp"

namespace app {
namespace {

void toggle_theme(Workbench& bench) {
    const bool is_dark = bench.settings.theme == render::Theme::dark;
    bench.settings.theme = is_dark ? render::Theme::light : render::Theme::dark;
    spdlog::info("{} theme", is_dark ? "light" : "dark");
}

void scale_interface(Workbench& bench, float factor) {
    bench.settings.interface_scale =
        std::clamp(bench.settings.interface_scale * factor, Settings::smallest_scale, Settings::largest_scale);
    spdlog::info("interface scale {:.2f}", bench.settings.interface_scale);
}

void next_colouring(Workbench& bench) {
    const auto next = (static_cast<std::size_t>(bench.laboratory.colouring()) + 1) % sim::colouring_names.size();
    bench.laboratory.set_colouring(static_cast<sim::Colouring>(next));
}

void compare(Workbench& bench) {
    bench.settings.shows_comparison = true;
    bench.laboratory.compare_searches();
}

void toggle_cells(Workbench& bench) {
    bench.settings.shows_cells = !bench.settings.shows_cells;
    spdlog::info("cells of the {} {}", bench.settings.cells_of == Settings::CellsOf::search ? "search" : "broad phase",
                 bench.settings.shows_cells ? "shown" : "hidden");
}

void toggle_probes(Workbench& bench) {
    bench.settings.shows_probes = !bench.settings.shows_probes;
    if (!has_probes(bench))
        bench.laboratory.toasts.show(
            Tone::notice, std::string("curves of probes are ") + (bench.settings.shows_probes ? "shown" : "hidden") +
                              " in scenes that have some; this one has none: the panel's Probes "
                              "adds one");
}

void take_out_solid(Workbench& bench) {
    if (bench.settings.picked_solid)
        bench.laboratory.take_out_or_put_back(*bench.settings.picked_solid);
    else
        bench.laboratory.toasts.show(Tone::notice, "click on a solid first: a gate, a pillar, a crate");
}

/// Closes what lies over the picture, the topmost first: menus, the line for commands, the browser of files, the key
/// overlay, the list of errors, the comparison, a place that is asked for, the picked particle, messages.
void close_overlays(Workbench& bench) {
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) {
        ImGui::ClosePopupToLevel(0, false);
    } else if (bench.commands.is_open) {
        bench.commands.is_open = false;
    } else if (bench.open.is_open) {
        bench.open.is_open = false;
    } else if (bench.settings.shows_keys) {
        bench.settings.shows_keys = false;
    } else if (!bench.laboratory.scene_errors().empty()) {
        bench.laboratory.dismiss_scene_errors();
    } else if (bench.settings.shows_comparison) {
        bench.settings.shows_comparison = false;
    } else if (bench.probe.is_placing) {
        bench.probe.is_placing = false;
    } else if (bench.settings.cells.picked) {
        bench.settings.cells.picked.reset();
    } else if (bench.settings.picked_solid) {
        bench.settings.picked_solid.reset();
    } else {
        bench.laboratory.toasts.clear();
    }
}

constexpr auto list = std::to_array<Action>({
    {"Simulation", "Play or pause", "Space", GLFW_KEY_SPACE, false, [](Workbench& b) { b.laboratory.toggle_play(); },
     [](const Workbench& b) { return b.laboratory.playing(); }},
    {"Simulation", "Single frame", ".", GLFW_KEY_PERIOD, false, [](Workbench& b) { b.laboratory.step_once(); },
     nullptr},
    {"Simulation", "Back a frame", ",", GLFW_KEY_COMMA, false, [](Workbench& b) { b.laboratory.step_back(); }, nullptr},
    {"Simulation", "Reset", "Backspace", GLFW_KEY_BACKSPACE, false, [](Workbench& b) { b.laboratory.reset(); },
     nullptr},
    {"Simulation", "Back to the last good state", "Z", GLFW_KEY_Z, false,
     [](Workbench& b) { b.laboratory.return_to_last_good(); }, nullptr},
    {"Simulation", "Undo a change", "Ctrl+Z", GLFW_KEY_Z, true, [](Workbench& b) { b.laboratory.undo(); }, nullptr},
    {"Simulation", "Redo", "Ctrl+Y", GLFW_KEY_Y, true, [](Workbench& b) { b.laboratory.redo(); }, nullptr},
    {"Simulation", "Next neighbour search", "M", GLFW_KEY_M, false,
     [](Workbench& b) { b.laboratory.choose_next_neighbours(); }, nullptr},
    {"Simulation", "Next broad phase", "N", GLFW_KEY_N, false,
     [](Workbench& b) { b.laboratory.choose_next_broadphase(); }, nullptr},
    {"Simulation", "Compare all searches", "A", GLFW_KEY_A, false, compare, nullptr},
    {"Simulation", "Push or pull", "B", GLFW_KEY_B, false,
     [](Workbench& b) { b.settings.brush_pulls = !b.settings.brush_pulls; },
     [](const Workbench& b) { return b.settings.brush_pulls; }},
    {"Simulation", "Take the picked solid out, put it back", "Delete", GLFW_KEY_DELETE, false, take_out_solid, nullptr},
    {"Simulation", "Record timings", "R", GLFW_KEY_R, false, [](Workbench& b) { b.laboratory.toggle_recording(); },
     [](const Workbench& b) { return b.laboratory.is_recording(); }},
    {"Simulation", "Save picture", "P", GLFW_KEY_P, false, [](Workbench& b) { b.wants_picture = true; }, nullptr},
    {"Simulation", "Quit", "Ctrl+Q", GLFW_KEY_Q, true, [](Workbench& b) { b.wants_to_quit = true; }, nullptr},

    {"Scene", "Open...", "Ctrl+O", GLFW_KEY_O, true, show_open_dialog, nullptr},
    {"Scene", "Save checkpoint", "Ctrl+S", GLFW_KEY_S, true, [](Workbench& b) { b.laboratory.save_checkpoint(); },
     nullptr},
    {"Scene", "Save scene as it is set", "Ctrl+E", GLFW_KEY_E, true,
     [](Workbench& b) { b.laboratory.save_scene(b.view.camera(b.laboratory)); }, nullptr},
    {"Scene", "Previous scene", "Page Up", GLFW_KEY_PAGE_UP, false,
     [](Workbench& b) { b.laboratory.open_neighbouring_scene(-1); }, nullptr},
    {"Scene", "Next scene", "Page Down", GLFW_KEY_PAGE_DOWN, false,
     [](Workbench& b) { b.laboratory.open_neighbouring_scene(+1); }, nullptr},

    {"View", "Home view", "Home", GLFW_KEY_HOME, false, [](Workbench& b) { b.view.go_home(b.laboratory); }, nullptr},
    {"View", "Fit the fluid or the picked particle", "F", GLFW_KEY_F, false,
     [](Workbench& b) { b.view.fit(b.laboratory, b.settings); }, nullptr},
    {"View", "From the front", "1", GLFW_KEY_1, false,
     [](Workbench& b) { b.view.look_along(ViewControl::Axis::front); }, nullptr},
    {"View", "From the right", "3", GLFW_KEY_3, false,
     [](Workbench& b) { b.view.look_along(ViewControl::Axis::right); }, nullptr},
    {"View", "From above", "7", GLFW_KEY_7, false, [](Workbench& b) { b.view.look_along(ViewControl::Axis::top); },
     nullptr},
    {"View", "Next colouring", "C", GLFW_KEY_C, false, next_colouring, nullptr},
    {"View", "See through solids", "X", GLFW_KEY_X, false,
     [](Workbench& b) { b.settings.sees_through_solids = !b.settings.sees_through_solids; },
     [](const Workbench& b) { return b.settings.sees_through_solids; }},

    {"View", "Cut open", "K", GLFW_KEY_K, false, [](Workbench& b) { b.settings.is_cut = !b.settings.is_cut; },
     [](const Workbench& b) { return b.settings.is_cut; }},
    {"View", "Cells", "D", GLFW_KEY_D, false, toggle_cells, [](const Workbench& b) { return b.settings.shows_cells; }},

    {"Window", "Any command by its name", "Ctrl+P", GLFW_KEY_P, true, show_commands, nullptr},
    {"Window", "Dark theme", "T", GLFW_KEY_T, false, toggle_theme,
     [](const Workbench& b) { return b.settings.theme == render::Theme::dark; }},
    {"Window", "Full screen", "F11", GLFW_KEY_F11, false, [](Workbench& b) { b.is_full_screen = !b.is_full_screen; },
     [](const Workbench& b) { return b.is_full_screen; }},
    {"Window", "Panels", "Tab", GLFW_KEY_TAB, false,
     [](Workbench& b) { b.settings.shows_panels = !b.settings.shows_panels; },
     [](const Workbench& b) { return b.settings.shows_panels; }},
    {"Window", "Timings", "G", GLFW_KEY_G, false,
     [](Workbench& b) { b.settings.shows_timings = !b.settings.shows_timings; },
     [](const Workbench& b) { return b.settings.shows_timings; }},
    {"Window", "Probes", "V", GLFW_KEY_V, false, toggle_probes,
     [](const Workbench& b) { return b.settings.shows_probes; }},
    {"Window", "Energy and momentum", "E", GLFW_KEY_E, false,
     [](Workbench& b) { b.settings.shows_energy = !b.settings.shows_energy; },
     [](const Workbench& b) { return b.settings.shows_energy; }},
    {"Window", "Log", "L", GLFW_KEY_L, false, [](Workbench& b) { b.settings.shows_log = !b.settings.shows_log; },
     [](const Workbench& b) { return b.settings.shows_log; }},
    {"Window", "Larger interface", "Ctrl +", GLFW_KEY_EQUAL, true, [](Workbench& b) { scale_interface(b, 1.1f); },
     nullptr},
    {"Window", "Smaller interface", "Ctrl -", GLFW_KEY_MINUS, true, [](Workbench& b) { scale_interface(b, 1 / 1.1f); },
     nullptr},
    {"Window", "Close what is open", "Escape", GLFW_KEY_ESCAPE, false, close_overlays, nullptr},
    {"Window", "Keys", "H or F1", GLFW_KEY_H, false,
     [](Workbench& b) { b.settings.shows_keys = !b.settings.shows_keys; },
     [](const Workbench& b) { return b.settings.shows_keys; }},
});

/// Keys that mean the same as another.
int main_key(int key) {
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return GLFW_KEY_0 + (key - GLFW_KEY_KP_0);
    switch (key) {
        case GLFW_KEY_F1:
            return GLFW_KEY_H;
        case GLFW_KEY_KP_ADD:
            return GLFW_KEY_EQUAL;
        case GLFW_KEY_KP_SUBTRACT:
            return GLFW_KEY_MINUS;
        case GLFW_KEY_KP_DECIMAL:
            return GLFW_KEY_PERIOD;
        default:
            return key;
    }
}

}  // namespace

std::span<const Action> actions() { return list; }

bool leaves_dialog(const Workbench& bench, int key) {
    return key == GLFW_KEY_ESCAPE && (bench.open.is_open || bench.commands.is_open);
}

void press_key(Workbench& bench, int key, bool with_ctrl) {
    const auto found = std::ranges::find_if(
        list, [&](const Action& action) { return action.key == main_key(key) && action.with_ctrl == with_ctrl; });
    if (found != list.end()) found->run(bench);
}

}  // namespace app
