// Where the time goes: the stages of each frame, stacked, and how they are spread.
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "app/window/panels.hpp"
#include "app/window/plot.hpp"
#include "app/window/plot_key.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

// In heights of the text.
constexpr float full_table = 17.0f, small_table = 12.5f;
constexpr float least_plot_beside = 10.5f;
constexpr int most_percentiles = 3;

void number_cell(float value) {
    ImGui::TableNextColumn();
    char text[24];
    std::snprintf(text, sizeof text, value < 100.0f ? "%.2f" : "%.0f", static_cast<double>(value));
    const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    if (space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
    ImGui::TextUnformatted(text);
}

void row(const char* name, const Distribution& spread, ImU32 colour, int percentiles) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_key_square(colour);
    ImGui::TextUnformatted(name);
    const std::array<double, most_percentiles> values{spread.p50, spread.p95, spread.p99};
    for (int i = 0; i < percentiles; ++i) number_cell(static_cast<float>(values[static_cast<std::size_t>(i)]));
}

/// The median and as many percentiles beyond it as there is room for.
void table(const History& history, float width, int percentiles) {
    if (!ImGui::BeginTable("spread", 1 + percentiles, ImGuiTableFlags_SizingStretchProp, {width, 0.0f})) return;
    constexpr std::array<const char*, 1 + most_percentiles> headings{"ms", "p50", "p95", "p99"};
    const auto columns = std::span(headings).first(static_cast<std::size_t>(1 + percentiles));
    for (const char* name : columns) ImGui::TableSetupColumn(name, 0, name[0] == 'p' ? 1.3f : 2.2f);
    ImGui::TableNextRow();
    for (const char* name : columns) {
        ImGui::TableNextColumn();
        const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(name).x;
        if (name[0] == 'p' && space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
        ImGui::TextDisabled("%s", name);
    }
    // From top to bottom as in the picture.
    for (std::size_t stage = sim::stage_count; stage-- > 0;)
        row(sim::stage_names[stage], history.of_stage(stage), stage_colour(stage), percentiles);
    row("frame", history.of_frame(), 0, percentiles);
    row("drawing", history.of_drawing(), 0, percentiles);
    ImGui::EndTable();
}

/// Names above the plot, from bottom to top as the picture is stacked, each with its median where that leaves the plot
/// most of the height; all percentiles come with the pointer.
void key(const History& history, ImVec2 space) {
    std::vector<std::string> names(sim::stage_names.begin(), sim::stage_names.end());
    std::vector<std::string> with_medians = names;
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage) {
        const double median = history.of_stage(stage).p50;
        char text[24];
        std::snprintf(text, sizeof text, median < 9.95 ? " %.1f" : " %.0f", median);
        with_medians[stage] += text;
    }
    const auto fits = [&](const std::vector<std::string>& texts, float share) {
        return static_cast<float>(lines_of_key(texts, space.x)) * ImGui::GetTextLineHeightWithSpacing() <
               share * space.y;
    };
    if (!fits(names, 0.6f)) return;  // of a plot as narrow as a word the names come with the pointer
    ImGui::BeginGroup();
    draw_key(fits(with_medians, 0.5f) ? with_medians : names, stage_colour, space.x);
    ImGui::EndGroup();
    mark("timings-key");
    if (!wants_hint()) return;
    ImGui::BeginTooltip();
    table(history, full_table * ImGui::GetFontSize(), most_percentiles);
    ImGui::EndTooltip();
}

}  // namespace

void timings_panel(Workbench& bench) {
    const History& history = bench.laboratory.history;
    const Palette& colours = palette(bench.settings.theme);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float font = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    const bool has_all = space.x > (least_plot_beside + full_table) * font;
    const bool has_table = has_all || space.x > (least_plot_beside + small_table) * font;
    const float table_width = (has_all ? full_table : small_table) * font;

    StackedPlot plot;
    plot.layers = sim::stage_count;
    plot.samples = history.size();
    plot.capacity = History::length;
    plot.names = sim::stage_names;
    plot.colour = stage_colour;
    plot.value = [](const void* data, std::size_t layer, std::size_t sample) {
        return (*static_cast<const History*>(data))[sample].stage_ms[layer];
    };
    plot.total = [](const void* data, std::size_t sample) {
        return (*static_cast<const History*>(data))[sample].wall_ms;
    };
    plot.data = &history;
    plot.mark = 1e3f * bench.laboratory.scene().frame / static_cast<float>(bench.laboratory.speed());
    plot.mark_name = "keeps up with the clock below this";
    plot.short_mark_name = "real time";
    plot.text = colours.muted;
    plot.line = colours.line;
    plot.ground = ImGui::GetColorU32(ImGuiCol_WindowBg, 0.8f);
    if (!has_table) key(history, space);
    draw(plot, {has_table ? space.x - table_width - gap : space.x, ImGui::GetContentRegionAvail().y});
    mark("timings-plot");
    if (!has_table) return;
    ImGui::SameLine();
    ImGui::BeginGroup();
    table(history, table_width, has_all ? most_percentiles : most_percentiles - 1);
    ImGui::EndGroup();
}

}  // namespace app
