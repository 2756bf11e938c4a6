// Which neighbour search runs, and on how many threads.
#include "app/window/panels.hpp"
#include "app/window/ticks.hpp"
#include "app/window/widgets.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {
namespace {

/// How many of the tested pairs were neighbours: what a search is good at.
void show_hit_rate(const sim::FrameReport& report) {
    label("Tests per pair");
    ImGui::AlignTextToFramePadding();
    if (report.pairs == 0) {
        ImGui::TextDisabled("–");
    } else {
        ImGui::Text("%.2f", static_cast<double>(report.candidates) / static_cast<double>(report.pairs));
    }
}

}  // namespace

void search_panel(Workbench& bench) {
    if (!section("Neighbour search", true, bench.fonts.strong)) return;
    Laboratory& laboratory = bench.laboratory;

    label("Module", laboratory.neighbours() != laboratory.scene().neighbours);
    if (ImGui::BeginCombo("##neighbours", laboratory.neighbours().c_str())) {
        for (const spatial::NeighbourModule& module : spatial::neighbour_modules()) {
            const std::string name(module.name);
            if (ImGui::Selectable(name.c_str(), name == laboratory.neighbours())) laboratory.choose_neighbours(name);
            mark(("neighbours-item-" + name).c_str());
            explain(std::string(module.summary));
        }
        ImGui::EndCombo();
    } else {
        mark("neighbours-combo");
        explain(
            "How a particle finds its neighbours. It changes the time a step takes, never the picture. Key: M for the "
            "next one.");
    }

    label("Threads");
    int threads = laboratory.threads();
    if (ImGui::SliderInt("##threads", &threads, 1, bench.most_threads, "%d", ImGuiSliderFlags_AlwaysClamp))
        laboratory.set_threads(threads);
    mark("threads-slider");
    explain("Threads of the simulation. The result is the same for any number, to the last bit.");

    show_hit_rate(laboratory.state().report);
}

}  // namespace app
