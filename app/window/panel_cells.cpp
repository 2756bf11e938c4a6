// What is drawn of the search itself: its cells, and what it does for one particle; and of the broad phase.
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

void most_row(std::size_t& value, const char* which) {
    label("At most");
    auto most = static_cast<int>(value);
    if (ImGui::SliderInt("##most-cells", &most, 50, 20'000, "%d cells",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
        value = static_cast<std::size_t>(most);
    explain(std::string("So many boxes are drawn at most: of more, ") + which +
            ". Software drivers draw a few thousand in good time.");
}

void water_row(Settings& settings) {
    combo("Water", "cells-water", settings.cell_look.water, cell_water_names,
          "Grey water leaves the colours to the cells; hidden water leaves the picture to them.");
}

void search_rows(Settings& settings) {
    combo("Which", "cells-choice", settings.cells.choice, cell_choice_names,
          "At the surface: cells beside which there is no water. Around the particle: within a reach and a half of the "
          "one you picked, or of the middle of the water. In a slice: those that a plane through it cuts; the water on "
          "the near side is cut away.");
    if (settings.cells.choice == CellChoice::slice) axis_row("Slice across", settings.cells.axis);
    most_row(settings.cells.most, "the nearest (around a particle) or those with the most particles");
    combo("Colour", "cells-colour", settings.cell_look.colour, cell_colour_names,
          "By the particles that are in a cell, or by its level: 0 is the finest; most searches have only that.");
    water_row(settings);
    if (!settings.cells.picked) return;
    if (ImGui::Button("Let the particle go", {-1.0f, 0.0f})) settings.cells.picked.reset();
    mark("cells-let-go");
    explain("Key: Escape. F brings the particle into view, with all that are in its reach.");
}

void broad_rows(Settings& settings) {
    label("Which");
    auto in_slice = settings.broad_cells.slice ? 1 : 0;
    if (ImGui::Combo("##broad-cells-choice", &in_slice, "all\0in a slice\0"))
        settings.broad_cells.slice = in_slice == 1;
    mark("broad-cells-choice");
    explain("In a slice: those cells and boxes of solids that a plane through the middle of the tank cuts.");
    if (settings.broad_cells.slice) axis_row("Slice across", settings.broad_cells.axis);
    most_row(settings.broad_cells.most, "those with the most solids in them");
    water_row(settings);
}

}  // namespace

void cells_panel(Workbench& bench) {
    Settings& settings = bench.settings;
    if (!section("Cells", true, bench.fonts.strong)) return;
    label("Cells");
    ImGui::Checkbox("shown", &settings.shows_cells);
    mark("cells-shown");
    explain(
        "Draws the cells, leaves or buckets that the search has put the particles in, or the broad phase the solids. "
        "Where it is those of the search, a click on the water picks a particle and shows whom the search proposes to "
        "it. Key: D");
    if (!settings.shows_cells) return;

    constexpr std::array<const char*, 2> whose = {"neighbour search", "broad phase"};
    combo("Of the", "cells-of", settings.cells_of, whose,
          "The broad phase's are coloured by level, 0 is the finest; cells that hold no solid themselves and only say "
          "that something smaller is inside are drawn faintly. With them come the boxes of the solids: of their ways "
          "in a step.");
    if (settings.cells_of == Settings::CellsOf::search)
        search_rows(settings);
    else
        broad_rows(settings);
}

}  // namespace app
