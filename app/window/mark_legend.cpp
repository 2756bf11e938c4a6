#include "app/window/mark_legend.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace app {
namespace {

float indent() { return 1.4f * ImGui::GetFontSize(); }

}  // namespace

void MarkLegend::add(Mark mark, ImU32 colour, std::string text, bool is_muted) {
    lines_.push_back({mark, colour, std::move(text), is_muted});
}

ImVec2 MarkLegend::draw(ImDrawList& list, const Area& area, float room) const {
    const float font = ImGui::GetFontSize(), pad = 0.7f * font, line = 1.35f * font;
    const ImVec2 min{area.min.x + font, area.min.y + 6.0f * font};
    float width = 16.0f * font;  // the scale's
    for (const Line& one : lines_)
        width = std::max(width, ImGui::CalcTextSize(one.text.c_str()).x + (one.mark == Mark::none ? 0.0f : indent()));
    const float height = line * static_cast<float>(lines_.size()) + room + 1.6f * pad;
    list.AddRectFilled(min, {min.x + width + 2.0f * pad, min.y + height}, colours_.panel, 0.4f * font);
    ImVec2 place{min.x + pad, min.y + pad + room};
    for (const Line& one : lines_) {
        draw_mark(list, one, {place.x + 0.5f * font, place.y + 0.5f * font});
        list.AddText({place.x + (one.mark == Mark::none ? 0.0f : indent()), place.y},
                     one.is_muted ? colours_.muted : colours_.text, one.text.c_str());
        place.y += line;
    }
    return {min.x + pad, min.y + pad};
}

void MarkLegend::draw_mark(ImDrawList& list, const Line& line, ImVec2 centre) {
    const float size = 0.3f * ImGui::GetFontSize();
    switch (line.mark) {
        case Mark::none:
            return;
        case Mark::square:
            list.AddRectFilled({centre.x - size, centre.y - size}, {centre.x + size, centre.y + size}, line.colour);
            return;
        case Mark::disc:
            list.AddCircleFilled(centre, size, line.colour);
            return;
        case Mark::ring:
            list.AddCircle(centre, 1.2f * size, line.colour, 0, 1.5f);
            return;
        case Mark::big_disc:
            list.AddCircleFilled(centre, 1.4f * size, line.colour);
    }
}

std::string counted(std::size_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

ImU32 packed(const glm::vec3& colour) { return ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, 1.0f}); }

}  // namespace app
