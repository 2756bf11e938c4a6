// All searches side by side on one state: bars by stage, cheapest first, and what each looked at and holds.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/module_rows.hpp"
#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"

namespace app {
namespace {

/// What a bar is made of. The walk over the ranges is part of the density pass and is shown apart from the rest of it.
struct Piece {
    const char* name;
    ImU32 colour;
    const char* help;
};

std::array<Piece, 4> pieces() {
    return {{{"build", stage_colour(static_cast<std::size_t>(sim::Stage::search)),
              "The order, and what finds the ranges of candidates."},
             {"move", stage_colour(static_cast<std::size_t>(sim::Stage::reorder)),
              "All particle arrays into that order, as every step does it."},
             {"walk", stage_colour(6), "Going over the ranges of candidates, looking at none of them."},
             {"density", stage_colour(static_cast<std::size_t>(sim::Stage::density)),
              "The rest of the density pass: fetching the candidates, testing and summing them."}}};
}

std::array<double, 4> lengths_of(const ComparedModule& module) {
    const double walk = module.of(ComparedStage::ranges).processor_ms,
                 density = module.of(ComparedStage::density).processor_ms;
    return {module.of(ComparedStage::build).processor_ms, module.of(ComparedStage::move).processor_ms,
            std::min(walk, density), std::max(density - walk, 0.0)};
}

double nanoseconds(double ms, const ComparisonSubject& subject) {
    return 1e6 * ms / static_cast<double>(std::max<std::size_t>(subject.x.size(), 1));
}

void draw_head(const ComparisonSubject& subject) {
    std::string line = subject.scene.name + " at " + tick_text(subject.time, 0.01) + " s  ·  " +
                       std::to_string(subject.x.size()) + " particles  ·  " + std::to_string(subject.threads) +
                       (subject.threads == 1 ? " thread" : " threads");
    if (subject.scene.search.skin > 0.0f) line += "  ·  without the skin";
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", line.c_str());
    ImGui::PopTextWrapPos();
}

void draw_verdict(const std::vector<ComparedModule>& modules, const Palette& colours) {
    const std::string sentence = disagreement(modules);
    const std::vector<ComparedModule> measured = ranked(modules);
    ImGui::PushTextWrapPos();
    if (!sentence.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, colours.error);
        ImGui::TextUnformatted(sentence.c_str());
        ImGui::PopStyleColor();
    } else if (measured.size() > 1) {
        ImGui::Text("All %zu found the same %s neighbours.", measured.size(),
                    short_number(static_cast<double>(measured.front().pairs)).c_str());
    } else {
        ImGui::TextUnformatted("");
    }
    ImGui::PopTextWrapPos();
}

void draw_progress(Comparison& comparison) {
    const Comparison::Progress progress = comparison.progress();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string text =
        progress.now + ", " + std::to_string(progress.done + 1) + " of " + std::to_string(progress.all);
    ImGui::ProgressBar(static_cast<float>(progress.done) / static_cast<float>(progress.all),
                       {width - 6.0f * ImGui::GetFontSize(), 0.0f}, text.c_str());
    ImGui::SameLine();
    if (ImGui::Button("Cancel", {-1.0f, 0.0f})) comparison.cancel();
    mark("compare-cancel");
}

void draw_key(const Palette& colours) {
    const float font = ImGui::GetFontSize(), size = 0.62f * font;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Piece& piece : pieces()) {
        const ImVec2 place = ImGui::GetCursorScreenPos();
        list.AddRectFilled({place.x, place.y + 0.22f * font}, {place.x + size, place.y + 0.22f * font + size},
                           piece.colour, 2.0f);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5f * size);
        ImGui::PushStyleColor(ImGuiCol_Text, colours.muted);
        ImGui::TextUnformatted(piece.name);
        ImGui::PopStyleColor();
        hint(piece.help);
        ImGui::SameLine(0.0f, font);
    }
    ImGui::TextDisabled("processor time of a step, all threads, ns a particle");
    hint(
        "The least of several repeats. The clock on the wall would mostly measure the waiting for the fluid, which "
        "goes "
        "on; the table has both.");
}

/// One row of bars; a click takes the search into use.
void draw_bars(Laboratory& laboratory, const ComparisonSubject& subject, const std::vector<ComparedModule>& order,
               const Palette& colours) {
    const float font = ImGui::GetFontSize(), row = 1.5f * font, names = 9.0f * font, numbers = 4.5f * font;
    const float width = std::max(ImGui::GetContentRegionAvail().x - names - numbers, font);
    const double longest = order.empty() ? 1.0 : std::max(order.back().step().processor_ms, 1e-9);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const ComparedModule& module : order) {
        const ImVec2 place = ImGui::GetCursorScreenPos();
        const bool is_in_use = module.name == laboratory.neighbours();
        if (ImGui::Selectable(("##bar-" + module.name).c_str(), is_in_use, ImGuiSelectableFlags_None, {0.0f, row}))
            laboratory.choose_neighbours(module.name);
        mark(("compare-bar-" + module.name).c_str());
        explain((module.note.empty() ? "" : module.note + "\n\n") +
                (is_in_use ? "In use." : "Click to let the fluid run with it."));
        const float middle = place.y + 0.5f * (row - font);
        if (is_in_use)
            list.AddRectFilled({place.x, place.y + 0.15f * row}, {place.x + 0.2f * font, place.y + 0.85f * row},
                               colours.accent, 2.0f);
        list.AddText({place.x + 0.5f * font, middle}, is_in_use ? colours.accent : colours.text, module.name.c_str());
        float left = place.x + names;
        const std::array<double, 4> lengths = lengths_of(module);
        const std::array<Piece, 4> parts = pieces();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const float right = left + width * static_cast<float>(lengths[i] / longest);
            list.AddRectFilled({left, place.y + 0.2f * row}, {right, place.y + 0.8f * row}, parts[i].colour);
            left = right;
        }
        const std::string text = tick_text(nanoseconds(module.step().processor_ms, subject), 0.1);
        list.AddText({left + 0.5f * font, middle}, colours.text, text.c_str());
    }
}

struct Column {
    const char* name;
    const char* help;
    std::string (*cell)(const ComparedModule& module, const ComparisonSubject& subject);
};

std::string count(std::uint64_t number) { return short_number(static_cast<double>(number)); }

constexpr auto columns = std::to_array<Column>({
    {"ns", "Processor time of a step by particles: build, move and density, all threads together.",
     [](const ComparedModule& m, const ComparisonSubject& s) {
         return tick_text(nanoseconds(m.step().processor_ms, s), 0.1);
     }},
    {"wall ms", "The same by the clock on the wall; beside a busy simulation it includes the waiting.",
     [](const ComparedModule& m, const ComparisonSubject&) { return tick_text(m.step().wall_ms, 0.01); }},
    {"proposed", proposed_help,
     [](const ComparedModule& m, const ComparisonSubject&) {
         return m.pairs == 0 ? std::string("–")
                             : tick_text(static_cast<double>(m.candidates) / static_cast<double>(m.pairs), 0.01);
     }},
    {"look-ups", "Cells, buckets or nodes asked for.",
     [](const ComparedModule& m, const ComparisonSubject&) { return count(m.counters.lookups); }},
    {"empty", "Of those, the share that held nobody.",
     [](const ComparedModule& m, const ComparisonSubject&) {
         return m.counters.lookups == 0
                    ? std::string("–")
                    : tick_text(100.0 * static_cast<double>(m.counters.empty) / static_cast<double>(m.counters.lookups),
                                1.0) +
                          " %";
     }},
    {"collide", "Buckets that hold particles of more than one cell.",
     [](const ComparedModule& m, const ComparisonSubject&) { return count(m.counters.collisions); }},
    {"cells", "Cells, leaves or buckets with a particle in them.",
     [](const ComparedModule& m, const ComparisonSubject&) { return count(m.counters.cells); }},
    {"blocks", "Groups of particles that share their candidates.",
     [](const ComparedModule& m, const ComparisonSubject&) { return count(m.counters.blocks); }},
    {"bytes", "Memory of the search by particles.",
     [](const ComparedModule& m, const ComparisonSubject& s) {
         return tick_text(static_cast<double>(m.bytes) / static_cast<double>(std::max<std::size_t>(s.x.size(), 1)),
                          0.1);
     }},
});

void right_aligned(const std::string& text, bool is_muted) {
    const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (space > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space);
    if (is_muted)
        ImGui::TextDisabled("%s", text.c_str());
    else
        ImGui::TextUnformatted(text.c_str());
}

void draw_table(const ComparisonSubject& subject, const std::vector<ComparedModule>& order, const Palette& colours,
                const std::string& in_use) {
    if (!ImGui::BeginTable("compared", 1 + static_cast<int>(columns.size()), ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("", 0, 2.0f);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    for (const Column& column : columns) {
        ImGui::TableNextColumn();
        right_aligned(column.name, true);
        hint(column.help);
    }
    for (const ComparedModule& module : order) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (module.name == in_use) ImGui::PushStyleColor(ImGuiCol_Text, colours.accent);
        ImGui::TextUnformatted(module.name.c_str());
        if (module.name == in_use) ImGui::PopStyleColor();
        hint(module.note);
        for (const Column& column : columns) {
            ImGui::TableNextColumn();
            right_aligned(column.cell(module, subject), false);
        }
    }
    ImGui::EndTable();
}

void draw_left_out(const std::vector<ComparedModule>& modules) {
    ImGui::PushTextWrapPos();
    for (const ComparedModule& module : modules)
        if (!module.left_out.empty()) ImGui::TextDisabled("%s: %s", module.name.c_str(), module.left_out.c_str());
    ImGui::PopTextWrapPos();
}

void draw_buttons(Laboratory& laboratory) {
    if (ImGui::Button("Again, on this frame")) laboratory.compare_searches();
    mark("compare-again");
    explain("Key: A");
    ImGui::SameLine();
    if (ImGui::Button("Save as CSV")) laboratory.save_comparison();
    mark("compare-save");
    explain("comparison-1.csv and so on, beside the recordings.");
}

}  // namespace

void draw_comparison(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    if (!bench.settings.shows_comparison || laboratory.comparison() == nullptr) return;
    Comparison& comparison = *laboratory.comparison();
    const Palette& colours = palette(bench.settings.theme);
    const Area& area = bench.view.area;
    const float font = ImGui::GetFontSize();
    const std::vector<ComparedModule> modules = comparison.modules(), order = ranked(modules);

    // From the top, so that there is room to grow below. Beside the panel where it fits in there, else over it.
    const float width = std::min(50.0f * font, ImGui::GetIO().DisplaySize.x);
    ImGui::SetNextWindowPos({area.min.x + 0.5f * area.size.x, area.min.y + 5.0f * font}, ImGuiCond_Appearing,
                            {0.5f, 0.0f});
    ImGui::SetNextWindowSize({width, 0.0f}, ImGuiCond_Always);
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, ImGui::GetIO().DisplaySize);
    if (ImGui::Begin("All searches on one frame", &bench.settings.shows_comparison,
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize)) {
        keep_in_sight();
        draw_head(comparison.subject());
        draw_verdict(modules, colours);
        if (comparison.status() == Comparison::Status::running)
            draw_progress(comparison);
        else
            draw_buttons(laboratory);
        ImGui::Spacing();
        draw_key(colours);
        draw_bars(laboratory, comparison.subject(), order, colours);
        ImGui::Spacing();
        draw_table(comparison.subject(), order, colours, laboratory.neighbours());
        draw_left_out(modules);
    }
    ImGui::End();
}

}  // namespace app
