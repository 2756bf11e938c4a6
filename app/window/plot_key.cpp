#include "app/window/plot_key.hpp"

namespace app {
namespace {

float square_size() { return 0.62f * ImGui::GetFontSize(); }

/// Calls f(name, whether it begins a line) for each.
template <class F>
void lay_out(std::span<const std::string> names, float width, const F& f) {
    const float gap = ImGui::GetFontSize();
    float used = 0.0f;
    for (std::size_t name = 0; name < names.size(); ++name) {
        const float needs = 1.5f * square_size() + ImGui::CalcTextSize(names[name].c_str()).x + gap;
        const bool is_first = used == 0.0f || used + needs > width + gap;
        used = is_first ? needs : used + needs;
        f(name, is_first);
    }
}

}  // namespace

void draw_key_square(ImU32 colour) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float size = square_size(), down = 0.22f * ImGui::GetFontSize();
    ImGui::GetWindowDrawList()->AddRectFilled({place.x, place.y + down}, {place.x + size, place.y + down + size},
                                              colour, 2.0f);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5f * size);
}

void draw_key(std::span<const std::string> names, ImU32 (*colour)(std::size_t name), float width) {
    lay_out(names, width, [&](std::size_t name, bool is_first) {
        if (!is_first) ImGui::SameLine(0.0f, ImGui::GetFontSize());
        draw_key_square(colour(name));
        ImGui::TextUnformatted(names[name].c_str());
    });
}

int lines_of_key(std::span<const std::string> names, float width) {
    int lines = 0;
    lay_out(names, width, [&](std::size_t, bool is_first) { lines += is_first ? 1 : 0; });
    return lines;
}

}  // namespace app
