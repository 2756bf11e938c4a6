#include "app/window/theme.hpp"

#include <array>

namespace app {
namespace {

constexpr ImU32 rgb(unsigned int hex, unsigned int alpha = 255) noexcept {
    return IM_COL32((hex >> 16) & 255u, (hex >> 8) & 255u, hex & 255u, alpha);
}

/// The few colours everything else is made of.
struct Base {
    unsigned int window, raised, control, hovered, pressed, border, text, muted, accent, grab;
};

constexpr Base dark = {0x14181f, 0x1b212b, 0x262e3b, 0x323d4e, 0x3d4b60,
                       0x2b3442, 0xe8edf4, 0x9daabb, 0x5cb3ff, 0x2f6da8};
constexpr Base light = {0xf5f7fa, 0xffffff, 0xe3e8ef, 0xd4dce7, 0xc2cedd,
                        0xcbd3de, 0x16202c, 0x51606f, 0x0b62c4, 0x94bdea};

constexpr Palette dark_palette = {rgb(dark.text), rgb(dark.muted), rgb(dark.accent),      rgb(0x5cb3ff),
                                  rgb(0xffc857),  rgb(0xff7b72),   rgb(dark.window, 225), rgb(0x46536a),
                                  rgb(0xffa94d),  rgb(0x5cc8ff)};
constexpr Palette light_palette = {rgb(light.text), rgb(light.muted), rgb(light.accent),      rgb(0x0b62c4),
                                   rgb(0x8a5a00),   rgb(0xb3261e),    rgb(light.raised, 230), rgb(0xa3b0c0),
                                   rgb(0xb24a00),   rgb(0x0b62c4)};

ImVec4 vec(unsigned int hex, float alpha = 1.0f) {
    ImVec4 colour = ImGui::ColorConvertU32ToFloat4(rgb(hex));
    colour.w = alpha;
    return colour;
}

}  // namespace

const Palette& palette(render::Theme theme) noexcept {
    return theme == render::Theme::dark ? dark_palette : light_palette;
}

ImU32 stage_colour(std::size_t stage) noexcept {
    constexpr std::array<ImU32, 8> colours = {rgb(0x9aa5b1), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x009e73),
                                              rgb(0x0072b2), rgb(0xd55e00), rgb(0xcc79a7), rgb(0xf0e442)};
    return colours[stage % colours.size()];
}

void apply_theme(render::Theme theme, float scale) {
    const Base& base = theme == render::Theme::dark ? dark : light;
    ImGuiStyle style;  // from its defaults: scaling what is scaled already would add up

    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {4, 1};
    style.IndentSpacing = 12;
    style.ScrollbarSize = 11;
    style.GrabMinSize = 10;
    style.WindowRounding = 6;
    style.ChildRounding = 6;
    style.FrameRounding = 5;
    style.PopupRounding = 6;
    style.ScrollbarRounding = 6;
    style.GrabRounding = 4;
    style.TabRounding = 5;
    style.WindowBorderSize = 1;  // of what lies over others
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.DisabledAlpha = 0.5f;
    style.ScaleAllSizes(scale);

    struct Entry {
        ImGuiCol place;
        ImVec4 colour;
    };
    const ImVec4 clear{0, 0, 0, 0};
    const auto entries = std::to_array<Entry>({
        {ImGuiCol_Text, vec(base.text)},
        {ImGuiCol_TextDisabled, vec(base.muted)},
        {ImGuiCol_WindowBg, vec(base.window)},
        {ImGuiCol_ChildBg, clear},
        {ImGuiCol_PopupBg, vec(base.raised)},
        {ImGuiCol_Border, vec(base.border)},
        {ImGuiCol_BorderShadow, clear},
        {ImGuiCol_FrameBg, vec(base.control)},
        {ImGuiCol_FrameBgHovered, vec(base.hovered)},
        {ImGuiCol_FrameBgActive, vec(base.pressed)},
        {ImGuiCol_TitleBg, vec(base.raised)},
        {ImGuiCol_TitleBgActive, vec(base.raised)},
        {ImGuiCol_TitleBgCollapsed, vec(base.raised)},
        {ImGuiCol_MenuBarBg, vec(base.raised)},
        {ImGuiCol_ScrollbarBg, clear},
        {ImGuiCol_ScrollbarGrab, vec(base.hovered)},
        {ImGuiCol_ScrollbarGrabHovered, vec(base.pressed)},
        {ImGuiCol_ScrollbarGrabActive, vec(base.muted)},
        {ImGuiCol_CheckMark, vec(base.accent)},
        {ImGuiCol_SliderGrab, vec(base.grab)},
        {ImGuiCol_SliderGrabActive, vec(base.grab)},
        {ImGuiCol_Button, vec(base.control)},
        {ImGuiCol_ButtonHovered, vec(base.hovered)},
        {ImGuiCol_ButtonActive, vec(base.pressed)},
        {ImGuiCol_Header, vec(base.hovered)},  // what is chosen of a list
        {ImGuiCol_HeaderHovered, vec(base.control)},
        {ImGuiCol_HeaderActive, vec(base.hovered)},
        {ImGuiCol_Separator, vec(base.border)},
        {ImGuiCol_Tab, vec(base.raised)},
        {ImGuiCol_TabHovered, vec(base.hovered)},
        {ImGuiCol_TabActive, vec(base.control)},
        {ImGuiCol_TabUnfocused, vec(base.raised)},
        {ImGuiCol_TabUnfocusedActive, vec(base.control)},
        {ImGuiCol_TableBorderLight, vec(base.border)},
        {ImGuiCol_TableBorderStrong, vec(base.border)},
        {ImGuiCol_TextSelectedBg, vec(base.accent, 0.35f)},
        {ImGuiCol_NavHighlight, vec(base.accent)},
    });
    for (const Entry& entry : entries) style.Colors[entry.place] = entry.colour;
    ImGui::GetStyle() = style;
}

}  // namespace app
