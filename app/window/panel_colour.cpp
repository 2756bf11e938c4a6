// What the colours of the particles mean.
#include <algorithm>

#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"
#include "render/colour_map.hpp"

namespace app {
namespace {

void range_rows(Settings& settings) {
    label("Range");
    ImGui::Checkbox("locked", &settings.is_range_locked);
    mark("range-lock");
    explain("Unlocked, the ends of the colour bar follow the values: 96 of 100 particles lie between them.");
    if (!settings.is_range_locked) return;
    label("From, to");
    float ends[2] = {settings.low, settings.high};
    const float step = std::max(0.005f * (settings.high - settings.low), 1e-6f);
    if (ImGui::DragFloat2("##ends", ends, step, 0.0f, 0.0f, "%.4g") && ends[0] < ends[1]) {
        settings.low = ends[0];
        settings.high = ends[1];
    }
    explain("Drag, or Ctrl+click to type.");
}

}  // namespace

void colour_panel(Workbench& bench) {
    if (!section("Colour", true, bench.fonts.strong)) return;
    Laboratory& laboratory = bench.laboratory;

    label("Shows");
    auto colouring = static_cast<int>(laboratory.colouring());
    if (ImGui::Combo("##colouring", &colouring, sim::colouring_names.data(),
                     static_cast<int>(sim::colouring_names.size()))) {
        laboratory.set_colouring(static_cast<sim::Colouring>(colouring));
        bench.settings.is_range_locked = false;
    }
    mark("colouring-combo");
    explain(
        sim::scene_field("look.colour").help +
        "\n\nNeighbours are counted only while they are shown. What a time level means in seconds is said beside the "
        "colour bar."
        "\n\nKey: C for the next one. The bars beside the colour bar say how many particles have each colour.");
    if (laboratory.colouring() == sim::Colouring::fluid) return;

    label("Colours");
    auto map = static_cast<int>(bench.settings.map);
    if (ImGui::Combo("##map", &map, render::colour_map_names.data(), static_cast<int>(render::colour_map_names.size())))
        bench.settings.map = static_cast<render::ColourMap>(map);
    mark("colour-map-combo");
    explain(
        "viridis and cividis read the same to colour-blind eyes and in grey; coolwarm shows the middle; turbo shows "
        "detail; water goes from deep blue to white foam.");
    range_rows(bench.settings);
}

}  // namespace app
