#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/scene_fields.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_schema.hpp"
#include "sim/wording.hpp"
#include "sim/world.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {

namespace {

using Json = nlohmann::ordered_json;

void print(const Json& json) { std::printf("%s\n", json.dump(2).c_str()); }

/// Those of modules.search that it has a use for.
std::vector<std::string> settings_of(const spatial::NeighbourModule& module) {
    std::vector<std::string> names;
    if (module.uses.table_size) names.emplace_back("table_size");
    if (module.uses.subdivision) names.emplace_back("subdivision");
    if (module.uses.unbounded_table) names.emplace_back("unbounded_table");
    names.emplace_back("skin");
    return names;
}

/// Likewise of modules.broad.
std::vector<std::string> settings_of(const spatial::BroadPhaseModule& module) {
    std::vector<std::string> names;
    if (module.uses.cell_size) names.emplace_back("cell_size");
    if (module.uses.table_size) names.emplace_back("table_size");
    if (module.uses.table_per_class) names.emplace_back("table_per_class");
    if (module.uses.factor) names.emplace_back("factor");
    if (module.uses.rebuild) names.emplace_back("rebuild");
    return names;
}

void list_family(const char* family, const char* title, auto modules, Json& all, bool as_json) {
    if (!as_json) std::printf("%s\n\n", title);
    for (const auto& module : modules) {
        const std::string name(module.name), summary(module.summary), good_at(module.good_at), bad_at(module.bad_at);
        const std::vector<std::string> settings = settings_of(module);
        if (as_json) {
            all.push_back({{"family", family},
                           {"name", name},
                           {"summary", summary},
                           {"good_at", good_at},
                           {"bad_at", bad_at},
                           {"settings", settings},
                           {"reproducible", module.reproducible}});
        } else {
            std::printf("%s: %s\n    good at:   %s\n    bad at:    %s\n", name.c_str(), summary.c_str(),
                        good_at.c_str(), bad_at.c_str());
            if (!settings.empty()) std::printf("    settings:  %s\n", sim::joined(settings).c_str());
            if (!module.reproducible)
                std::printf("    decides by the clock: sums may round differently from run to run\n");
        }
    }
}

void list_modules(bool as_json) {
    Json all = Json::array();
    list_family("neighbours", "Neighbour searches (--neighbours; settings are parts of modules.search)",
                spatial::neighbour_modules(), all, as_json);
    if (!as_json) std::printf("\n");
    list_family("broadphase", "Broad phases (--broadphase; settings are parts of modules.broad)",
                spatial::broad_phase_modules(), all, as_json);
    if (as_json)
        print(all);
    else
        std::printf("\n'weir list settings' explains the settings.\n");
}

void list_scenes(bool as_json) {
    Json all = Json::array();
    for (const std::string& name : shipped_scenes()) {
        const std::filesystem::path file = find_scene(name);
        const sim::Scene scene = sim::read_scene(file);
        const std::size_t particles = sim::World::particles_at_start(scene);
        if (as_json)
            all.push_back({{"name", name}, {"file", file.string()}, {"particles", particles}, {"watch", scene.watch}});
        else
            std::printf("%-18s %9zu particles  %s\n", name.c_str(), particles, scene.watch.c_str());
    }
    if (as_json) print(all);
}

Json json(const sim::FieldInfo& field) {
    Json out = {{"path", field.path}, {"type", field.type},         {"unit", field.unit},
                {"help", field.help}, {"required", field.required}, {"live", field.live}};
    if (field.min != field.max) out["min"] = field.min, out["max"] = field.max;
    if (!field.default_value.empty()) out["default"] = Json::parse(field.default_value);
    if (!field.choices.empty()) out["choices"] = field.choices;
    if (!field.only_for.empty()) out["only_for"] = {{field.decided_by, field.only_for}};
    return out;
}

/// "number, Pa s, 0 to 1000, default 0.05": what there is to say of a value in one line.
std::string traits(const sim::FieldInfo& field) {
    std::string text = field.type;
    if (!field.unit.empty()) text += ", " + field.unit;
    if (field.min != field.max) text += ", " + sim::number_text(field.min) + " to " + sim::number_text(field.max);
    if (!field.choices.empty()) text += ", one of " + sim::joined(field.choices);
    if (!field.only_for.empty()) text += ", only for " + field.decided_by + " " + sim::joined(field.only_for);
    if (field.required) text += ", required";
    if (!field.default_value.empty()) text += ", default " + field.default_value;
    if (field.live) text += ", may change while it runs";
    return text;
}

void list_settings(bool as_json) {
    Json all = Json::array();
    for (const sim::FieldInfo& field : sim::scene_fields()) {
        if (as_json)
            all.push_back(json(field));
        else
            std::printf("%s  (%s)\n    %s\n", field.path.c_str(), traits(field).c_str(), field.help.c_str());
    }
    if (as_json) print(all);
}

void list_schema(bool) { std::printf("%s", sim::scene_schema_json().c_str()); }

struct Listing {
    const char* name;
    void (*print)(bool as_json);
};
constexpr std::array<Listing, 4> listings = {
    {{"modules", list_modules}, {"scenes", list_scenes}, {"settings", list_settings}, {"schema", list_schema}}};

}  // namespace

Subcommand list_command(CLI::App& parser) {
    struct Options {
        std::string what;
        bool as_json = false;
    };
    const auto options = std::make_shared<Options>();
    parser
        .add_option("WHAT", options->what,
                    "modules, scenes, settings, or schema (JSON schema of scene files, for editors)")
        ->type_name("");
    parser.add_flag("--json", options->as_json, "As JSON, for programs");
    parser.footer("Examples:\n  weir list scenes\n  weir list settings --json\n  weir list schema > schema.json");
    return {&parser, [options](const Invocation&) {
                std::vector<std::string> names;
                for (const Listing& listing : listings) names.emplace_back(listing.name);
                if (options->what.empty())
                    throw UsageError("list needs to know what; there are: " + sim::joined(names));
                const auto found = std::ranges::find(listings, options->what, &Listing::name);
                if (found == listings.end())
                    throw UsageError("nothing to list named '" + options->what + "'; " +
                                     sim::did_you_mean(options->what, names));
                found->print(options->as_json);
                return 0;
            }};
}

}  // namespace app
