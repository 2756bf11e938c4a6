#include "app/window/theme.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

// Sunlight on a laptop and tired eyes: WCAG asks for 4.5:1 between text and what it is written on.
TEST(Theme, KeepsTextReadable) {
    const auto luminance = [](const ImVec4& colour) {
        const auto linear = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
        return 0.2126f * linear(colour.x) + 0.7152f * linear(colour.y) + 0.0722f * linear(colour.z);
    };
    const auto contrast = [&](const ImVec4& a, const ImVec4& b) {
        const float x = luminance(a), y = luminance(b);
        return (std::max(x, y) + 0.05f) / (std::min(x, y) + 0.05f);
    };
    ImGui::CreateContext();
    for (const render::Theme theme : {render::Theme::dark, render::Theme::light}) {
        app::apply_theme(theme, 1.0f);
        const ImVec4* colours = ImGui::GetStyle().Colors;
        for (const ImGuiCol behind : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_Button,
                                      ImGuiCol_MenuBarBg, ImGuiCol_SliderGrab, ImGuiCol_Header})
            EXPECT_GE(contrast(colours[ImGuiCol_Text], colours[behind]), 4.5f) << ImGui::GetStyleColorName(behind);
        const app::Palette& palette = app::palette(theme);
        for (const ImGuiCol behind : {ImGuiCol_WindowBg, ImGuiCol_PopupBg}) {
            EXPECT_GE(contrast(colours[ImGuiCol_TextDisabled], colours[behind]), 4.5f)
                << ImGui::GetStyleColorName(behind);
            for (const ImU32 tone :
                 {palette.text, palette.muted, palette.accent, palette.notice, palette.warning, palette.error})
                EXPECT_GE(contrast(ImGui::ColorConvertU32ToFloat4(tone), colours[behind]), 4.5f)
                    << ImGui::GetStyleColorName(behind);
        }
    }
    ImGui::DestroyContext();
}
