// What the last frame of the simulation says of itself.
#include <cmath>

#include "app/window/panels.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

std::string percent(double share) { return tick_text(100.0 * share, 0.01) + " %"; }

/// "12 % 30 % 58 %", or nothing where there is only one level.
std::string levels_text(const sim::FrameReport& report) {
    std::size_t used = report.levels.size();
    while (used > 0 && report.levels[used - 1] == 0) --used;
    std::string text;
    for (std::size_t level = 0; used > 1 && level < used; ++level)
        text += (level == 0 ? "" : " ") +
                tick_text(100.0 * static_cast<double>(report.levels[level]) / static_cast<double>(report.active), 1.0) +
                " %";
    return text;
}

std::string milliseconds(double seconds) { return tick_text(1e3 * seconds, 0.001) + " ms"; }

}  // namespace

void numbers_panel(Workbench& bench) {
    if (!section("Numbers", true, bench.fonts.strong)) return;
    const sim::FrameReport& report = bench.laboratory.state().report;
    const auto particles = static_cast<double>(report.particles);
    if (!ImGui::BeginTable("numbers", 2, ImGuiTableFlags_SizingStretchProp)) return;

    number_cells("Particles", std::to_string(report.particles), "in the tank");
    if (report.emitted + report.drained + report.left > 0) {
        number_cells("Inflow", short_number(report.inflow) + " m³/s",
                     "of all emitters in the last frame; " + std::to_string(report.emitted) +
                         " particles since the start, and " + std::to_string(report.skipped) +
                         " places skipped because something was in the way");
        number_cells("Outflow", short_number(report.outflow) + " m³/s",
                     "in the last frame; since the start " + std::to_string(report.drained) +
                         " particles through drains and " + std::to_string(report.left) + " through open sides");
    }
    if (report.solids > 0) {
        number_cells("Solids", std::to_string(report.solids),
                     "of them " + std::to_string(report.bodies) + " that fluid and others push around");
        number_cells("Contacts", std::to_string(report.body_contacts), "points where solids touch each other");
        number_cells("Hits", short_number(static_cast<double>(report.solid_hits)),
                     "of particles running into solids, in the last frame");
    }
    number_cells("Steps a frame", std::to_string(report.substeps), "as many as the stability limit asks for");
    number_cells("Time step", milliseconds(report.shortest_step), "the shortest of the last frame");
    if (const std::string levels = levels_text(report); !levels.empty())
        number_cells(
            "Levels", levels,
            "share of the updates that each level of individual steps had in the last frame, the longest steps "
            "first; each level's steps are half as long as those of the one before");
    number_cells("Neighbours each",
                 report.particles == 0 ? "–" : tick_text(static_cast<double>(report.pairs) / particles, 0.1),
                 "on average, itself not counted");
    number_cells("Memory", short_number(static_cast<double>(report.bytes) * 1e-6) + " MB",
                 "particles, scratch and search");
    number_cells("Fastest", tick_text(static_cast<double>(report.max_speed), 0.01) + " m/s",
                 "speed of the fastest particle");
    number_cells("Kinetic energy", short_number(report.kinetic_energy) + " J", "of all particles");
    number_cells("Potential energy", short_number(report.potential_energy) + " J", "relative to the tank's centre");
    number_cells("Momentum",
                 short_number(std::hypot(report.momentum[0], report.momentum[1], report.momentum[2])) + " kg m/s",
                 "length of the sum over all particles");
    number_cells("Compression", percent(report.mean_density_error), "of density against rest, mean over the particles");
    number_cells("Worst compression", percent(report.max_density_error), "of density against rest, the worst particle");
    ImGui::EndTable();
}

}  // namespace app
