// Where the time goes: the stages of each frame, stacked, and how they are spread.
#include <cstdio>

#include "app/window/panels.hpp"
#include "app/window/plot.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

void number_cell(float value) {
    ImGui::TableNextColumn();
    char text[24];
    std::snprintf(text, sizeof text, value < 100.0f ? "%.2f" : "%.0f", static_cast<double>(value));
    const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    if (space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
    ImGui::TextUnformatted(text);
}

void row(const char* name, const Distribution& spread, ImU32 colour) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float size = 0.62f * ImGui::GetFontSize(), down = 0.22f * ImGui::GetFontSize();
    if (colour != 0)
        ImGui::GetWindowDrawList()->AddRectFilled({place.x, place.y + down}, {place.x + size, place.y + down + size},
                                                  colour, 2.0f);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5f * size);
    ImGui::TextUnformatted(name);
    number_cell(static_cast<float>(spread.p50));
    number_cell(static_cast<float>(spread.p95));
    number_cell(static_cast<float>(spread.p99));
}

void table(const History& history, float width) {
    if (!ImGui::BeginTable("spread", 4, ImGuiTableFlags_SizingStretchProp, {width, 0.0f})) return;
    ImGui::TableSetupColumn("ms", 0, 2.2f);
    for (const char* name : {"p50", "p95", "p99"}) ImGui::TableSetupColumn(name, 0, 1.3f);
    ImGui::TableNextRow();
    for (const char* name : {"ms", "p50", "p95", "p99"}) {
        ImGui::TableNextColumn();
        const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(name).x;
        if (name[0] == 'p' && space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
        ImGui::TextDisabled("%s", name);
    }
    // From top to bottom as in the picture.
    for (std::size_t stage = sim::stage_count; stage-- > 0;)
        row(sim::stage_names[stage], history.of_stage(stage), stage_colour(stage));
    row("frame", history.of_frame(), 0);
    row("drawing", history.of_drawing(), 0);
    ImGui::EndTable();
}

}  // namespace

void timings_panel(Workbench& bench) {
    const History& history = bench.laboratory.history;
    const Palette& colours = palette(bench.settings.theme);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float table_width = 17.0f * ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    const bool has_table = space.x > 2.0f * table_width;

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
    plot.text = colours.muted;
    plot.line = colours.line;
    plot.ground = ImGui::GetColorU32(ImGuiCol_WindowBg, 0.8f);
    draw(plot, {has_table ? space.x - table_width - gap : space.x, space.y});
    mark("timings-plot");
    if (!has_table) return;
    ImGui::SameLine();
    ImGui::BeginGroup();
    table(history, table_width);
    ImGui::EndGroup();
}

}  // namespace app
