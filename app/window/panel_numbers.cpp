// What the last frame of the simulation says of itself.
#include <cmath>

#include "app/window/panels.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

void row(const char* name, const std::string& value, const char* help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(value.c_str()).x;
    if (space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
    ImGui::TextUnformatted(value.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", help);
}

std::string percent(double share) { return tick_text(100.0 * share, 0.01) + " %"; }

std::string milliseconds(double seconds) { return tick_text(1e3 * seconds, 0.001) + " ms"; }

}  // namespace

void numbers_panel(Workbench& bench) {
    if (!section("Numbers", true, bench.fonts.strong)) return;
    const sim::FrameReport& report = bench.laboratory.state().report;
    const auto particles = static_cast<double>(report.particles);
    if (!ImGui::BeginTable("numbers", 2, ImGuiTableFlags_SizingStretchProp)) return;

    row("Particles", std::to_string(report.particles), "in the tank");
    row("Steps a frame", std::to_string(report.substeps), "as many as the stability limit asks for");
    row("Time step", milliseconds(report.shortest_step), "the shortest of the last frame");
    row("Candidates", short_number(static_cast<double>(report.candidates)), "pairs tested in the last step");
    row("Pairs", short_number(static_cast<double>(report.pairs)), "neighbours found in the last step, each pair twice");
    row("Neighbours each", report.particles == 0 ? "–" : tick_text(static_cast<double>(report.pairs) / particles, 0.1),
        "on average, itself not counted");
    row("Memory", short_number(static_cast<double>(report.bytes) * 1e-6) + " MB", "particles, scratch and search");
    row("Fastest", tick_text(static_cast<double>(report.max_speed), 0.01) + " m/s", "speed of the fastest particle");
    row("Kinetic energy", short_number(report.kinetic_energy) + " J", "of all particles");
    row("Potential energy", short_number(report.potential_energy) + " J", "relative to the tank's centre");
    row("Momentum", short_number(std::hypot(report.momentum[0], report.momentum[1], report.momentum[2])) + " kg m/s",
        "length of the sum over all particles");
    row("Compression", percent(report.mean_density_error), "of density against rest, mean over the particles");
    row("Worst compression", percent(report.max_density_error), "of density against rest, the worst particle");
    ImGui::EndTable();
}

}  // namespace app
