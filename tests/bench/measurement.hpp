// One neighbour search, ours or another's, measured on one cloud: stage by stage, the best of several runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spatial/search_settings.hpp"
#include "tests/bench/bench_clouds.hpp"
#include "tests/bench/peers.hpp"
#include "tests/bench/suites.hpp"

namespace bench {

/// The stages, in the order they run. A peer's order is its index; it moves nothing and has no ranges.
enum class Stage { order, move, ranges, lists, poly6, density };
inline constexpr std::array<const char*, 6> stage_names = {"order", "move", "ranges", "lists", "poly6", "density"};

/// How the arrays reach the search: as the clouds are made, or in the search's own order of a step ago, as they stay in
/// a simulation.
enum class Arrival { random, settled };
inline constexpr std::array<const char*, 2> arrival_names = {"random", "settled"};

struct Measurement {
    std::string cloud;
    std::size_t points = 0;
    double reach_in_spacings = 0.0;
    Arrival arrival = Arrival::settled;
    int threads = 1;
    std::string search;
    int subdivision = 0;  // 0 = the module's own

    std::string missing;  // why nothing was measured; empty = it was

    std::array<std::optional<double>, stage_names.size()> ns;  // per point, by stage
    double in_all = 0.0;  // order + move + lists: from arrays to everybody's neighbours; per point
    int runs = 0;
    double wall = 0.0, processor = 0.0;  // s over all runs: what passed, and what this process got of its cores
    std::uint64_t pairs = 0;             // each once
    std::uint64_t candidates = 0;        // pairs the ranges propose, each point with itself too; none for peers
    double mean_neighbours = 0.0;
    std::uint64_t most_neighbours = 0;
    double bytes = 0.0;  // per point, beside the points themselves

    std::string trouble;  // a contradiction within this measurement

    [[nodiscard]] bool measured() const noexcept { return missing.empty(); }
    [[nodiscard]] double stage(Stage s) const noexcept { return ns[static_cast<std::size_t>(s)].value_or(0.0); }
};

/// Runs are repeated until there are so many and so much time is spent, or until it was too much.
struct Patience {
    int runs = 5;
    double least = 0.3, most = 2.0;  // s
};
inline constexpr Patience hurried{1, 0.0, 0.0};

/// What everybody in a group shares.
struct Circumstances {
    const Cloud& cloud;
    Arrival arrival;
    int threads;
    Patience patience;
    bool with_density;  // 3-D clouds only
};

[[nodiscard]] Measurement measure_module(std::string_view name, const spatial::SearchSettings& settings,
                                         const Circumstances& given, const Host& host);
[[nodiscard]] Measurement measure_peer(const PeerEntry& entry, const Circumstances& given, const Host& host);

/// A line of the table in whose place nothing could be measured.
[[nodiscard]] Measurement not_measured(std::string_view name, const Circumstances& given, std::string why);

[[nodiscard]] Json json_of(const Measurement& measurement);

}  // namespace bench
