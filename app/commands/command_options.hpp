// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "spatial/boxes/broad_settings.hpp"
#include "spatial/search_settings.hpp"

namespace app {

/// More threads than this help nobody and each costs memory; a slip of the keyboard asks for a million.
inline constexpr long most_threads = 256;

/// An option with one value that `take` reads; given twice, the last counts.
CLI::Option* add_value(CLI::App& parser, const std::string& name, const std::string& placeholder,
                       const std::string& help, const std::function<void(const std::string&)>& take);

/// --threads; starts as the number of cores this process may use.
void add_threads(CLI::App& parser, int& threads);

/// --set, any number of times.
void add_overrides(CLI::App& parser, std::vector<std::string>& overrides);

/// --real-time: short for two words of --set.
void add_real_time(CLI::App& parser, std::vector<std::string>& overrides);

/// --table-size, --subdivision, --unbounded-table: what a search is set to, where there is no scene to say it.
void add_search_settings(CLI::App& parser, spatial::SearchSettings& settings);

/// An option naming a neighbour search, or a broad phase. Unknown ones are refused with the nearest known.
void add_neighbours(CLI::App& parser, const std::string& option, std::string& name);
void add_broad_phase(CLI::App& parser, const std::string& option, std::string& name);

/// --cell-size, --table-size, --table-per-class, --factor, --rebuild: what a broad phase is set to, likewise.
void add_broad_settings(CLI::App& parser, spatial::BroadSettings& settings);

}  // namespace app
