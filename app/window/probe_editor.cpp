#include "app/window/probe_editor.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "app/window/probe_places.hpp"
#include "app/window/projection.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"
#include "app/window/workbench.hpp"
#include "sim/wording.hpp"

namespace app {
namespace {

/// What is picked already to look at it closely.
std::optional<Spot> picked_spot(const Workbench& bench, sim::ProbeKind kind) {
    const Snapshot& state = bench.laboratory.state();
    if (kind == sim::ProbeKind::force) {
        const auto& solid = bench.settings.picked_solid;
        if (!solid || *solid >= state.solids.size()) return std::nullopt;
        const std::string& name = state.scene->solids[state.solids[*solid].entry].name;
        return Spot{.place = state.solids[*solid].pose.position, .solid = name};
    }
    const bool is_seen = bench.settings.shows_cells_of(Settings::CellsOf::search) && state.has_search_view;
    if (!is_seen || !state.search_view.picked) return std::nullopt;
    const std::size_t slot = state.search_view.picked->slot;
    return Spot{.place = {state.x[slot], state.y[slot], state.z[slot]}};
}

/// "on the wall x_max, (1.2, 0.3, 0.06) m".
std::string text_of(const Spot& spot) {
    std::string where = "in the water, ";
    if (spot.solid) where = "on " + (spot.solid->empty() ? "a solid" : *spot.solid) + ", ";
    if (spot.wall) where = std::string("on ") + sim::side_names[static_cast<std::size_t>(*spot.wall)] + ", ";
    return where + sim::metres(glm::dvec3(spot.place));
}

/// The words of a file for what is under the fields of the probe itself: without "probes.3." before them.
std::string in_the_panel(std::string complaint, std::size_t number) {
    const std::string path = "probes." + std::to_string(number) + ".";
    if (complaint.starts_with(path)) complaint.erase(0, path.size());
    return complaint;
}

}  // namespace

void ProbeEditor::follow(const Workbench& bench) {
    const std::vector<sim::Probe>& probes = bench.laboratory.probes();
    if (picked && *picked >= probes.size()) picked.reset();
    if (!picked) {
        is_placing = false;
        complaint.clear();
        base_ = {};
    } else if (base_ != probes[*picked]) {
        draft = base_ = probes[*picked];
        complaint.clear();
    }
}

void pick_probe(Workbench& bench, std::size_t number) {
    bench.probe.picked = number;
    bench.probe.is_placing = false;
    bench.settings.shows_panels = true;
    seek_row("Probes", "Name");
}

void add_probe(Workbench& bench, sim::ProbeKind kind) {
    Laboratory& laboratory = bench.laboratory;
    const std::vector<sim::Probe>& probes = laboratory.probes();
    const std::string why = laboratory.add_probe(new_probe(kind, laboratory.scene(), probes, picked_spot(bench, kind)));
    if (!why.empty()) return laboratory.toasts.show(Tone::error, why);
    bench.settings.shows_probes = true;  // the curve at once
    pick_probe(bench, probes.size() - 1);
}

void apply_draft(Workbench& bench) {
    ProbeEditor& editor = bench.probe;
    if (!editor.picked) return;
    editor.complaint = in_the_panel(bench.laboratory.change_probe(*editor.picked, editor.draft), *editor.picked);
}

void toggle_placing(Workbench& bench) {
    bench.probe.is_placing = bench.probe.picked && !bench.probe.is_placing;
    if (bench.probe.is_placing) spdlog::info("where is {}?", bench.laboratory.probes()[*bench.probe.picked].name);
}

void place_probe(Workbench& bench) {
    ProbeEditor& editor = bench.probe;
    if (!editor.is_placing || !editor.picked || *editor.picked >= bench.laboratory.probes().size()) return;
    const std::optional<Spot> spot = bench.view.spot_under_pointer(bench.laboratory, bench.settings);
    if (!spot) return;
    const Palette& colours = palette(bench.settings.theme);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const float font = ImGui::GetFontSize();
    const std::string text = text_of(*spot);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), corner{pointer.x + font, pointer.y - 1.5f * font};
    list.AddRectFilled({corner.x - 0.3f * font, corner.y - 0.1f * font},
                       {corner.x + size.x + 0.3f * font, corner.y + size.y + 0.1f * font}, colours.panel, 3.0f);
    list.AddText(corner, colours.text, text.c_str());
    list.AddCircle(pointer, 0.3f * font, colours.accent, 0, 2.0f);
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    const sim::Probe& before = bench.laboratory.probes()[*editor.picked];
    sim::Probe moved = put_at(before, *spot, bench.laboratory.scene());
    if (moved == before) return;  // nothing for it: a wall for a force
    editor.draft = std::move(moved);
    apply_draft(bench);
    if (editor.complaint.empty()) editor.is_placing = false;
}

}  // namespace app
