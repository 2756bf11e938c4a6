#include "app/window/line_plot.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/window/plot_key.hpp"
#include "app/window/theme.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// Where values and times lie on the screen.
struct Frame {
    ImVec2 min, max;
    double low, high;    // values
    double first, last;  // times

    [[nodiscard]] float x(double time) const {
        return min.x + (max.x - min.x) * static_cast<float>((time - first) / (last - first));
    }
    [[nodiscard]] float y(double value) const {
        return max.y - (max.y - min.y) * static_cast<float>((value - low) / (high - low));
    }
};

/// Zero is in view, so that curves can be compared; a little room is left above and below.
void find_range(const LinePlot& plot, Frame& frame) {
    frame.low = frame.high = 0.0;
    for (std::size_t curve = 0; curve < plot.names.size(); ++curve)
        for (std::size_t i = 0; i < plot.samples; ++i) {
            const double value = plot.value(curve, i);
            if (!std::isfinite(value)) continue;
            frame.low = std::min(frame.low, value);
            frame.high = std::max(frame.high, value);
        }
    const double size = frame.high - frame.low;
    frame.high += size > 0.0 ? 0.08 * size : 1.0;
    if (frame.low < 0.0) frame.low -= 0.08 * size;
    frame.first = plot.time(0);
    frame.last = std::max(plot.time(plot.samples - 1), frame.first + 1e-3);
}

void draw_axes(ImDrawList& list, const LinePlot& plot, const Frame& frame) {
    const float font = ImGui::GetFontSize();
    const ImU32 faint = (plot.line & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 90);
    const auto most = [&](float length, float each) { return std::max(2, static_cast<int>(length / (each * font))); };
    const int most_values = enough_ticks(frame.low, frame.high, most(frame.max.y - frame.min.y, 1.8f));
    const int most_times = most(frame.max.x - frame.min.x, 4.0f);
    const std::vector<double> values = ticks(frame.low, frame.high, most_values);
    const double step = tick_step(frame.low, frame.high, most_values);
    for (const double tick : values) {
        const float y = std::floor(frame.y(tick)) + 0.5f;
        list.AddLine({frame.min.x, y}, {frame.max.x, y}, faint);
        const std::string text = tick_text(tick, step) + (tick == values.back() ? " " + plot.unit : "");
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText({frame.min.x - size.x - 5.0f, y - 0.5f * size.y}, plot.text, text.c_str());
    }
    const std::vector<double> times = ticks(frame.first, frame.last, most_times);
    const double apart = tick_step(frame.first, frame.last, most_times);
    for (const double tick : times) {
        const float x = std::floor(frame.x(tick)) + 0.5f;
        list.AddLine({x, frame.max.y}, {x, frame.max.y + 0.2f * font}, plot.text);
        const std::string text = tick_text(tick, apart) + (tick == times.back() ? " s" : "");
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        if (x + 0.5f * size.x <= frame.max.x + font)
            list.AddText({x - 0.5f * size.x, frame.max.y + 0.25f * font}, plot.text, text.c_str());
    }
}

/// At most a point a pixel.
void draw_curves(ImDrawList& list, const LinePlot& plot, const Frame& frame) {
    const auto pixels = static_cast<std::size_t>(std::max(frame.max.x - frame.min.x, 1.0f));
    const std::size_t stride = (plot.samples + pixels - 1) / pixels;
    std::vector<ImVec2> points;
    for (std::size_t curve = 0; curve < plot.names.size(); ++curve) {
        points.clear();
        for (std::size_t i = 0; i < plot.samples; i += stride)
            if (const double value = plot.value(curve, i); std::isfinite(value))
                points.push_back({frame.x(plot.time(i)), frame.y(value)});
        list.AddPolyline(points.data(), static_cast<int>(points.size()), curve_colour(curve), 0, 1.6f);
    }
}

/// The values at the time under the pointer.
void read_out(ImDrawList& list, const LinePlot& plot, const Frame& frame) {
    const float pointer = ImGui::GetIO().MousePos.x;
    if (pointer < frame.min.x || pointer > frame.max.x) return;
    std::size_t sample = 0;
    for (std::size_t i = 0; i < plot.samples; ++i)
        if (std::abs(frame.x(plot.time(i)) - pointer) < std::abs(frame.x(plot.time(sample)) - pointer)) sample = i;
    const float x = frame.x(plot.time(sample));
    list.AddLine({x, frame.min.y}, {x, frame.max.y}, plot.text);
    ImGui::BeginTooltip();
    ImGui::Text("at %.3f s", plot.time(sample));
    for (std::size_t curve = 0; curve < plot.names.size(); ++curve) {
        draw_key_square(curve_colour(curve));
        const double value = plot.value(curve, sample);
        if (std::isfinite(value))
            ImGui::Text("%s  %.4g %s", plot.names[curve].c_str(), value, plot.unit.c_str());
        else
            ImGui::Text("%s  not measured yet", plot.names[curve].c_str());
    }
    ImGui::EndTooltip();
}

}  // namespace

ImU32 curve_colour(std::size_t curve) noexcept { return stage_colour(curve + 1); }  // the first one is grey

void draw(const LinePlot& plot, ImVec2 size) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    const bool is_hovered = wants_hint();
    const float font = ImGui::GetFontSize();
    Frame frame{{corner.x + 4.6f * font, corner.y + 0.6f * font},
                {corner.x + size.x - 0.6f * font, corner.y + size.y - 1.5f * font},
                0.0,
                1.0,
                0.0,
                1.0};
    if (plot.samples == 0 || frame.max.x - frame.min.x < font || frame.max.y - frame.min.y < font) return;
    find_range(plot, frame);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_axes(list, plot, frame);
    draw_curves(list, plot, frame);
    if (is_hovered) read_out(list, plot, frame);
}

void draw_with_names(const LinePlot& plot, ImVec2 size) {
    const float top = ImGui::GetCursorPosY();
    ImGui::BeginGroup();
    draw_key(plot.names, curve_colour, size.x);
    const float left = size.y - (ImGui::GetCursorPosY() - top);
    draw(plot, {size.x, std::max(left, 4.0f * ImGui::GetFontSize())});
    ImGui::EndGroup();
}

}  // namespace app
