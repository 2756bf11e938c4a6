// The curves of energy and momentum of all the fluid.
#include <array>
#include <string>

#include "app/window/line_plot.hpp"
#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {

void energy_panel(Workbench& bench) {
    const EnergyHistory& history = bench.laboratory.energy_history;
    const Palette& colours = palette(bench.settings.theme);
    ImGui::TextDisabled("Energy and momentum");
    hint(
        "Of all the fluid, over simulated time. Potential energy counts from where the curves begin; what both "
        "together "
        "lose, friction has taken. Key: E");
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const ImVec2 each{0.5f * (space.x - ImGui::GetStyle().ItemSpacing.x), space.y};
    static const std::array<std::string, 3> energies = {"kinetic", "potential", "both"}, axes = {"x", "y", "z"};
    const auto time = [&](std::size_t sample) { return history.time(sample); };
    const auto energy = [&](std::size_t curve, std::size_t sample) { return history.energy(curve, sample); };
    const auto momentum = [&](std::size_t axis, std::size_t sample) { return history.momentum(axis, sample); };
    draw_with_names({energies, history.size(), time, energy, "J", colours.muted, colours.line}, each);
    ImGui::SameLine();
    draw_with_names({axes, history.size(), time, momentum, "kg m/s", colours.muted, colours.line}, each);
    mark("energy-plot");
}

}  // namespace app
