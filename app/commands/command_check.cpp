#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "sim/fill.hpp"
#include "sim/fill_warnings.hpp"
#include "sim/scene_reader.hpp"
#include "sim/solid_warnings.hpp"
#include "sim/traffic_text.hpp"
#include "sim/wording.hpp"
#include "sim/world.hpp"

namespace app {

namespace {

/// The findings go to standard output: they are what was asked for.
bool check_scene(const std::string& name) {
    if (std::filesystem::path(name).filename() == "schema.json") {  // as in scenes/*.json
        std::printf("%s: says how scenes are written and is none itself; left out\n", name.c_str());
        return true;
    }
    try {
        const sim::Scene scene = sim::read_scene(find_scene(name));
        const std::size_t particles = sim::World::particles_at_start(scene);
        const double left_out = sim::count_particles(scene) - static_cast<double>(particles);
        std::printf(
            "%s: ok, %zu particles%s\n", name.c_str(), particles,
            left_out > 0.0 ? (", " + sim::count_text(left_out) + " left out where there are solids").c_str() : "");
        for (const std::string& line : sim::traffic_lines(scene)) std::printf("  %s\n", line.c_str());
        for (const auto& warnings :
             {sim::fill_warnings(scene), sim::solid_warnings(scene), sim::traffic_warnings(scene)})
            for (const std::string& warning : warnings) std::printf("  warning: %s\n", warning.c_str());
        return true;
    } catch (const sim::BadScene& bad) {
        for (const sim::SceneError& error : bad.errors()) std::printf("%s\n", error.text().c_str());
    } catch (const std::invalid_argument& error) {  // it cannot be found, or no world can begin with it
        std::printf("%s: %s\n", name.c_str(), error.what());
    }
    return false;
}

}  // namespace

Subcommand check_command(CLI::App& parser) {
    const auto scenes = std::make_shared<std::vector<std::string>>();
    parser.add_option("SCENE", *scenes, "Scene files or names of shipped scenes")->type_name("...");
    parser.footer(
        "Examples:\n  weir check scenes/*.json\n  weir check my-scene.json\n\nExit status 0 when all are well, else "
        "2.");
    return {&parser, [scenes](const Invocation&) {
                if (scenes->empty()) throw UsageError("check needs a scene: weir check SCENE...");
                bool all_well = true;
                for (const std::string& name : *scenes) all_well = check_scene(name) && all_well;
                return all_well ? 0 : 2;
            }};
}

}  // namespace app
