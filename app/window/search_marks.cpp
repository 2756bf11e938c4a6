// Over the picture, while cells are shown: whom the search proposes to the picked particle, marked in two dimensions
// so that what is inside the water is seen, and a legend of what is drawn.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/mark_legend.hpp"
#include "app/window/panels.hpp"
#include "app/window/projection.hpp"
#include "app/window/theme.hpp"
#include "app/window/ticks.hpp"

namespace app {
namespace {

constexpr std::size_t most_marks = 4000;  // of all pairs every particle is a candidate

/// Of the picked particle, its neighbours, and those tested in vain: Okabe and Ito's, dark and light enough for both
/// themes, and each has a shape of its own.
constexpr ImU32 picked_colour = IM_COL32(213, 94, 0, 255);
constexpr ImU32 neighbour_colour = IM_COL32(240, 180, 30, 255);
constexpr ImU32 vain_colour = IM_COL32(86, 160, 233, 255);
constexpr ImU32 outline = IM_COL32(10, 14, 20, 220);

void mark_picked(ImDrawList& list, const Snapshot& state, const Projection& project, const Palette& colours) {
    const SearchView::Picked& picked = *state.search_view.picked;
    const float radius = 0.4f * state.scene->spacing;
    const auto spot_of = [&](spatial::Index slot) { return project(state.x[slot], state.y[slot], state.z[slot]); };

    std::vector<std::uint8_t> is_neighbour(state.x.size(), 0);
    for (const spatial::Index slot : picked.neighbours) is_neighbour[slot] = 1;
    const std::size_t every = picked.candidates() / most_marks + 1;
    std::size_t counted = 0;
    for (const spatial::Range range : picked.ranges)
        for (spatial::Index slot = range.begin; slot < range.end; ++slot) {
            if (is_neighbour[slot] || slot == picked.slot || counted++ % every != 0) continue;
            if (const auto spot = spot_of(slot)) {
                const float half = std::clamp(0.6f * radius * spot->pixels_per_metre, 1.5f, 6.0f);
                list.AddRectFilled({spot->at.x - half, spot->at.y - half}, {spot->at.x + half, spot->at.y + half},
                                   vain_colour);
            }
        }
    for (const spatial::Index slot : picked.neighbours)
        if (const auto spot = spot_of(slot)) {
            const float size = std::clamp(radius * spot->pixels_per_metre, 2.5f, 14.0f);
            list.AddCircleFilled(spot->at, size + 1.0f, outline);
            list.AddCircleFilled(spot->at, size, neighbour_colour);
        }
    // Those of its block share the candidates.
    for (spatial::Index slot = picked.block.begin; slot < picked.block.end; ++slot)
        if (const auto spot = spot_of(slot); spot && slot != picked.slot)
            list.AddCircle(spot->at, std::clamp(1.4f * radius * spot->pixels_per_metre, 4.0f, 18.0f), colours.text, 0,
                           1.5f);
    if (const auto spot = spot_of(picked.slot)) {
        const float size = std::clamp(1.4f * radius * spot->pixels_per_metre, 4.0f, 18.0f);
        list.AddCircleFilled(spot->at, size + 1.5f, outline);
        list.AddCircleFilled(spot->at, size, picked_colour);
        list.AddCircle(spot->at, picked.reach * spot->pixels_per_metre, picked_colour, 0, 2.0f);
    }
}

/// Where it is and how it fares.
void describe_state(MarkLegend& legend, const Snapshot& state, const SearchView::Picked& picked) {
    const auto metres = [&](float value) {
        return tick_text(static_cast<double>(value), 0.1 * static_cast<double>(state.scene->spacing));
    };
    const auto with_unit = [](float value, double step, const char* unit) {
        return tick_text(static_cast<double>(value), step) + " " + unit;
    };
    legend.add(MarkLegend::Mark::none, 0,
               "at " + metres(state.x[picked.slot]) + ", " + metres(state.y[picked.slot]) + ", " +
                   metres(state.z[picked.slot]) + " m");
    legend.add(MarkLegend::Mark::none, 0,
               with_unit(picked.speed, 0.001, "m/s") + ", " + with_unit(picked.density, 0.1, "kg/m³") + ", " +
                   with_unit(picked.pressure, 1.0, "Pa"));
    if (picked.step > 0.0)
        legend.add(
            MarkLegend::Mark::none, 0,
            "time level " + std::to_string(picked.level) + ": steps of " + short_number(1e3 * picked.step) + " ms");
}

void describe_cells(MarkLegend& legend, const Snapshot& state, const Settings& settings, const Palette& colours) {
    const SearchView& view = state.search_view;
    if (view.all_cells == 0 && state.report.particles > 0) {  // its cells hold images, which are gone by now
        legend.add(MarkLegend::Mark::none, 0, "no cells are drawn in a periodic tank", true);
        return;
    }
    if (settings.cell_look.colour == CellLook::Colour::level)
        for (int level = 0; level < std::min(view.levels, 7); ++level)
            legend.add(MarkLegend::Mark::square, packed(level_colour(level)),
                       "level " + std::to_string(level) + (level == 0 && view.levels > 1 ? ", the finest" : ""));
    std::string text = state.neighbours + ": " + counted(view.all_cells, "cell", "cells");
    if (view.fitting < view.all_cells)
        text += ", " + std::to_string(view.fitting) + " " +
                cell_choice_names[static_cast<std::size_t>(settings.cells.choice)];
    legend.add(MarkLegend::Mark::none, 0, text);
    if (view.cells.size() < view.fitting)
        legend.add(MarkLegend::Mark::none, 0, "drawn: " + std::to_string(view.cells.size()), true);
    if (!view.picked) {
        legend.add(MarkLegend::Mark::none, 0, "click on the water to pick a particle, F goes to it", true);
        return;
    }
    const SearchView::Picked& picked = *view.picked;
    legend.add(MarkLegend::Mark::none, 0,
               counted(picked.neighbours.size(), "neighbour", "neighbours") + " of " +
                   counted(picked.candidates(), "candidate", "candidates") + " in " +
                   counted(picked.ranges.size(), "run", "runs"));
    legend.add(MarkLegend::Mark::big_disc, picked_colour, "particle " + std::to_string(picked.id) + " and its reach");
    describe_state(legend, state, picked);
    legend.add(MarkLegend::Mark::disc, neighbour_colour, "neighbours");
    legend.add(MarkLegend::Mark::square, vain_colour, "candidates tested in vain");
    legend.add(MarkLegend::Mark::ring, colours.text,
               "its block: " + counted(picked.block.size(), "particle", "particles"));
}

/// Particles in a cell, from one to the most, as the boxes are coloured.
void draw_scale(ImDrawList& list, ImVec2 place, std::uint32_t most, const Palette& colours) {
    const float font = ImGui::GetFontSize(), width = 8.0f * font, height = 0.7f * font;
    const std::string low = "1 ", high = " " + std::to_string(most) + " in a cell";
    list.AddText({place.x, place.y - 0.15f * font}, colours.text, low.c_str());
    place.x += ImGui::CalcTextSize(low.c_str()).x;
    constexpr int bands = 32;
    for (int band = 0; band < bands; ++band) {
        const float left = place.x + width * static_cast<float>(band) / bands;
        list.AddRectFilled({left, place.y}, {left + width / bands + 1.0f, place.y + height},
                           packed(crowd_colour((static_cast<float>(band) + 0.5f) / bands)));
    }
    list.AddText({place.x + width, place.y - 0.15f * font}, colours.text, high.c_str());
}

}  // namespace

void draw_search_marks(Workbench& bench) {
    const Snapshot& state = bench.laboratory.state();
    if (!bench.settings.shows_cells || !state.has_search_view) return;
    const Palette& colours = palette(bench.settings.theme);
    const Area& area = bench.view.area;
    const float font = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(area.min, {area.min.x + area.size.x, area.min.y + area.size.y}, true);
    if (state.search_view.picked) mark_picked(list, state, Projection(bench.view, ImGui::GetIO().DisplaySize), colours);
    if (area.size.y > 18.0f * font) {
        MarkLegend legend(colours);
        describe_cells(legend, state, bench.settings, colours);
        const std::uint32_t most = most_in_a_cell(state.search_view);
        const bool has_scale = bench.settings.cell_look.colour == CellLook::Colour::particles && most > 1;
        const ImVec2 top = legend.draw(list, area, has_scale ? 1.5f * font : 0.0f);
        if (has_scale) draw_scale(list, {top.x, top.y + 0.2f * font}, most, colours);
    }
    list.PopClipRect();
}

}  // namespace app
