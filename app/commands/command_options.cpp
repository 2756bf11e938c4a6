#include "app/commands/command_options.hpp"

#include <algorithm>

#include "app/commands/usage.hpp"
#include "app/machine.hpp"
#include "sim/did_you_mean.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {

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

void add_neighbours(CLI::App& parser, const std::string& option, std::string& name) {
    add_value(parser, option, "M", "Neighbour search to use; 'weir list modules' has them all",
              [&name, option](const std::string& text) {
                  std::vector<std::string> known;
                  for (const spatial::NeighbourModule& module : spatial::neighbour_modules())
                      known.emplace_back(module.name);
                  if (std::ranges::find(known, text) == known.end())
                      throw UsageError(option + ": no neighbour search named '" + text + "'; " +
                                       sim::did_you_mean(text, known));
                  name = text;
              });
}

}  // namespace app
