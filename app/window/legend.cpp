#include "app/window/legend.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/present.hpp"
#include "app/window/ticks.hpp"

namespace app {
namespace {

ImU32 packed(const glm::vec3& colour) { return ImGui::ColorConvertFloat4ToU32({colour.r, colour.g, colour.b, 1.0f}); }

void draw_swatches(ImDrawList& list, ImVec2 right_top, const sim::Scene& scene, const Palette& colours) {
    const float font = ImGui::GetFontSize(), pad = 0.7f * font;
    float widest = 0.0f;
    for (const sim::Fluid& fluid : scene.fluids) widest = std::max(widest, ImGui::CalcTextSize(fluid.name.c_str()).x);
    const float width = widest + 2.6f * font, height = 1.4f * font * static_cast<float>(scene.fluids.size()) + pad;
    const ImVec2 min{right_top.x - width, right_top.y};
    list.AddRectFilled(min, {right_top.x, min.y + height}, colours.panel, 0.4f * font);
    ImVec2 place{min.x + pad, min.y + 0.5f * pad + 0.2f * font};
    for (const sim::Fluid& fluid : scene.fluids) {
        list.AddRectFilled(place, {place.x + 0.8f * font, place.y + 0.8f * font}, packed(screen_colour(fluid.colour)),
                           0.15f * font);
        list.AddText({place.x + 1.3f * font, place.y - 0.1f * font}, colours.text, fluid.name.c_str());
        place.y += 1.4f * font;
    }
}

/// What level 0 stands for.
std::string step_text(const Snapshot& snapshot) {
    if (!(snapshot.longest_step > 0.0)) return "no step yet";
    return "0: " + short_number(1e3 * snapshot.longest_step) + " ms";
}

}  // namespace

void draw_legend(ImDrawList& list, ImVec2 right_top, const Snapshot& snapshot, const ColourRange& range,
                 render::ColourMap map, const Palette& colours, bool shows_spread) {
    if (snapshot.colouring == sim::Colouring::fluid) {
        draw_swatches(list, right_top, *snapshot.scene, colours);
        return;
    }
    const std::string name = sim::colouring_names[static_cast<std::size_t>(snapshot.colouring)];
    // Pressures in the thousands are read in kPa.
    const bool is_kilo = snapshot.colouring == sim::Colouring::pressure && range.high - range.low >= 2000.0f;
    const double low = static_cast<double>(range.low) * (is_kilo ? 1e-3 : 1.0);
    const double high = static_cast<double>(range.high) * (is_kilo ? 1e-3 : 1.0);
    const bool is_level = snapshot.colouring == sim::Colouring::time_level;
    const std::string unit =
        is_level ? step_text(snapshot) : (is_kilo ? "k" : "") + std::string(unit_of(snapshot.colouring));

    const float font = ImGui::GetFontSize(), pad = 0.7f * font;
    const float bar_width = 0.9f * font, bar_height = 11.0f * font, spread = shows_spread ? 1.8f * font : 0.0f,
                width = 6.2f * font + spread;
    const ImVec2 min{right_top.x - width, right_top.y};
    list.AddRectFilled(min, {right_top.x, min.y + bar_height + 4.1f * font}, colours.panel, 0.4f * font);
    list.AddText({min.x + pad, min.y + 0.5f * font}, colours.text, name.c_str());
    list.AddText({min.x + pad, min.y + 1.6f * font}, colours.muted, unit.c_str());

    const ImVec2 top{min.x + pad + spread, min.y + 3.2f * font};
    // How many particles have each colour: bars that grow to the left.
    const Histogram shares = shows_spread ? histogram_of(snapshot, range) : Histogram{};
    const float part = bar_height / static_cast<float>(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] == 0.0f) continue;
        const float bottom = top.y + bar_height - part * static_cast<float>(i);
        list.AddRectFilled({top.x - 0.15f * font - std::max(shares[i] * (spread - 0.15f * font), 1.0f), bottom - part},
                           {top.x - 0.15f * font, bottom}, colours.muted);
    }
    constexpr int bands = 64;
    for (int band = 0; band < bands; ++band) {
        const auto at = [&](int edge) { return top.y + bar_height * static_cast<float>(edge) / bands; };
        const auto colour = [&](int edge) {
            return packed(render::colour_at(map, 1.0f - static_cast<float>(edge) / bands));
        };
        list.AddRectFilledMultiColor({top.x, at(band)}, {top.x + bar_width, at(band + 1)}, colour(band), colour(band),
                                     colour(band + 1), colour(band + 1));
    }
    const std::vector<double> marks =
        is_level ? ticks(low, high, static_cast<int>(std::ceil(high - low))) : ticks(low, high, 6);
    const double step = marks.size() > 1 ? marks[1] - marks[0] : high - low;
    for (const double mark : marks) {
        const float y = top.y + bar_height * static_cast<float>((high - mark) / (high - low));
        list.AddLine({top.x + bar_width, y}, {top.x + bar_width + 0.35f * font, y}, colours.muted);
        list.AddText({top.x + bar_width + 0.6f * font, y - 0.5f * font}, colours.text, tick_text(mark, step).c_str());
    }
}

}  // namespace app
