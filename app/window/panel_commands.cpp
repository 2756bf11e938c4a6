// The line for commands: letters narrow the list down, arrows choose, Enter does it.
#include <imgui.h>
//
#include <imgui_stdlib.h>  // takes the names of the one above for granted
#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// Returns whether Enter was pressed.
bool text_line(CommandLine& line) {
    if (line.takes_keyboard) {
        ImGui::SetKeyboardFocusHere();
        spdlog::debug("a command is asked for");
    }
    line.takes_keyboard = false;
    ImGui::SetNextItemWidth(-1.0f);
    const auto choose = [](ImGuiInputTextCallbackData* data) {
        std::size_t& chosen = static_cast<CommandLine*>(data->UserData)->chosen;
        if (data->EventKey == ImGuiKey_DownArrow) ++chosen;
        if (data->EventKey == ImGuiKey_UpArrow && chosen > 0) --chosen;
        return 0;
    };
    const bool is_entered = ImGui::InputTextWithHint(
        "##command", "what to do: a few letters of a command, a scene, a parameter", &line.text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, choose, &line);
    if (ImGui::IsItemEdited()) line.chosen = 0;
    return is_entered;
}

}  // namespace

void show_commands(Workbench& bench) {
    bench.commands = {};
    bench.commands.is_open = bench.commands.takes_keyboard = true;
}

void draw_commands(Workbench& bench) {
    CommandLine& line = bench.commands;
    if (!line.is_open) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float font = ImGui::GetFontSize();
    const std::vector<Command> all = commands(bench);
    const std::vector<std::size_t> found = found_in(all, line.text);
    // As high as what is found, within the window.
    const float rows =
        static_cast<float>(std::max<std::size_t>(found.size(), 1)) * ImGui::GetTextLineHeightWithSpacing();
    const float height = rows + ImGui::GetFrameHeightWithSpacing() + 2.0f * ImGui::GetStyle().WindowPadding.y;
    ImGui::SetNextWindowPos({0.5f * display.x, 0.12f * display.y}, ImGuiCond_Always, {0.5f, 0.0f});
    ImGui::SetNextWindowSize({std::min(36.0f * font, display.x), std::min({height, 22.0f * font, 0.8f * display.y})});
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove;
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
    if (ImGui::Begin("##commands", nullptr, flags)) {
        const bool is_entered = text_line(line);
        line.chosen = std::min(line.chosen, found.empty() ? 0 : found.size() - 1);
        const Command* wanted = is_entered && !found.empty() ? &all[found[line.chosen]] : nullptr;
        ImGui::BeginChild("found");
        for (std::size_t i = 0; i < found.size(); ++i) {
            const Command& command = all[found[i]];
            ImGui::PushID(static_cast<int>(found[i]));
            if (ImGui::Selectable(command.name.c_str(), i == line.chosen)) wanted = &command;
            if (i == line.chosen && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.5f);
            const float width = ImGui::CalcTextSize(command.key.c_str()).x;
            ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
            ImGui::TextDisabled("%s", command.key.c_str());
            ImGui::PopID();
        }
        if (found.empty()) ImGui::TextDisabled("nothing of that name");
        ImGui::EndChild();
        if (wanted != nullptr) {
            line.is_open = false;
            wanted->run(bench);
        }
        // A click beside it means something else.
        if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::IsWindowAppearing())
            line.is_open = false;
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

}  // namespace app
