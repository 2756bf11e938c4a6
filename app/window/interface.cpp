#include "app/window/interface.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "app/window/legend.hpp"
#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

constexpr float panel_width = 21.5f;  // in heights of the text
constexpr float strip_height = 14.5f;

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

/// In a narrow window the picture comes first, as long as the panel can still be read.
float side_width(float display, float font) {
    constexpr float narrow_share = 0.38f, least = 15.0f;
    return std::floor(std::min({panel_width * font, std::max(narrow_share * display, least * font), 0.5f * display}));
}

/// In whole pixels: ImGui cuts off what is left of them, and the picture would show in a line between two panels.
bool begin_fixed(const char* name, ImVec2 min, ImVec2 size) {
    ImGui::SetNextWindowPos(min);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    const bool is_seen = ImGui::Begin(name, nullptr, fixed);
    ImGui::PopStyleVar(2);
    return is_seen;
}

bool shows_probes(const Workbench& bench) { return bench.settings.shows_probes && has_probes(bench); }

void draw_side_panel(Workbench& bench, float top, ImVec2 size) {
    if (begin_fixed("##side", {0.0f, top}, size)) {
        scene_panel(bench);
        time_panel(bench);
        search_panel(bench);
        broad_panel(bench);
        cells_panel(bench);
        colour_panel(bench);
        cut_panel(bench);
        brush_panel(bench);
        probe_list_panel(bench);
        parameters_panel(bench);
        numbers_panel(bench);
    }
    ImGui::End();
}

/// Of the strip below the picture.
struct Part {
    const char* name;
    bool is_wanted;
    float least;  // pixels
    float weight;
    void (*draw)(Workbench&);
};

/// By their weights; who could not be read as narrow as that gets what it needs, at the cost of the others.
std::vector<float> widths_of(std::span<const Part> parts, float room) {
    float needed = 0.0f;
    for (const Part& part : parts) needed += part.least;
    std::vector<float> widths(parts.size());
    if (needed >= room) {
        for (std::size_t i = 0; i < parts.size(); ++i) widths[i] = room * parts[i].least / needed;
        return widths;
    }
    std::vector<bool> has_least(parts.size());
    for (bool is_settled = false; !is_settled;) {
        float left = room, all = 0.0f;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (has_least[i])
                left -= parts[i].least;
            else
                all += parts[i].weight;
        }
        is_settled = true;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            widths[i] = has_least[i] ? parts[i].least : left * parts[i].weight / all;
            if (widths[i] >= parts[i].least) continue;
            has_least[i] = true;
            is_settled = false;
        }
    }
    return widths;
}

/// Probes, timings, energy and log side by side, those that are wanted.
void draw_strip(Workbench& bench, ImVec2 min, ImVec2 size) {
    const Settings& settings = bench.settings;
    const float font = ImGui::GetFontSize();
    // Each unit of the probes has a plot of its own.
    const std::size_t plots = std::clamp<std::size_t>(bench.laboratory.probe_history.by_unit().size(), 1, 3);
    const float for_probes = 0.51f + 0.09f * static_cast<float>(plots);
    std::vector<Part> parts = {
        {"##probes", shows_probes(bench), least_width_of_probes(plots), for_probes, probes_panel},
        {"##timings", settings.shows_timings, 11.0f * font, 0.6f, timings_panel},
        {"##energy", settings.shows_energy, 17.0f * font, 0.6f, energy_panel},
        {"##log", settings.shows_log, 10.0f * font, 0.4f, log_panel}};
    std::erase_if(parts, [](const Part& part) { return !part.is_wanted; });
    const std::vector<float> widths = widths_of(parts, size.x);
    float left = min.x, right = min.x;
    for (std::size_t i = 0; i < parts.size(); ++i, left = std::round(right)) {
        right += widths[i];
        if (begin_fixed(parts[i].name, {left, min.y}, {std::round(right) - left, size.y})) parts[i].draw(bench);
        ImGui::End();
    }
}

}  // namespace

void draw_interface(Workbench& bench) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float font = ImGui::GetFontSize();
    Settings& settings = bench.settings;

    draw_below_dialog(bench.open.is_open || bench.commands.is_open);
    Area free{{0.0f, 0.0f}, display};
    if (settings.shows_panels) {
        draw_menu_bar(bench);
        const float top = ImGui::GetFrameHeight();
        const float side = side_width(display.x, font);
        draw_side_panel(bench, top, {side, std::max(display.y - top, 1.0f)});
        free = {{side, top}, {display.x - side, display.y - top}};
        // In a low window the picture comes first.
        const float strip = std::floor(strip_height * font);
        if ((shows_probes(bench) || settings.shows_timings || settings.shows_energy || settings.shows_log) &&
            free.size.y > 2.0f * strip) {
            draw_strip(bench, {side, display.y - strip}, {free.size.x, strip});
            free.size.y -= strip;
        }
    }
    free.size = {std::max(free.size.x, 1.0f), std::max(free.size.y, 1.0f)};
    bench.view.area = free;

    draw_search_marks(bench);
    draw_broad_marks(bench);
    draw_probe_marks(bench);
    bench.view.draw_picked_solid(*ImGui::GetBackgroundDrawList(), bench.laboratory.state(), settings);
    draw_clock(bench);
    const bool has_colours = !settings.shows_cells || settings.cell_look.water == CellLook::Water::coloured;
    if (has_colours && free.size.y > 20.0f * font && free.size.x > 20.0f * font) {
        draw_legend(*ImGui::GetBackgroundDrawList(), {free.min.x + free.size.x - font, free.min.y + font},
                    bench.laboratory.state(), {settings.low, settings.high}, settings.map, palette(settings.theme),
                    free.size.x > 30.0f * font);
    }
    draw_comparison(bench);
    if (!bench.wants_picture) draw_toasts(bench);  // least of all that the last one was saved
    draw_keys(bench);
    draw_scene_errors(bench);
    draw_below_dialog(false);
    draw_open_dialog(bench);
    draw_commands(bench);
    bench.view.handle(bench.laboratory, settings, bench.probe.is_placing);
    place_probe(bench);
    using CellsOf = Settings::CellsOf;
    bench.laboratory.show_search(settings.shows_cells_of(CellsOf::search) ? std::optional(settings.cells)
                                                                          : std::nullopt);
    bench.laboratory.show_broad_phase(
        settings.shows_cells_of(CellsOf::broad_phase) ? std::optional(settings.broad_cells) : std::nullopt);
    if (!bench.probe.is_placing) bench.view.draw_ring(*ImGui::GetBackgroundDrawList(), settings);
}

}  // namespace app
