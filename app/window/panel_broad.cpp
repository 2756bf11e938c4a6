// The solids of the scene, which broad phase finds them, what it is set to, and what it did in the last step.
#include <algorithm>

#include "app/window/module_rows.hpp"
#include "app/window/panels.hpp"
#include "app/window/solid_rows.hpp"
#include "app/window/theme.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace app {
namespace {

void module_row(Laboratory& laboratory) {
    label("Broad phase", laboratory.broadphase() != laboratory.scene().broadphase);
    if (ImGui::BeginCombo("##broadphase", laboratory.broadphase().c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const spatial::BroadPhaseModule& module : spatial::broad_phase_modules()) {
            const std::string name(module.name);
            if (ImGui::Selectable(name.c_str(), name == laboratory.broadphase())) laboratory.choose_broadphase(name);
            mark(("broadphase-item-" + name).c_str());
            explain(module_help(module.summary, module.good_at, module.bad_at));
        }
        ImGui::EndCombo();
    } else {
        mark("broadphase-combo");
        explain(sim::scene_field("modules.broadphase").help + " Key: N for the next one.");
    }
}

bool flag_row(const char* name, const char* box, bool& value, bool usual, const char* field) {
    label(name, value != usual);
    const bool changed = ImGui::Checkbox(box, &value);
    explain(sim::scene_field(field).help);
    return changed;
}

/// Those that the module in use has a use for.
void settings_rows(Laboratory& laboratory) {
    const auto modules = spatial::broad_phase_modules();
    const auto module = std::ranges::find(modules, laboratory.broadphase(), &spatial::BroadPhaseModule::name);
    if (module == modules.end()) return;
    spatial::BroadSettings& settings = laboratory.broad_settings();
    const spatial::BroadSettings& usual = laboratory.scene().broad;
    bool changed = false;
    if (module->uses.cell_size) {
        const sim::FieldInfo& field = sim::scene_field("modules.broad.cell_size");
        const glm::vec3 tank = laboratory.scene().domain.max - laboratory.scene().domain.min;
        changed |= dial("Cell size", settings.cell_size, usual.cell_size,
                        {0.0f, std::max({tank.x, tank.y, tank.z}), settings.cell_size == 0.0f ? "it chooses" : "%.3f m",
                         field.help});
        settings.cell_size = std::clamp(settings.cell_size, 0.0f, static_cast<float>(field.max));
        mark("broad-cell-size");
    }
    if (module->uses.table_size)
        changed |= table_size_row(settings.table_size, usual.table_size, sim::scene_field("modules.broad.table_size"),
                                  "entries", "broad-table-size");
    if (module->uses.table_per_class)
        changed |= flag_row("Table", "for each class", settings.table_per_class, usual.table_per_class,
                            "modules.broad.table_per_class");
    if (module->uses.factor)
        changed |= field_slider("Factor", settings.factor, usual.factor, sim::scene_field("modules.broad.factor"));
    if (module->uses.rebuild)
        changed |= flag_row("At changes", "insert all anew", settings.rebuild, usual.rebuild, "modules.broad.rebuild");
    if (changed) laboratory.apply_broad_settings();
}

void queries_row(Laboratory& laboratory) {
    label("Asked by", laboratory.solid_queries() != laboratory.scene().solid_queries);
    auto queries = static_cast<int>(laboratory.solid_queries());
    if (ImGui::Combo("##solid-queries", &queries, sim::solid_queries_names.data(),
                     static_cast<int>(sim::solid_queries_names.size())))
        laboratory.set_solid_queries(static_cast<sim::SolidQueries>(queries));
    mark("solid-queries");
    explain(sim::scene_field("modules.solid_queries").help);
}

std::string count(std::uint64_t number) { return short_number(static_cast<double>(number)); }

void counters(const Snapshot& state) {
    const sim::FrameReport& report = state.report;
    const spatial::BroadCounters& counters = report.solid_counters;
    if (begin_numbers("broad-counters")) {
        number_cells("Questions", count(report.solid_questions),
                     "Of the fluid in the last step: ways of particles, or cells of particles.");
        number_cells("Look-ups", count(counters.lookups),
                     "Cells, nodes or end points that were asked for while these were answered.");
        number_cells("Cells", count(counters.cells), "Of those, the ones with a solid in them.");
        number_cells("Candidates", count(counters.candidates), "Boxes of solids that were tested.");
        number_cells("Pairs", count(counters.pairs), "Of those, touching. The same for every broad phase.");
        number_cells("Collisions", count(counters.collisions), "Places in a table with solids of more than one cell.");
        number_cells("Hits", count(report.solid_hits), "Particles that ran into a solid, in the last frame.");
        number_cells("Squeezed", count(report.squeezed), "Particles, in the last frame, that solids left no place.");
        number_cells("Box pairs", count(report.body_pairs), "Of solids whose boxes touch each other.");
        number_cells("Contacts", count(report.body_contacts), "Points where solids touch each other.");
        number_cells("Memory", short_number(static_cast<double>(state.broad_bytes) * 1e-3) + " kB",
                     "Of the broad phase that the fluid asks: boxes, cells, tables and scratch.");
        ImGui::EndTable();
    }
    if (state.broad_note.empty()) return;
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", state.broad_note.c_str());
    ImGui::PopTextWrapPos();
    hint("What the broad phase chose by itself, and why.");
}

/// How far the wheel turns over a list that is at its end already. The panel goes on from there: a list that keeps the
/// wheel to itself holds up whoever scrolls over it.
float wheel_left_over() {
    const float wheel = ImGui::GetIO().MouseWheel, end = ImGui::GetScrollMaxY(), now = ImGui::GetScrollY();
    const bool can_go_on = wheel > 0.0f ? now > 0.0f : now < end;
    if (end == 0.0f || can_go_on || !ImGui::IsWindowHovered()) return 0.0f;  // without an end the wheel is the panel's
    return wheel * 5.0f * ImGui::GetFontSize();                              // as ImGui does
}

/// The name, which picks a solid of that entry. Planes stay where they are.
void name_cell(Workbench& bench, const sim::Solid& solid, const SolidRow& row) {
    const char* shape = sim::solid_shape_names[static_cast<std::size_t>(solid.shape)];
    const std::string name = solid.name.empty() ? shape : solid.name;
    if (solid.shape == sim::SolidShape::plane) {
        ImGui::TextUnformatted(name.c_str());
        return hint(shape);
    }
    std::optional<std::uint32_t>& picked = bench.settings.picked_solid;
    const bool is_picked = picked && std::ranges::find(row.solids, *picked) != row.solids.end();
    if (ImGui::Selectable(name.c_str(), is_picked, ImGuiSelectableFlags_SpanAllColumns))
        picked = picked_by(row, picked);
    mark(("solid-row-" + name).c_str());
    explain(std::string(shape) +
            (row.solids.size() > 1 ? ": click to pick one, again for the next" : ": click to pick it"));
}

/// Each entry of the scene's list: its colour and name, how many, how it moves or that it is out, how heavy it is.
void solids_table(Workbench& bench) {
    const std::vector<sim::Solid>& solids = bench.laboratory.scene().solids;
    std::vector<SolidRow> rows = solid_rows(bench.laboratory.state());
    rows.resize(solids.size());  // where the state is of another scene still
    constexpr std::size_t most_rows = 7;
    const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
    const float height = row * static_cast<float>(std::min(solids.size(), most_rows));
    if (!ImGui::BeginTable("solids", 4, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY, {0.0f, height}))
        return;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(solids.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const sim::Solid& solid = solids[static_cast<std::size_t>(i)];
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            const ImVec2 place = ImGui::GetCursorScreenPos();
            const float font = ImGui::GetFontSize(), size = 0.62f * font, down = 0.22f * font;
            const glm::vec3 paint = screen_colour(solid.colour);
            ImGui::GetWindowDrawList()->AddRectFilled(
                {place.x, place.y + down}, {place.x + size, place.y + down + size},
                ImGui::ColorConvertFloat4ToU32({paint.r, paint.g, paint.b, 1.0f}), 2.0f);
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5f * size);
            const SolidRow& now = rows[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            name_cell(bench, solid, now);
            ImGui::PopID();
            ImGui::TableNextColumn();
            ImGui::Text("%.0f", solid.copies());
            ImGui::TableNextColumn();
            if (now.out > 0) {
                ImGui::PushStyleColor(ImGuiCol_Text, palette(bench.settings.theme).warning);
                ImGui::TextUnformatted(out_text(now).c_str());
                ImGui::PopStyleColor();
            } else {
                ImGui::TextDisabled("%s", sim::motion_names[static_cast<std::size_t>(solid.motion)]);
            }
            ImGui::TableNextColumn();
            if (solid.motion == sim::Motion::dynamic)
                ImGui::TextDisabled("%.0f kg/m³", static_cast<double>(solid.density));
        }
    const float turned = wheel_left_over();
    ImGui::EndTable();
    if (turned != 0.0f) ImGui::SetScrollY(ImGui::GetScrollY() - turned);
}

/// What can be done with the solid that was clicked on.
void picked_rows(Workbench& bench) {
    std::optional<std::uint32_t>& picked = bench.settings.picked_solid;
    const auto& solids = bench.laboratory.state().solids;
    if (picked && *picked >= solids.size()) picked.reset();
    label("Picked");
    if (!picked) {
        ImGui::TextDisabled("none: click on one");
        hint(
            "In the picture or in the list, where those can be picked, too, that were taken out. "
            "Drag a solid to move it, in the plane of the view or, with Shift, along one axis. It goes through the "
            "fluid no faster than a tenth of sound. Bodies are thrown where they are let go; fixed ones stay there, "
            "and Ctrl+Z sends them back. Planes stay where they are.");
        return;
    }
    ImGui::TextUnformatted(bench.laboratory.name_of_solid(*picked).c_str());
    if (ImGui::Button(solids[*picked].is_out ? "Put it back" : "Take it out", {-1.0f, 0.0f}))
        bench.laboratory.take_out_or_put_back(*picked);
    mark("solid-out");
    explain("A gate is lifted so: what it held back flows. It can be put back where there is no fluid. Key: Delete");
}

}  // namespace

void broad_panel(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    if (laboratory.scene().solids.empty() || !section("Solids", true, bench.fonts.strong)) return;
    solids_table(bench);
    picked_rows(bench);
    label("Look");
    ImGui::Checkbox("see through", &bench.settings.sees_through_solids);
    mark("see-through");
    explain("Shows the fluid behind the solids. Key: X");
    module_row(laboratory);
    settings_rows(laboratory);
    queries_row(laboratory);
    whose_counters(laboratory.state().report.broadphase, laboratory.broadphase(), "broad-phase-comes");
    counters(laboratory.state());
}

}  // namespace app
