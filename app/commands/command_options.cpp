#include "app/commands/command_options.hpp"

#include <algorithm>
#include <span>
#include <type_traits>

#include "app/commands/usage.hpp"
#include "app/machine.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/scene_fields.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {
namespace {

template <class Module>
void add_module(CLI::App& parser, const std::string& option, const std::string& help, const std::string& what,
                std::span<const Module> modules, std::string& name) {
    add_value(parser, option, "M", help, [option, what, modules, &name](const std::string& text) {
        std::vector<std::string> known;
        for (const Module& module : modules) known.emplace_back(module.name);
        if (std::ranges::find(known, text) == known.end())
            throw UsageError(option + ": no " + what + " named '" + text + "'; " + sim::did_you_mean(text, known));
        name = text;
    });
}

}  // namespace

CLI::Option* add_value(CLI::App& parser, const std::string& name, const std::string& placeholder,
                       const std::string& help, const std::function<void(const std::string&)>& take) {
    return parser.add_option_function<std::string>(name, take, help)->type_name(placeholder)->take_last();
}

void add_threads(CLI::App& parser, int& threads) {
    threads = static_cast<int>(std::min<long>(available_cores(), most_threads));
    add_value(parser, "--threads", "N",
              "Threads to compute with (default: the cores available, here " + std::to_string(threads) + ")",
              [&threads](const std::string& text) {
                  threads = static_cast<int>(parse_count("--threads", text, 1, most_threads, "threads"));
              });
}

void add_overrides(CLI::App& parser, std::vector<std::string>& overrides) {
    parser
        .add_option("--set", overrides,
                    "Change a setting of the scene, as in fluids.0.viscosity=2 (see 'weir list settings')")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
}

void add_search_settings(CLI::App& parser, spatial::SearchSettings& settings) {
    const auto add = [&](const char* option, const char* placeholder, const char* path, const char* help, auto& value) {
        const sim::FieldInfo& field = sim::scene_field(path);
        add_value(parser, option, placeholder, help, [option, &field, &value](const std::string& text) {
            value = static_cast<std::remove_reference_t<decltype(value)>>(parse_count(
                option, text, static_cast<long>(field.min), static_cast<long>(field.max), field.unit.c_str()));
        });
    };
    add("--table-size", "N", "modules.search.table_size",
        "Buckets of a hash table (default: by the number of points); 'weir list modules' says who has one",
        settings.table_size);
    add("--subdivision", "H", "modules.search.subdivision",
        "Cells along a reach, 1 to 4 (default: the search chooses), for searches with cells smaller than a reach",
        settings.subdivision);
    parser.add_flag("--unbounded-table", settings.unbounded_table,
                    "Hierarchical hash: a map that grows instead of a table of fixed length");
}

void add_neighbours(CLI::App& parser, const std::string& option, std::string& name) {
    add_module(parser, option, "Neighbour search to use; 'weir list modules' has them all", "neighbour search",
               spatial::neighbour_modules(), name);
}

void add_broadphase(CLI::App& parser, const std::string& option, std::string& name) {
    add_module(parser, option, "Broad phase that finds solids; 'weir list modules' has them all", "broad phase",
               spatial::broad_phase_modules(), name);
}

}  // namespace app
