// The curves of the scene's probes, a plot for each unit, and where the probes are in the picture.
#include <imgui_internal.h>  // rectangles that overlap

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/line_plot.hpp"
#include "app/window/panels.hpp"
#include "app/window/projection.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

constexpr float least_width = 10.0f;  // of a plot, in heights of the text

/// Eight times "pressure" beside pascals says nothing and leaves the curves no room.
void drop_last_word_of_all(std::vector<std::string>& names) {
    const std::size_t space = names.front().rfind(' ');
    if (names.size() < 3 || space == std::string::npos) return;
    const std::string word = names.front().substr(space);
    const bool have_all = std::ranges::all_of(
        names, [&](const std::string& name) { return name.size() > word.size() && name.ends_with(word); });
    if (!have_all) return;
    for (std::string& name : names) name.resize(name.size() - word.size());
}

void draw_group(const ProbeHistory& history, const std::vector<std::size_t>& group, ImVec2 size,
                const Palette& colours) {
    std::vector<std::string> names;
    for (const std::size_t column : group) names.push_back(history.columns()[column].label);
    drop_last_word_of_all(names);
    const auto time = [&](std::size_t sample) { return history.time(sample); };
    const auto value = [&](std::size_t curve, std::size_t sample) { return history.value(group[curve], sample); };
    const LinePlot plot{names,         history.size(), time, value, history.columns()[group.front()].unit,
                        colours.muted, colours.line};
    draw_with_names(plot, size);
}

}  // namespace

bool has_probes(const Workbench& bench) { return !bench.laboratory.probe_history.columns().empty(); }

float least_width_of_probes(std::size_t plots) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto count = static_cast<float>(plots);
    return std::ceil(count * least_width * ImGui::GetFontSize() + (count - 1.0f) * style.ItemSpacing.x +
                     2.0f * style.WindowPadding.x);
}

void probes_panel(Workbench& bench) {
    const ProbeHistory& history = bench.laboratory.probe_history;
    const Palette& colours = palette(bench.settings.theme);
    ImGui::TextDisabled("Probes");
    hint(
        "What the probes measure, over simulated time. Rest the pointer on a curve for its values; rings in "
        "the "
        "picture show where they are. A recording writes all of them to probes.csv. The panel's Probes says what is "
        "measured; V shows and hides this.");
    const std::vector<std::vector<std::size_t>> groups = history.by_unit();
    ImGui::BeginChild("plots", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x, count = static_cast<float>(groups.size());
    const float width = std::max(least_width * ImGui::GetFontSize(), (space.x - gap * (count - 1.0f)) / count);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (group > 0) ImGui::SameLine();
        draw_group(history, groups[group], {width, space.y}, colours);
    }
    ImGui::EndChild();
    mark("probes-plot");
}

void draw_probe_marks(Workbench& bench) {
    if (!bench.settings.shows_probes || bench.settings.shows_cells) return;
    const sim::Scene& scene = bench.laboratory.scene();
    const Palette& colours = palette(bench.settings.theme);
    const Area& area = bench.view.area;
    const Projection project(bench.view, ImGui::GetIO().DisplaySize);
    const float font = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(area.min, {area.min.x + area.size.x, area.min.y + area.size.y}, true);
    bool is_picked = false;  // the one that is drawn
    const auto line = [&](const glm::vec3& from, const glm::vec3& to) {
        const auto a = project(from.x, from.y, from.z), b = project(to.x, to.y, to.z);
        if (a && b) list.AddLine(a->at, b->at, colours.accent, is_picked ? 3.0f : 1.5f);
    };
    std::vector<ImRect> named;
    const auto name = [&](const glm::vec3& at, const std::string& text) {
        const auto spot = project(at.x, at.y, at.z);
        if (!spot) return;
        list.AddCircle(spot->at, 0.3f * font, colours.accent, 0, 1.5f);
        if (is_picked) list.AddCircleFilled(spot->at, 0.3f * font, colours.accent);
        // Names of probes close to each other stand one above the other, those that are led away from theirs on a line.
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        ImRect place({spot->at.x + 0.5f * font, spot->at.y - 0.5f * font},
                     {spot->at.x + 0.5f * font + size.x, spot->at.y - 0.5f * font + size.y});
        const auto is_taken = [&](const ImRect& other) { return other.Overlaps(place); };
        while (std::ranges::any_of(named, is_taken)) place.TranslateY(-0.5f * size.y);
        const ImVec2 middle{place.Min.x - 2.0f, 0.5f * (place.Min.y + place.Max.y)};
        if (spot->at.y - middle.y > 0.5f * font) list.AddLine(spot->at, middle, colours.muted);
        named.push_back(place);
        list.AddText(place.Min, colours.text, text.c_str());
    };
    const std::vector<sim::Probe>& probes = bench.laboratory.probes();
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const sim::Probe& probe = probes[i];
        is_picked = bench.probe.picked == i;
        glm::vec3 place = probe.position;
        switch (probe.kind) {
            case sim::ProbeKind::pressure:
                name(place, probe.name);
                break;
            case sim::ProbeKind::level:
            case sim::ProbeKind::column_height: {
                const glm::vec3 foot{place.x, place.y, scene.domain.min.z}, top{place.x, place.y, scene.domain.max.z};
                line(foot, top);
                name(top, probe.name);
                break;
            }
            case sim::ProbeKind::wall_pressure: {
                const int across = static_cast<int>(probe.side) / 2, first = across == 0 ? 1 : 0,
                          second = across == 2 ? 1 : 2;
                const float wall =
                    static_cast<int>(probe.side) % 2 == 0 ? scene.domain.min[across] : scene.domain.max[across];
                glm::vec3 corner[4] = {probe.min, probe.min, probe.max, probe.max};
                corner[1][first] = probe.max[first];
                corner[3][first] = probe.min[first];
                corner[1][second] = probe.min[second];
                corner[3][second] = probe.max[second];
                for (glm::vec3& one : corner) one[across] = wall;
                for (int k = 0; k < 4; ++k) line(corner[k], corner[(k + 1) % 4]);
                name(0.5f * (corner[0] + corner[2]), probe.name);
                break;
            }
            case sim::ProbeKind::front:
            case sim::ProbeKind::energy:
            case sim::ProbeKind::momentum:
            case sim::ProbeKind::force:
                break;  // of all fluid, or of a solid that is seen anyway
        }
    }
    list.PopClipRect();
}

}  // namespace app
