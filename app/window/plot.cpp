#include "app/window/plot.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/window/plot_key.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// The top of the axis: a little above the highest sample, the mark included when it is near.
float top_of(const StackedPlot& plot) {
    float highest = 0.0f;
    for (std::size_t i = 0; i < plot.samples; ++i) highest = std::max(highest, plot.total(plot.data, i));
    if (plot.mark < 3.0f * highest) highest = std::max(highest, plot.mark);
    return std::max(1.1f * highest, 1.0f);
}

/// Where values and samples lie on the screen.
struct Frame {
    ImVec2 min, max;
    float top;
    float step;         // pixels between two samples
    std::size_t empty;  // samples that are not there yet, at the left

    [[nodiscard]] float x(std::size_t sample) const { return min.x + step * static_cast<float>(empty + sample); }
    [[nodiscard]] float y(float value) const { return max.y - (max.y - min.y) * std::clamp(value / top, 0.0f, 1.0f); }
};

void draw_axis(ImDrawList& list, const StackedPlot& plot, const Frame& frame) {
    const float font = ImGui::GetFontSize();
    const int most = enough_ticks(0.0, frame.top, static_cast<int>((frame.max.y - frame.min.y) / (1.8f * font)));
    const std::vector<double> marks = ticks(0.0, frame.top, most);
    const double step = tick_step(0.0, frame.top, most);
    for (const double tick : marks) {
        const float y = std::floor(frame.y(static_cast<float>(tick))) + 0.5f;
        list.AddLine({frame.min.x, y}, {frame.max.x, y}, (plot.line & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 90));
        const std::string text = tick_text(tick, step) + (tick == marks.back() ? std::string(" ") + plot.unit : "");
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText({frame.min.x - size.x - 5.0f, y - 0.5f * size.y}, plot.text, text.c_str());
    }
}

void draw_layers(ImDrawList& list, const StackedPlot& plot, const Frame& frame) {
    // Smoothed edges would leave seams of background between the layers.
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (std::size_t i = 0; i + 1 < plot.samples; ++i) {
        float below[2] = {0.0f, 0.0f};
        const auto add = [&](float left, float right, ImU32 colour) {
            list.AddQuadFilled({frame.x(i), frame.y(below[0])}, {frame.x(i), frame.y(below[0] + left)},
                               {frame.x(i + 1), frame.y(below[1] + right)}, {frame.x(i + 1), frame.y(below[1])},
                               colour);
            below[0] += left;
            below[1] += right;
        };
        for (std::size_t layer = 0; layer < plot.layers; ++layer)
            add(plot.value(plot.data, layer, i), plot.value(plot.data, layer, i + 1), plot.colour(layer));
        add(std::max(plot.total(plot.data, i) - below[0], 0.0f),
            std::max(plot.total(plot.data, i + 1) - below[1], 0.0f), plot.line);
    }
    list.Flags = flags;
}

void draw_mark(ImDrawList& list, const StackedPlot& plot, const Frame& frame) {
    if (plot.mark <= 0.0f || plot.mark > frame.top) return;
    const float y = frame.y(plot.mark);
    for (float x = frame.min.x; x < frame.max.x; x += 8.0f)
        list.AddLine({x, y}, {std::min(x + 4.0f, frame.max.x), y}, plot.text);
    // On a ground of its own: layers of any colour may be behind it.
    const float room = frame.max.x - frame.min.x - 8.0f;
    const char* const name = ImGui::CalcTextSize(plot.mark_name).x < room ? plot.mark_name : plot.short_mark_name;
    const ImVec2 size = ImGui::CalcTextSize(name), at{frame.min.x + 4.0f, y - size.y - 1.0f};
    list.AddRectFilled({at.x - 2.0f, at.y}, {at.x + size.x + 2.0f, at.y + size.y}, plot.ground, 2.0f);
    list.AddText(at, plot.text, name);
}

/// The values of the sample under the pointer, topmost layer first as in the picture.
void read_out(ImDrawList& list, const StackedPlot& plot, const Frame& frame) {
    const float offset =
        std::round((ImGui::GetIO().MousePos.x - frame.min.x) / frame.step) - static_cast<float>(frame.empty);
    if (plot.samples == 0 || offset < 0.0f || offset >= static_cast<float>(plot.samples)) return;
    const auto sample = static_cast<std::size_t>(offset);
    list.AddLine({frame.x(sample), frame.min.y}, {frame.x(sample), frame.max.y}, plot.text);
    ImGui::BeginTooltip();
    const std::size_t ago = plot.samples - 1 - sample;
    if (ago == 0) {
        ImGui::Text("last frame: %.2f %s", static_cast<double>(plot.total(plot.data, sample)), plot.unit);
    } else {
        ImGui::Text("%zu frames ago: %.2f %s", ago, static_cast<double>(plot.total(plot.data, sample)), plot.unit);
    }
    for (std::size_t layer = plot.layers; layer-- > 0;) {
        draw_key_square(plot.colour(layer));
        ImGui::Text("%s  %.2f", plot.names[layer], static_cast<double>(plot.value(plot.data, layer, sample)));
    }
    ImGui::EndTooltip();
}

}  // namespace

void draw(const StackedPlot& plot, ImVec2 size) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    const bool is_hovered = wants_hint();
    ImDrawList& list = *ImGui::GetWindowDrawList();

    const float font = ImGui::GetFontSize();
    Frame frame{{corner.x + 4.0f * font, corner.y + 0.6f * font},
                {corner.x + size.x, corner.y + size.y - 0.5f * font},
                top_of(plot),
                0.0f,
                plot.capacity - std::min(plot.samples, plot.capacity)};
    if (frame.max.x - frame.min.x < font || frame.max.y - frame.min.y < font) return;
    frame.step = (frame.max.x - frame.min.x) / static_cast<float>(std::max<std::size_t>(plot.capacity, 2) - 1);

    draw_layers(list, plot, frame);
    draw_axis(list, plot, frame);
    draw_mark(list, plot, frame);
    if (is_hovered) read_out(list, plot, frame);
}

}  // namespace app
