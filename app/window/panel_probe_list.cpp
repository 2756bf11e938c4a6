// The list of probes, and the fields of the one that is picked: what is measured, while the fluid runs.
#include <imgui.h>
//
#include <imgui_stdlib.h>  // takes the names of the one above for granted

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/window/panels.hpp"
#include "app/window/probe_places.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// Of a help such as "front: how far ...; energy and momentum: of all fluid." what it says of one kind.
std::string help_of(sim::ProbeKind kind) {
    const std::string_view name = sim::probe_kind_names[static_cast<std::size_t>(kind)];
    std::string_view help = sim::scene_field("probes.*.kind").help;
    while (!help.empty()) {
        const std::string_view part = help.substr(0, help.find("; "));
        help.remove_prefix(std::min(part.size() + 2, help.size()));
        std::string_view names = part.substr(0, part.find(": "));
        const std::size_t both = names.find(" and ");
        const bool is_meant = names == name || (both != std::string_view::npos &&
                                                (names.substr(0, both) == name || names.substr(both + 5) == name));
        if (is_meant) return std::string(part);
    }
    return {};
}

void add_row(Workbench& bench) {
    label("Add");
    if (ImGui::BeginCombo("##add-probe", "a probe", ImGuiComboFlags_HeightLarge)) {
        for (std::size_t kind = 0; kind < sim::probe_kind_names.size(); ++kind) {
            if (ImGui::Selectable(sim::probe_kind_names[kind])) add_probe(bench, static_cast<sim::ProbeKind>(kind));
            mark((std::string("add-probe-") + sim::probe_kind_names[kind]).c_str());
            explain(help_of(static_cast<sim::ProbeKind>(kind)));
        }
        ImGui::EndCombo();
    } else {
        mark("add-probe");
        explain(
            "Measures something more from the next frame on; the fluid goes on as if nobody did. Where a particle or a "
            "solid is picked it begins there. A reset keeps it, and Ctrl+E writes it into the saved scene.");
    }
}

std::string last_value(const ProbeHistory& history, std::size_t probe) {
    const std::optional<double> value = history.last(probe);
    if (!value) return "";
    char text[48];
    std::snprintf(text, sizeof text, "%.4g %s", *value, history.first_column(probe).unit.c_str());
    return text;
}

void table_row(Workbench& bench, int row) {
    const auto number = static_cast<std::size_t>(row);
    const sim::Probe& probe = bench.laboratory.probes()[number];
    ImGui::PushID(row);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool is_picked = bench.probe.picked == number;
    if (ImGui::Selectable(probe.name.c_str(), is_picked, ImGuiSelectableFlags_SpanAllColumns)) {
        bench.probe.is_placing = false;
        bench.probe.picked = is_picked ? std::nullopt : std::optional(number);
    }
    mark(("probe-row-" + probe.name).c_str());
    explain("Click to rename it, to move it or to take it out: its fields are below. Its place is marked.");
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", sim::probe_kind_names[static_cast<std::size_t>(probe.kind)]);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(last_value(bench.laboratory.probe_history, number).c_str());
    ImGui::PopID();
}

/// Name, kind and what it said last.
void probes_table(Workbench& bench) {
    const std::vector<sim::Probe>& probes = bench.laboratory.probes();
    constexpr std::size_t most_rows = 8;
    const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
    const float height = row * static_cast<float>(std::min(probes.size(), most_rows));
    if (probes.empty() ||
        !ImGui::BeginTable("probes", 3, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY, {0.0f, height}))
        return;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(probes.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) table_row(bench, i);
    ImGui::EndTable();
}

/// Of a field, unless something is wrong: that stands below it, where the help would hide it.
void explain_field(const ProbeEditor& editor, const std::string& help) {
    explain(editor.complaint.empty() ? help : editor.complaint);
}

/// The first `count` numbers of a place or a way. True once they are to be taken.
bool numbers_row(const ProbeEditor& editor, const char* name, float* numbers, int count, const char* field) {
    const sim::FieldInfo& info = sim::scene_field(field);
    label(info.unit.empty() ? name : (std::string(name) + " (" + info.unit + ")").c_str());
    ImGui::PushID(name);
    ImGui::InputScalarN("##numbers", ImGuiDataType_Float, numbers, count, nullptr, nullptr, "%.4g",
                        ImGuiInputTextFlags_CharsScientific);
    const bool is_entered = ImGui::IsItemDeactivatedAfterEdit();
    mark((std::string("probe-") + name).c_str());
    explain_field(editor, info.help);
    ImGui::PopID();
    return is_entered;
}

bool side_row(sim::Probe& probe) {
    label("Wall");
    auto side = static_cast<int>(probe.side);
    const bool is_chosen =
        ImGui::Combo("##side", &side, sim::side_names.data(), static_cast<int>(sim::side_names.size()));
    mark("probe-side");
    explain(sim::scene_field("probes.*.side").help);
    probe.side = static_cast<sim::Side>(side);
    return is_chosen;
}

bool solid_row(sim::Probe& probe, const sim::Scene& scene) {
    label("Solid");
    bool is_chosen = false;
    if (ImGui::BeginCombo("##solid", probe.solid.c_str())) {
        for (const sim::Solid& solid : scene.solids) {
            if (solid.name.empty() || !ImGui::Selectable(solid.name.c_str(), solid.name == probe.solid)) continue;
            probe.solid = solid.name;
            is_chosen = true;
        }
        ImGui::EndCombo();
    }
    mark("probe-solid");
    explain(sim::scene_field("probes.*.solid").help);
    return is_chosen;
}

/// What its kind has. True once something is to be taken.
bool place_rows(ProbeEditor& editor, const sim::Scene& scene) {
    sim::Probe& probe = editor.draft;
    switch (probe.kind) {
        case sim::ProbeKind::front: {
            const bool is_turned = numbers_row(editor, "Direction", &probe.direction.x, 3, "probes.*.direction");
            return numbers_row(editor, "Height", &probe.height, 1, "probes.*.height") || is_turned;
        }
        case sim::ProbeKind::column_height:
        case sim::ProbeKind::level:
            return numbers_row(editor, "Position", &probe.position.x, 2, "probes.*.position");
        case sim::ProbeKind::pressure:
            return numbers_row(editor, "Position", &probe.position.x, 3, "probes.*.position");
        case sim::ProbeKind::wall_pressure: {
            const bool is_other = side_row(probe);
            const bool has_min = numbers_row(editor, "From", &probe.min.x, 3, "probes.*.min");
            return numbers_row(editor, "To", &probe.max.x, 3, "probes.*.max") || has_min || is_other;
        }
        case sim::ProbeKind::force:
            return solid_row(probe, scene);
        case sim::ProbeKind::energy:
        case sim::ProbeKind::momentum:
            break;
    }
    return false;
}

void buttons(Workbench& bench, sim::ProbeKind kind) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    if (has_place(kind)) {
        const char* const what = bench.probe.is_placing ? "Not now" : "Point at it";
        if (ImGui::Button(what, {0.5f * (room - gap), 0.0f})) toggle_placing(bench);
        mark("place-probe");
        explain(
            "The next click on the picture says where it is: on a solid, in the water, or on the wall behind. With "
            "Shift not in the water, but on what is behind it. Escape: not after all.");
        ImGui::SameLine();
    }
    const bool is_removed = ImGui::Button("Remove", {-1.0f, 0.0f});
    mark("remove-probe");
    explain("Takes it out with its curve. Ctrl+Z puts it in again, and its curve begins anew.");
    if (is_removed) bench.laboratory.remove_probe(*bench.probe.picked);
}

void picked_rows(Workbench& bench) {
    ProbeEditor& editor = bench.probe;
    label("Name");
    ImGui::InputText("##name", &editor.draft.name);
    bool is_entered = ImGui::IsItemDeactivatedAfterEdit();
    mark("probe-name");
    explain_field(editor, sim::scene_field("probes.*.name").help);
    is_entered |= place_rows(editor, bench.laboratory.scene());
    if (is_entered) apply_draft(bench);
    if (!editor.complaint.empty()) {
        ImGui::PushTextWrapPos();
        ImGui::PushStyleColor(ImGuiCol_Text, palette(bench.settings.theme).error);
        ImGui::TextUnformatted(editor.complaint.c_str());
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
        hint("Measured goes on as before, until this is mended.");
    }
    buttons(bench, editor.draft.kind);
}

}  // namespace

void probe_list_panel(Workbench& bench) {
    bench.probe.follow(bench);
    if (!section("Probes", true, bench.fonts.strong)) return;
    probes_table(bench);
    add_row(bench);
    bench.probe.follow(bench);  // a row may have been picked, or added
    if (bench.probe.picked) picked_rows(bench);
    if (bench.laboratory.probes() == bench.laboratory.scene().probes) return;
    if (ImGui::Button("Probes as in the scene", {-1.0f, 0.0f})) bench.laboratory.restore_probes();
    mark("restore-probes");
    explain("Those of the scene's file, where they were. Ctrl+Z takes that back.");
}

}  // namespace app
