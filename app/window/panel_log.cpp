#include "app/window/panels.hpp"
#include "app/window/theme.hpp"

namespace app {
namespace {

ImU32 colour_of(spdlog::level::level_enum level, const Palette& colours) {
    if (level >= spdlog::level::err) return colours.error;
    if (level == spdlog::level::warn) return colours.warning;
    return level == spdlog::level::info ? colours.text : colours.muted;
}

}  // namespace

void log_panel(Workbench& bench) {
    const Palette& colours = palette(bench.settings.theme);
    ImGui::BeginChild("log", ImGui::GetContentRegionAvail());
    for (const LogLine& line : bench.log->lines()) {
        if (line.level < spdlog::level::info) continue;  // debug lines are for tests that read standard error
        const spdlog::string_view_t level = spdlog::level::to_string_view(line.level);
        ImGui::PushStyleColor(ImGuiCol_Text, colour_of(line.level, colours));
        ImGui::PushTextWrapPos();
        ImGui::TextUnformatted((std::string(level.data(), level.size()) + "  " + line.text).c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    // Follows the newest line unless somebody has scrolled up to read.
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1.0f);
    ImGui::EndChild();
}

}  // namespace app
