// What is drawn of the search itself: its cells, and what it does for one particle.
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

template <class Enum, std::size_t n>
bool combo(const char* name, const char* marked, Enum& value, const std::array<const char*, n>& names,
           const char* help) {
    label(name);
    auto index = static_cast<int>(value);
    const bool changed =
        ImGui::Combo((std::string("##") + marked).c_str(), &index, names.data(), static_cast<int>(names.size()));
    mark(marked);
    explain(help);
    if (changed) value = static_cast<Enum>(index);
    return changed;
}

void choice_rows(Settings& settings) {
    combo("Which", "cells-choice", settings.cells.choice, cell_choice_names,
          "At the surface: cells beside which there is no water. Around the particle: within a reach and a half of the "
          "one "
          "you picked, or of the middle of the water. In a slice: those that a plane through it cuts; the water on the "
          "near side is cut away.");
    if (settings.cells.choice == CellChoice::slice) {
        label("Slice across");
        for (int axis = 0; axis < 3; ++axis) {
            if (axis > 0) ImGui::SameLine();
            const char name[2] = {"xyz"[axis], '\0'};
            ImGui::RadioButton(name, &settings.cells.axis, axis);
        }
    }
    label("At most");
    auto most = static_cast<int>(settings.cells.most);
    if (ImGui::SliderInt("##most-cells", &most, 50, 20'000, "%d cells",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
        settings.cells.most = static_cast<std::size_t>(most);
    explain(
        "So many boxes are drawn at most: of more, the nearest (around a particle) or those with the most particles. "
        "Software drivers draw a few thousand in good time.");
}

}  // namespace

void cells_panel(Workbench& bench) {
    Settings& settings = bench.settings;
    if (!section("Cells of the search", true, bench.fonts.strong)) return;
    label("Cells");
    ImGui::Checkbox("shown", &settings.shows_cells);
    mark("cells-shown");
    explain(
        "Draws the cells, leaves or buckets that the search has put the particles in. A click on the water then picks "
        "a particle and shows whom the search proposes to it. Key: D");
    if (!settings.shows_cells) return;

    choice_rows(settings);
    combo("Colour", "cells-colour", settings.cell_look.colour, cell_colour_names,
          "By the particles that are in a cell, or by its level: 0 is the finest; most searches have only that.");
    combo("Water", "cells-water", settings.cell_look.water, cell_water_names,
          "Grey water leaves the colours to the cells; hidden water leaves the picture to them.");
    if (!settings.cells.picked) return;
    if (ImGui::Button("Let the particle go", {-1.0f, 0.0f})) settings.cells.picked.reset();
    mark("cells-let-go");
    explain("Key: Escape");
}

}  // namespace app
