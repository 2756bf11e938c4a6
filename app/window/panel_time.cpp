// Play, pause, single frame, reset, record, and how fast time passes.
#include <algorithm>
#include <initializer_list>
#include <string>

#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// As wide as `widest`, what it may ever say, and the room that the buttons of the row share out evenly.
bool button(const char* text, const char* widest, const char* name, const std::string& help, float room, ImU32 colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    const bool is_pressed = ImGui::Button(text, {ImGui::CalcTextSize(widest).x + room, 0});
    ImGui::PopStyleColor();
    mark(name);
    explain(help);
    return is_pressed;
}

/// What is left for each of the buttons in a row beside its word.
float room_of(std::initializer_list<const char*> words) {
    const auto count = static_cast<float>(words.size());
    float left = ImGui::GetContentRegionAvail().x - (count - 1.0f) * ImGui::GetStyle().ItemSpacing.x;
    for (const char* word : words) left -= ImGui::CalcTextSize(word).x;
    return left / count;
}

}  // namespace

void time_panel(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    // In a narrow panel in two rows.
    const float room_in_one = room_of({"Pause", "Back", "Step", "Reset", "Record"});
    const bool has_two = room_in_one < 0.7f * ImGui::GetFontSize();
    const float room = has_two ? room_of({"Pause", "Back", "Step"}) : room_in_one;
    const float room_below = has_two ? room_of({"Reset", "Record"}) : room_in_one;

    const Palette& colours = palette(bench.settings.theme);

    if (button(laboratory.playing() ? "Pause" : "Play", "Pause", "play-button", "Key: Space", room, colours.text))
        laboratory.toggle_play();
    ImGui::SameLine();
    const auto& earlier = laboratory.state().earlier_frame;
    if (button("Back", "Back", "back-button",
               (earlier ? "To frame " + std::to_string(*earlier) + ", and pause" : "No earlier state is kept") +
                   std::string(". The last frames are kept, single ones all, else as many as keeping costs little "
                               "time. Key: ,"),
               room, earlier ? colours.text : colours.muted))
        laboratory.step_back();
    ImGui::SameLine();
    if (button("Step", "Step", "step-button", "One frame of the simulation, then pause. Key: .", room, colours.text))
        laboratory.step_once();
    if (!has_two) ImGui::SameLine();
    if (button("Reset", "Reset", "reset-button",
               "The scene from its start, with the parameters as they are now. Key: Backspace", room_below,
               colours.text))
        laboratory.reset();
    ImGui::SameLine();
    if (button(laboratory.is_recording() ? "Stop" : "Record", "Record", "record-button",
               "Writes timings.csv, trace.json and summary.json of what runs from now on. Key: R", room_below,
               laboratory.is_recording() ? colours.error : colours.text))
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
