#include "app/window/command_list.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "app/window/actions.hpp"
#include "app/window/letters.hpp"
#include "app/window/parameter_rows.hpp"
#include "app/window/widgets.hpp"
#include "app/window/workbench.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {
std::vector<Command> commands(const Workbench& bench) {
    std::vector<Command> all;
    for (const Action& action : actions())
        all.push_back({std::string(action.menu) + ": " + action.name, action.key_name, action.run});
    for (const ShippedScene& scene : bench.laboratory.scenes())
        all.push_back(
            {"Open: " + scene.title, "", [name = scene.name](Workbench& b) { b.laboratory.open_scene(name); }});
    for (const auto& module : spatial::neighbour_modules())
        all.push_back({"Neighbour search: " + std::string(module.name), "",
                       [name = module.name](Workbench& b) { b.laboratory.choose_neighbours(name); }});
    for (const auto& module : spatial::broad_phase_modules())
        all.push_back({"Broad phase: " + std::string(module.name), "",
                       [name = module.name](Workbench& b) { b.laboratory.choose_broadphase(name); }});
    for (std::size_t i = 0; i < sim::colouring_names.size(); ++i)
        all.push_back({std::string("Colour by ") + sim::colouring_names[i], "",
                       [i](Workbench& b) { b.laboratory.set_colouring(static_cast<sim::Colouring>(i)); }});
    for (std::size_t i = 0; i < render::colour_map_names.size(); ++i)
        all.push_back({std::string("Colours: ") + render::colour_map_names[i], "",
                       [i](Workbench& b) { b.settings.map = static_cast<render::ColourMap>(i); }});
    for (std::size_t i = 0; i < sim::probe_kind_names.size(); ++i)
        all.push_back({std::string("Add a probe: ") + sim::probe_kind_names[i], "",
                       [i](Workbench& b) { add_probe(b, static_cast<sim::ProbeKind>(i)); }});
    for (std::size_t i = 0; i < bench.laboratory.probes().size(); ++i)
        all.push_back({"Probe: " + bench.laboratory.probes()[i].name, "", [i](Workbench& b) { pick_probe(b, i); }});
    for (const ParameterRow& row : parameter_rows(bench.laboratory.scene()))
        all.push_back(
            {"Parameter: " + row.label + (row.detail.empty() ? "" : " (" + row.detail + ")"), "", [row](Workbench& b) {
                 b.settings.shows_panels = true;
                 seek_row(row.section, row.label);
             }});
    return all;
}

std::vector<std::size_t> found_in(std::span<const Command> commands, const std::string& text) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        std::istringstream words(text);
        bool holds_all = true;
        for (std::string word; words >> word;) holds_all = holds_all && holds_letters(commands[i].name, word);
        if (holds_all) found.push_back(i);
    }
    // What people see of a name begins after its menu.
    std::stable_partition(found.begin(), found.end(), [&](std::size_t i) {
        const std::string_view name = commands[i].name;
        const std::size_t colon = name.find(": ");
        return begins_like(name, text) ||
               (colon != std::string_view::npos && begins_like(name.substr(colon + 2), text));
    });
    return found;
}

}  // namespace app
