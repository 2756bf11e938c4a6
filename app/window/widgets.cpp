#include "app/window/widgets.hpp"

#include <imgui_internal.h>  // how long the pointer has rested on an item
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string_view>

namespace app {
namespace {

constexpr float rest = 0.4f;          // s: of the pointer, before it is explained what is under it
constexpr float label_share = 0.42f;  // of the panel's width

bool is_below_dialog = false;

constexpr double lit_time = 2.5;     // s: of a row that was looked for
constexpr int patience_for_row = 3;  // pictures

struct SoughtRow {
    std::string section, label;
    int last_picture = 0;    // in which it is still looked for
    double lit_until = 0.0;  // ImGui's time; 0 = it is not found yet
};
SoughtRow sought;
std::string section_drawn;  // which the rows that are drawn belong to

void look_for_row(const char* label, float width) {
    if (sought.label != label || sought.section != section_drawn) return;
    const double now = ImGui::GetTime();
    if (sought.lit_until == 0.0 && ImGui::GetFrameCount() <= sought.last_picture) {
        ImGui::SetScrollHereY(0.3f);
        sought.lit_until = now + lit_time;
    }
    if (now >= sought.lit_until) return;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImVec4 colour = ImGui::GetStyleColorVec4(ImGuiCol_CheckMark);
    colour.w = 0.35f * static_cast<float>(std::min(sought.lit_until - now, 1.0));
    ImGui::GetWindowDrawList()->AddRectFilled(place, {place.x + width, place.y + ImGui::GetFrameHeight()},
                                              ImGui::ColorConvertFloat4ToU32(colour), 3.0f);
}

/// Three digits that count, fewer towards zero; on a logarithmic slider three everywhere.
std::string format_for(float value, float end, bool is_logarithmic, const std::string& unit) {
    const float size = std::max({std::abs(value), is_logarithmic ? 0.0f : 0.1f * end, 1e-5f});
    if (value == 0.0f) return unit.empty() ? "%.0f" : "%.0f " + unit;
    const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
    std::string format = "%." + std::to_string(digits) + "f";
    if (!unit.empty()) format += " " + unit;
    return format;
}

}  // namespace

void mark(const char* name) {
    if (!spdlog::should_log(spdlog::level::debug) || !ImGui::IsItemVisible()) return;
    struct Place {
        int x, y, width, height;
        bool operator==(const Place&) const = default;
    };
    static std::map<std::string, Place, std::less<>> places;
    const ImVec2 min = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    const Place place{static_cast<int>(min.x), static_cast<int>(min.y), static_cast<int>(size.x),
                      static_cast<int>(size.y)};
    const auto known = places.find(std::string_view(name));
    if (known != places.end() && known->second == place) return;
    places.insert_or_assign(name, place);
    spdlog::debug("widget {} {} {} {} {}", name, place.x, place.y, place.width, place.height);
}

bool wants_hint(ImGuiHoveredFlags flags) { return !is_below_dialog && ImGui::IsItemHovered(flags); }

void draw_below_dialog(bool is_below) { is_below_dialog = is_below; }

void explain(const std::string& text) {
    if (GImGui->HoveredIdTimer >= rest) hint(text);
}

ImVec2 scene_picture_size(float room) {
    const float width = std::min(9.0f * ImGui::GetFontSize(), 0.4f * room);
    return {width, width * 9.0f / 16.0f};
}

void explain_scene(ImTextureID picture, const std::string& watch) {
    if (GImGui->HoveredIdTimer < rest || !wants_hint()) return;
    if (picture != nullptr) {
        constexpr float width = 12.8f;  // in heights of the text: at the usual size as many pixels as the file has
        ImGui::BeginTooltip();
        ImGui::Image(picture, {width * ImGui::GetFontSize(), width * ImGui::GetFontSize() * 9.0f / 16.0f});
        ImGui::EndTooltip();
    }
    hint(watch);
}

void hint(const std::string& text) {
    if (text.empty() || !wants_hint()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void label(const char* text) { label(text, false); }

void label(const char* text, bool is_changed) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float start = ImGui::GetCursorPosX();
    look_for_row(text, width);
    ImGui::AlignTextToFramePadding();
    if (is_changed) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
        ImGui::Text("%s •", text);
        ImGui::PopStyleColor();
    } else {
        ImGui::TextDisabled("%s", text);
    }
    ImGui::SameLine(start + width * label_share);
    ImGui::SetNextItemWidth(width * (1.0f - label_share));
}

void seek_row(const std::string& section, const std::string& label) {
    sought = {section, label, ImGui::GetFrameCount() + patience_for_row};
}

bool has_found_row() { return sought.lit_until != 0.0; }

bool dial(const char* name, float& value, float usual, const Dial& dial) {
    ImGui::PushID(name);
    label(name, value != usual);
    ImGuiSliderFlags flags = ImGuiSliderFlags_NoRoundToFormat;
    if (dial.is_logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
    bool changed = ImGui::SliderFloat("##value", &value, dial.min, dial.max, dial.format, flags);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right) && value != usual) {
        value = usual;
        changed = true;
    }
    if (changed && !std::isfinite(value)) value = usual;  // typed
    char scene_value[24];
    std::snprintf(scene_value, sizeof scene_value, "%.4g", static_cast<double>(usual));
    explain(dial.help + "\n\nCtrl+click to type, right-click for " + scene_value + ".");
    ImGui::PopID();
    return changed;
}

bool field_slider(const char* name, float& value, float scene_value, const sim::FieldInfo& field, float usual_max,
                  bool is_logarithmic, const char* zero) {
    const auto min = static_cast<float>(field.min), max = static_cast<float>(field.max);
    const float end = usual_max > 0.0f ? std::max(usual_max, scene_value) : max;
    const bool is_in_words = zero != nullptr && value == 0.0f;
    const std::string format = is_in_words ? zero : format_for(value, end, is_logarithmic, field.unit);
    const bool changed = dial(name, value, scene_value, {min, end, format.c_str(), field.help, is_logarithmic});
    // What is typed may go beyond the slider, never beyond what a scene file may say.
    if (changed && max > min) value = std::clamp(value, min, max);
    return changed;
}

void axis_row(const char* name, int& axis) {
    label(name);
    ImGui::PushID(name);
    for (int one = 0; one < 3; ++one) {
        if (one > 0) ImGui::SameLine();
        const char letter[2] = {"xyz"[one], '\0'};
        ImGui::RadioButton(letter, &axis, one);
    }
    ImGui::PopID();
}

bool begin_numbers(const char* name) {
    const bool is_wide = ImGui::GetContentRegionAvail().x > 17.0f * ImGui::GetFontSize();
    return ImGui::BeginTable(name, is_wide ? 4 : 2, ImGuiTableFlags_SizingStretchProp);
}

void number_cells(const char* name, const std::string& value, const std::string& help) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    hint(help);
    ImGui::TableNextColumn();
    const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(value.c_str()).x;
    if (space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
    ImGui::TextUnformatted(value.c_str());
    hint(help);
}

void keep_in_sight() {
    const ImVec2 place = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), display = ImGui::GetIO().DisplaySize;
    const ImVec2 kept{std::clamp(place.x, 0.0f, std::max(display.x - size.x, 0.0f)),
                      std::clamp(place.y, 0.0f, std::max(display.y - size.y, 0.0f))};
    if (kept.x != place.x || kept.y != place.y) ImGui::SetWindowPos(kept);
}

bool section(const char* title, bool is_open_at_first, ImFont* font) {
    ImGui::Spacing();
    section_drawn = title;
    const bool is_sought = sought.section == title && sought.lit_until == 0.0;
    if (is_sought && ImGui::GetFrameCount() <= sought.last_picture) ImGui::SetNextItemOpen(true);
    ImGui::PushFont(font);
    ImGui::PushStyleColor(ImGuiCol_Header, {0.0f, 0.0f, 0.0f, 0.0f});  // a line of text, not a choice
    const bool is_open = ImGui::CollapsingHeader(title, is_open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    return is_open;
}

}  // namespace app
