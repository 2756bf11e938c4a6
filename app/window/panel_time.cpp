// Play, pause, single frame, reset, record, and how fast time passes.
#include <algorithm>

#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

bool button(const char* text, const char* name, const char* help, float width, ImU32 colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    const bool is_pressed = ImGui::Button(text, {width, 0});
    ImGui::PopStyleColor();
    mark(name);
    explain(help);
    return is_pressed;
}

}  // namespace

void time_panel(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;

    const Palette& colours = palette(bench.settings.theme);

    if (button(laboratory.playing() ? "Pause" : "Play", "play-button", "Key: Space", width, colours.text))
        laboratory.toggle_play();
    ImGui::SameLine();
    if (button("Step", "step-button", "One frame of the simulation, then pause. Key: .", width, colours.text))
        laboratory.step_once();
    ImGui::SameLine();
    if (button("Reset", "reset-button", "The scene from its start, with the parameters as they are now. Key: Backspace",
               width, colours.text))
        laboratory.reset();
    ImGui::SameLine();
    const bool is_recording = laboratory.is_recording();
    if (button(is_recording ? "Stop" : "Record", "record-button",
               "Writes timings.csv, trace.json and summary.json of what runs from now on. Key: R", width,
               is_recording ? colours.error : colours.text))
        laboratory.toggle_recording();

    auto speed = static_cast<float>(laboratory.speed());
    if (dial("Speed", speed, 1.0f,
             {0.05f, 4.0f, "%.2f x",
              "Simulated seconds per second. The simulation never runs faster than this; where the machine is too "
              "slow for it, it runs as fast as it can.",
              true}))
        laboratory.set_speed(static_cast<double>(std::clamp(speed, 0.05f, 4.0f)));
    mark("speed-slider");
}

}  // namespace app
