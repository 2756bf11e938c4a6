// Which neighbour search runs, what it is set to, on how many threads, and what it did in the last step.
#include <algorithm>

#include "app/window/module_rows.hpp"
#include "app/window/panels.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {
namespace {

std::string describe(const spatial::NeighbourModule& module) {
    std::string text = module_help(module.summary, module.good_at, module.bad_at);
    if (!module.reproducible) text += "\n\nIt decides by the clock: runs may differ in their last digits.";
    return text;
}

void module_row(Laboratory& laboratory) {
    label("Module", laboratory.neighbours() != laboratory.scene().neighbours);
    if (ImGui::BeginCombo("##neighbours", laboratory.neighbours().c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const spatial::NeighbourModule& module : spatial::neighbour_modules()) {
            const std::string name(module.name);
            if (ImGui::Selectable(name.c_str(), name == laboratory.neighbours())) laboratory.choose_neighbours(name);
            mark(("neighbours-item-" + name).c_str());
            explain(describe(module));
        }
        ImGui::EndCombo();
    } else {
        mark("neighbours-combo");
        explain(
            "How a particle finds its neighbours. It changes the time a step takes, never the picture. Key: M for the "
            "next one.");
    }
}

bool subdivision_row(int& cells, int usual) {
    const sim::FieldInfo& field = sim::scene_field("modules.search.subdivision");
    label("Subdivision", cells != usual);
    bool changed = ImGui::SliderInt("##subdivision", &cells, static_cast<int>(field.min), static_cast<int>(field.max),
                                    cells == 0   ? "the search chooses"
                                    : cells == 1 ? "%d cell a reach"
                                                 : "%d cells a reach",
                                    ImGuiSliderFlags_AlwaysClamp);
    changed |= reset_by_right_click(cells, usual);
    mark("subdivision-slider");
    explain(field.help + "\n\nRight-click for the scene's.");
    return changed;
}

/// Those that the module in use has a use for.
void settings_rows(Laboratory& laboratory) {
    const auto modules = spatial::neighbour_modules();
    const auto module = std::ranges::find(modules, laboratory.neighbours(), &spatial::NeighbourModule::name);
    if (module == modules.end()) return;
    spatial::SearchSettings& settings = laboratory.search_settings();
    const spatial::SearchSettings& usual = laboratory.scene().search;
    bool changed = false;
    if (module->uses.table_size)
        changed |= table_size_row(settings.table_size, usual.table_size, sim::scene_field("modules.search.table_size"),
                                  "buckets", "table-size-slider");
    if (module->uses.subdivision) changed |= subdivision_row(settings.subdivision, usual.subdivision);
    if (module->uses.unbounded_table) {
        label("Table", settings.unbounded_table != usual.unbounded_table);
        changed |= ImGui::Checkbox("without a length", &settings.unbounded_table);
        mark("unbounded-table");
        explain(sim::scene_field("modules.search.unbounded_table").help);
    }
    const sim::FieldInfo& skin = sim::scene_field("modules.search.skin");
    changed |= dial("Skin", settings.skin, usual.skin, {0.0f, 0.5f, "%.2f reaches", skin.help});
    settings.skin = std::clamp(settings.skin, 0.0f, static_cast<float>(skin.max));
    mark("skin-slider");
    if (changed) laboratory.apply_search_settings();
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "–" : tick_text(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1.0) + " %";
}

std::string count(std::uint64_t number) { return short_number(static_cast<double>(number)); }

void counters(const sim::FrameReport& report) {
    if (!begin_numbers("search-counters")) return;
    const auto particles = static_cast<double>(std::max<std::uint64_t>(report.particles, 1));
    number_cells(
        "Candidates", count(report.candidates),
        "Pairs that the search proposed in the last step. Of those that are not neighbours a block throws out most "
        "together.");
    number_cells("Neighbours", count(report.pairs),
                 "Pairs of those that are in reach, each counted from both sides. The same for every search.");
    number_cells("Proposed a pair",
                 report.pairs == 0
                     ? "–"
                     : tick_text(static_cast<double>(report.candidates) / static_cast<double>(report.pairs), 0.01),
                 proposed_help);
    number_cells("Blocks", count(report.blocks),
                 "Groups of particles that share their candidates; threads take them one after the other.");
    number_cells("Look-ups", count(report.lookups),
                 "Cells, buckets or nodes asked for while the candidates of all blocks were found.");
    number_cells("Empty", share(report.empty_lookups, report.lookups),
                 "Look-ups that found nobody: they cost time and bring nothing.");
    number_cells("Cells", count(report.cells), "Cells, leaves or buckets with a particle in them.");
    number_cells(
        "Collisions", count(report.collisions),
        "Buckets of a table that hold particles of more than one cell: their candidates are strangers in part.");
    number_cells("Memory", short_number(static_cast<double>(report.search_bytes) * 1e-6) + " MB",
                 "Of the search alone: order, cells, tables, ranges and scratch.");
    number_cells("A particle", tick_text(static_cast<double>(report.search_bytes) / particles, 1.0) + " B",
                 "Memory of the search by the number of particles, in bytes.");
    number_cells("Reused", std::to_string(report.reused) + " of " + std::to_string(report.substeps),
                 "Steps of the last frame that an earlier search still served, thanks to the skin.");
    ImGui::EndTable();
    if (report.search_note.empty()) return;
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", report.search_note.c_str());
    ImGui::PopTextWrapPos();
    hint("What the search chose by itself, and why.");
}

}  // namespace

void search_panel(Workbench& bench) {
    if (!section("Neighbour search", true, bench.fonts.strong)) return;
    Laboratory& laboratory = bench.laboratory;

    module_row(laboratory);
    settings_rows(laboratory);

    label("Threads");
    int threads = laboratory.threads();
    if (ImGui::SliderInt("##threads", &threads, 1, bench.most_threads, "%d", ImGuiSliderFlags_AlwaysClamp))
        laboratory.set_threads(threads);
    mark("threads-slider");
    explain("Threads of the simulation. The result is the same for any number, to the last bit.");

    const sim::FrameReport& report = laboratory.state().report;
    whose_counters(report.neighbours, laboratory.neighbours(), "search-comes");
    counters(report);

    if (ImGui::Button("Compare all on this frame", {-1.0f, 0.0f})) {
        bench.settings.shows_comparison = true;
        laboratory.compare_searches();
    }
    mark("compare-button");
    explain(
        "Copies the particles as they are now and runs every search on them, in the background: time by stage, "
        "counters, memory, and whether all find the same. Key: A");
}

}  // namespace app
