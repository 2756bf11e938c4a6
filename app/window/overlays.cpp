// What lies over the picture: the clock, messages, the keys, the errors of a scene.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "app/window/actions.hpp"
#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

constexpr ImGuiWindowFlags plain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                   ImGuiWindowFlags_NoNav;

// What both columns of the keys take with their gap and the window's padding.
constexpr float two_columns_of_keys = 46.0f;  // font sizes

std::string printed(const char* format, double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

}  // namespace

void draw_clock(Workbench& bench) {
    const Laboratory& laboratory = bench.laboratory;
    const Palette& colours = palette(bench.settings.theme);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float font = ImGui::GetFontSize(), large = bench.fonts.large->FontSize;
    ImVec2 place{bench.view.area.min.x + font, bench.view.area.min.y + 0.8f * font};

    list.AddText(bench.fonts.large, large, place, colours.text, printed("%.2f s", laboratory.state().time).c_str());
    place.y += 1.2f * large;
    std::string pace = laboratory.playing() ? printed("%.2f x real time", laboratory.real_time_ratio()) : "paused";
    pace += printed("  ·  %.0f pictures/s", bench.frames_per_second);
    list.AddText(place, colours.muted, pace.c_str());
    place.y += 1.4f * font;
    if (!laboratory.is_recording()) return;
    const std::string text = "recording, " + frames_text(laboratory.recorded_frames());
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = 0.4f * font, dot = 0.3f * font;
    list.AddRectFilled({place.x, place.y}, {place.x + size.x + 3 * pad + 2 * dot, place.y + size.y + 2 * pad},
                       IM_COL32(179, 38, 30, 255), 0.4f * font);
    list.AddCircleFilled({place.x + pad + dot, place.y + pad + 0.5f * size.y}, dot, IM_COL32_WHITE);
    list.AddText({place.x + 2 * pad + 2 * dot, place.y + pad}, IM_COL32_WHITE, text.c_str());
}

void draw_toasts(Workbench& bench) {
    const Palette& colours = palette(bench.settings.theme);
    const Area& area = bench.view.area;
    const float font = ImGui::GetFontSize(), width = std::min(28.0f * font, area.size.x - 2 * font);
    float bottom = area.min.y + area.size.y - font;
    const auto& toasts = bench.laboratory.toasts.all();
    for (std::size_t i = toasts.size(); i-- > 0;) {
        const Toasts::Toast& toast = toasts[i];
        const ImU32 colour = toast.tone == Tone::error     ? colours.error
                             : toast.tone == Tone::warning ? colours.warning
                                                           : colours.notice;
        ImGui::SetNextWindowPos({area.min.x + 0.5f * area.size.x, bottom}, ImGuiCond_Always, {0.5f, 1.0f});
        ImGui::SetNextWindowBgAlpha(static_cast<float>(0.95 * std::min(toast.left, 1.0)));
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::clamp(2.0 * toast.left, 0.05, 1.0)));
        ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
        ImGui::Begin(("##toast" + std::to_string(i)).c_str(), nullptr,
                     plain | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
        const ImVec2 corner = ImGui::GetWindowPos();
        // In the window's padding, where its own clipping allows nothing.
        ImGui::GetWindowDrawList()->PushClipRectFullScreen();
        ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + 0.3f * font, corner.y + ImGui::GetWindowHeight()},
                                                  colour, 0.2f * font);
        ImGui::GetWindowDrawList()->PopClipRect();
        ImGui::PushTextWrapPos(width);
        if (toast.tone != Tone::notice) {
            ImGui::PushStyleColor(ImGuiCol_Text, colour);
            ImGui::TextUnformatted(toast.tone == Tone::error ? "Error" : "Warning");
            ImGui::PopStyleColor();
        }
        ImGui::TextUnformatted(toast.text.c_str());
        ImGui::PopTextWrapPos();
        bottom -= ImGui::GetWindowHeight() + 0.5f * font;
        ImGui::End();
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
    }
}

void draw_keys(Workbench& bench) {
    if (!bench.settings.shows_keys) return;
    // Two columns where the view has room for them, over the plots below it, too; else one, over all panels.
    // What is too high all the same scrolls.
    const Area& area = bench.view.area;
    const bool is_narrow = area.size.x < two_columns_of_keys * ImGui::GetFontSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 corner = is_narrow ? ImVec2{} : area.min;
    const ImVec2 size = is_narrow ? display : ImVec2{area.size.x, display.y - area.min.y};
    ImGui::SetNextWindowPos({corner.x + 0.5f * size.x, corner.y + 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.97f);
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, size);
    ImGui::Begin("##keys", nullptr, (plain & ~ImGuiWindowFlags_NoScrollbar) | ImGuiWindowFlags_AlwaysAutoResize);
    const auto heading = [&](const char* text) {
        ImGui::PushFont(bench.fonts.strong);
        ImGui::TextUnformatted(text);
        ImGui::PopFont();
    };
    const auto row = [](const char* key, const char* what) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(key);
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", what);
    };
    constexpr ImGuiTableFlags narrow = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX;
    const auto keys_of = [&](const char* menu) {
        heading(menu);
        if (!ImGui::BeginTable(menu, 2, narrow)) return;
        for (const Action& action : actions())
            if (std::strcmp(action.menu, menu) == 0) row(action.key_name, action.name);
        ImGui::EndTable();
        ImGui::Spacing();
    };
    ImGui::BeginGroup();
    keys_of("Simulation");
    heading("Mouse");
    if (ImGui::BeginTable("mouse", 2, narrow)) {
        row("Left drag in the water", "push");
        row("Shift or Ctrl + left drag", "pull");
        row("Left drag on a solid", "move it, with Shift along an axis");
        row("Left click, with cells shown", "pick a particle");
        row("Right drag, left beside the water", "orbit");
        row("Middle drag, Shift + right drag", "pan");
        row("Wheel", "zoom to the pointer");
        ImGui::EndTable();
    }
    ImGui::EndGroup();
    if (!is_narrow) ImGui::SameLine(0.0f, 3.0f * ImGui::GetFontSize());
    ImGui::BeginGroup();
    keys_of("Scene");
    keys_of("View");
    keys_of("Window");
    ImGui::EndGroup();
    ImGui::End();
}

void draw_scene_errors(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    if (laboratory.scene_errors().empty()) return;
    const Area& area = bench.view.area;
    ImGui::SetNextWindowPos({area.min.x + 0.5f * area.size.x, area.min.y + 0.4f * area.size.y}, ImGuiCond_Appearing,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(42.0f * ImGui::GetFontSize(), ImGui::GetIO().DisplaySize.x), 0.0f},
                             ImGuiCond_Always);
    bool is_open = true;
    if (ImGui::Begin("The scene has errors", &is_open,
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse)) {
        keep_in_sight();
        ImGui::PushTextWrapPos();
        ImGui::TextDisabled("The last good one goes on. The file is read again as soon as it is saved.");
        ImGui::Spacing();
        for (const std::string& error : laboratory.scene_errors()) {
            ImGui::Bullet();
            ImGui::TextUnformatted(error.c_str());
        }
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
    if (!is_open) laboratory.dismiss_scene_errors();
}

}  // namespace app
