// Over the picture, while cells of the broad phase are shown: what is drawn, and how much of it.
#include <algorithm>
#include <string>

#include "app/window/mark_legend.hpp"
#include "app/window/panels.hpp"

namespace app {
namespace {

using Mark = MarkLegend::Mark;

constexpr int most_level_lines = 7;  // as many as there are colours

void describe_levels(MarkLegend& legend, const BroadView& view) {
    std::vector<std::size_t> cells(static_cast<std::size_t>(view.levels), 0);
    for (const spatial::BoxCellView& cell : view.cells) ++cells[static_cast<std::size_t>(cell.level)];
    int lines = 0;
    for (int level = 0; level < view.levels && lines < most_level_lines; ++level) {
        const std::size_t count = cells[static_cast<std::size_t>(level)];
        if (count == 0) continue;
        ++lines;
        legend.add(Mark::square, packed(level_colour(level)),
                   "level " + std::to_string(level) + ": " + counted(count, "cell", "cells"));
    }
}

void describe(MarkLegend& legend, const Snapshot& state, const BroadViewRequest& request) {
    const BroadView& view = state.broad_view;
    std::string text = state.broadphase + ": " + counted(view.all_cells, "cell", "cells");
    if (view.fitting < view.all_cells) text += ", " + std::to_string(view.fitting) + " in a slice";
    legend.add(Mark::none, 0, text);
    if (view.cells.size() < view.fitting)
        legend.add(Mark::none, 0, "drawn: " + std::to_string(view.cells.size()), true);
    describe_levels(legend, view);
    const bool has_passages = std::ranges::any_of(
        view.cells, [](const spatial::BoxCellView& cell) { return cell.boxes == 0 && cell.has_children; });
    if (has_passages) legend.add(Mark::none, 0, "faint: nothing in it, but something smaller below", true);
    std::string boxes = counted(view.all_boxes, "box", "boxes") + " of solids";
    if (view.unbounded > 0) boxes += ", " + std::to_string(view.unbounded) + " without an end";
    legend.add(Mark::none, 0, boxes);
    if (!request.slice && view.boxes.size() + view.unbounded < view.all_boxes)
        legend.add(Mark::none, 0, "drawn: " + std::to_string(view.boxes.size()), true);
}

}  // namespace

void draw_broad_marks(Workbench& bench) {
    const Snapshot& state = bench.laboratory.state();
    const Area& area = bench.view.area;
    if (!bench.settings.shows_cells_of(Settings::CellsOf::broad_phase) || !state.has_broad_view ||
        area.size.y <= 18.0f * ImGui::GetFontSize())
        return;
    MarkLegend legend(palette(bench.settings.theme));
    describe(legend, state, bench.settings.broad_cells);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(area.min, {area.min.x + area.size.x, area.min.y + area.size.y}, true);
    legend.draw(list, area, 0.0f);
    list.PopClipRect();
}

}  // namespace app
