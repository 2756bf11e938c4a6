#include "app/commands/command_options.hpp"

#include <algorithm>
#include <type_traits>

#include "app/commands/usage.hpp"
#include "app/machine.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/scene_fields.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {

CLI::Option* add_value(CLI::App& parser, const std::string& name, const std::string& placeholder,
                       const std::string& help, const std::function<void(const std::string&)>& take) {
    const auto take_some = [name, take](const std::string& text) {
        if (text.empty()) throw UsageError(name + " needs a value, and '' is none");
        take(text);
    };
    return parser.add_option_function<std::string>(name, take_some, help)->type_name(placeholder)->take_last();
}

void add_threads(CLI::App& parser, int& threads) {
    threads = static_cast<int>(std::min<long>(available_cores(), most_threads));
    add_value(parser, "--threads", "N",
              "Threads to compute with (default: the cores available, here " + std::to_string(threads) + ")",
              [&threads](const std::string& text) {
                  threads = static_cast<int>(parse_count("--threads", text, 1, most_threads, "threads"));
              });
}

void add_real_time(CLI::App& parser, std::vector<std::string>& overrides) {
    parser.add_flag_callback(
        "--real-time", [&overrides] { overrides.emplace_back(real_time_override); },
        "Slow sound down until the fluid is compressed as far as the scene's time.density_error allows (0.05 if it "
        "does not say; the mean over the particles): fewer, longer steps");
}

void add_overrides(CLI::App& parser, std::vector<std::string>& overrides) {
    parser
        .add_option_function<std::string>(
            "--set", [&overrides](const std::string& text) { overrides.push_back(text); },
            "Change a setting of the scene, as in fluids.0.viscosity=2 (see 'weir list settings'); --set again for "
            "more")
        ->type_name("PATH=VALUE")
        ->take_last()
        ->trigger_on_parse();
}

namespace {

/// An option with a number whose range and unit are those of a field of scenes.
template <class Value>
void add_field(CLI::App& parser, const char* option, const char* placeholder, const char* path, const char* help,
               Value& value) {
    const sim::FieldInfo& field = sim::scene_field(path);
    add_value(parser, option, placeholder, help, [option, &field, &value](const std::string& text) {
        if constexpr (std::is_floating_point_v<Value>)
            value = static_cast<Value>(parse_number(option, text, field.min, field.max, field.unit.c_str()));
        else
            value = static_cast<Value>(parse_count(option, text, static_cast<long>(field.min),
                                                   static_cast<long>(field.max), field.unit.c_str()));
    });
}

}  // namespace

void add_search_settings(CLI::App& parser, spatial::SearchSettings& settings) {
    add_field(parser, "--table-size", "N", "modules.search.table_size",
              "Buckets of a hash table (default: by the number of points); 'weir list modules' says who has one",
              settings.table_size);
    add_field(parser, "--subdivision", "H", "modules.search.subdivision",
              "Cells along a reach, 1 to 4 (default: the search chooses), for searches with cells smaller than a reach",
              settings.subdivision);
    parser.add_flag("--unbounded-table", settings.unbounded_table,
                    "Hierarchical hash: a map that grows instead of a table of fixed length");
}

void add_broad_settings(CLI::App& parser, spatial::BroadSettings& settings) {
    add_field(parser, "--cell-size", "S", "modules.broad.cell_size",
              "Uniform hash: length of a cell (default: chosen from the boxes)", settings.cell_size);
    add_field(parser, "--table-size", "N", "modules.broad.table_size",
              "Entries of a hash table (default: as many as it takes); 'weir list modules' says who has one",
              settings.table_size);
    parser.add_flag("--table-per-class", settings.table_per_class,
                    "Multilevel hash: a table for each class of sizes instead of one for all");
    add_field(parser, "--factor", "F", "modules.broad.factor",
              "Hash grids: cells of one grid are F times as long as those of the next finer one (default: 2)",
              settings.factor);
    parser.add_flag("--rebuild", settings.rebuild, "Hash grids: insert everybody anew at every change");
}

namespace {

/// An option that takes one of the names of a family's modules.
template <class Modules>
void add_module(CLI::App& parser, const std::string& option, const char* kind, const std::string& help, Modules modules,
                std::string& name) {
    add_value(parser, option, "M", help, [&name, option, kind, modules](const std::string& text) {
        std::vector<std::string> known;
        for (const auto& module : modules) known.emplace_back(module.name);
        if (std::ranges::find(known, text) == known.end())
            throw UsageError(option + ": no " + kind + " named '" + text + "'; " + sim::did_you_mean(text, known));
        name = text;
    });
}

}  // namespace

void add_neighbours(CLI::App& parser, const std::string& option, std::string& name) {
    add_module(parser, option, "neighbour search", "Neighbour search to use; 'weir list modules' has them all",
               spatial::neighbour_modules(), name);
}

void add_broad_phase(CLI::App& parser, const std::string& option, std::string& name) {
    add_module(parser, option, "broad phase", "Broad phase to use; 'weir list modules' has them all",
               spatial::broad_phase_modules(), name);
}

}  // namespace app
