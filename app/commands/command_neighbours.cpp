#include <omp.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "app/commands/command_options.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/own_input.hpp"
#include "app/commands/points_file.hpp"
#include "app/commands/room_for_pairs.hpp"
#include "app/commands/usage.hpp"
#include "app/memory_guard.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/csv_row.hpp"
#include "sim/scene.hpp"
#include "sim/wording.hpp"
#include "spatial/instruction_set.hpp"
#include "spatial/neighbour_lists.hpp"

namespace app {

namespace {

struct NeighboursOptions {
    std::string points;
    float reach = 0.0f;  // m; 0 = not given
    std::string module = sim::Scene{}.neighbours;
    spatial::SearchSettings settings;
    int threads = 1;
    std::string out;
};

/// Each pair once, the smaller row number first, ascending.
void write_pairs(const spatial::NeighbourLists& lists, std::size_t points, const std::string& target) {
    AtomicFile file(target);
    file.write("i,j\n");
    CsvRow row;
    for (std::size_t i = 0; i < points; ++i)
        for (const spatial::Index j : lists.of(i))
            if (i < j) {
                row << i << j;
                file.write(row.finish());
            }
    file.commit();
}

// As decimals, which can be read in a message; floats nearest to them are the bounds.
constexpr double least_reach = 1e-18, most_reach = 1e18;
static_assert(static_cast<float>(least_reach) == spatial::least_reach &&
              static_cast<float>(most_reach) == spatial::most_reach);

/// Rounding moves points by so little that only distances as long as the reach to a ten-thousandth could be mistaken.
void warn_of_lost_digits(const PointCloud& cloud, const std::string& points) {
    const float shortest = *std::ranges::min_element(cloud.reach);
    if (cloud.lost > 1e-4 * static_cast<double>(shortest))
        spdlog::warn(
            "{}: its coordinates are so far apart that they are known to {} only; neighbours at the edge of reach "
            "may differ",
            points, sim::metres(cloud.lost));
}

int find_pairs(const NeighboursOptions& options) {
    refuse_own_input(options.out, {options.points});
    end_where_memory_ends("the neighbours in " + options.points + " do not fit into memory; use a smaller --reach");
    PointCloud cloud = read_points(options.points);
    if (cloud.reach.empty()) {
        if (options.reach == 0.0f && cloud.size() > 0)
            throw UsageError(options.points +
                             " has no column 'reach': say with --reach R how far a point reaches, in metres");
        cloud.reach = {options.reach};
    } else if (options.reach != 0.0f) {
        spdlog::warn("{} has its own column 'reach', which counts; --reach {} does not", options.points, options.reach);
    }
    if (cloud.size() == 0) cloud.reach = {1.0f};  // of nobody; a search wants one all the same
    warn_of_lost_digits(cloud, options.points);

    omp_set_num_threads(options.threads);
    const auto search = spatial::make_neighbour_search(options.module, options.settings);
    const spatial::Points points{cloud.x, cloud.y, cloud.z, cloud.reach};
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t neighbours = spatial::count_neighbours(*search, points);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;

    if (!options.out.empty()) {
        refuse_without_room(options.points, sim::count_text(static_cast<double>(neighbours / 2)),
                            spatial::bytes_to_list(neighbours), "use a smaller --reach");
        write_pairs(spatial::find_neighbours(*search, points), cloud.size(), options.out);
        return 0;
    }
    const double mean = cloud.size() == 0 ? 0.0 : static_cast<double>(neighbours) / static_cast<double>(cloud.size());
    std::printf(
        "points           %zu\npairs            %llu\nmean neighbours  %.3f\ntime             %.2f ms (%s, %s, %d "
        "threads)\n",
        cloud.size(), static_cast<unsigned long long>(neighbours / 2), mean, spent.count(), options.module.c_str(),
        std::string(spatial::instruction_set()).c_str(), options.threads);
    const spatial::SearchCounters did = search->counters();
    std::printf("cells            %llu\nlook-ups         %llu, of those empty %llu\ncollisions       %llu\n",
                static_cast<unsigned long long>(did.cells), static_cast<unsigned long long>(did.lookups),
                static_cast<unsigned long long>(did.empty), static_cast<unsigned long long>(did.collisions));
    std::printf("search memory    %zu bytes\n", search->bytes());
    if (const std::string note = search->note(); !note.empty()) std::printf("note             %s\n", note.c_str());
    return 0;
}

}  // namespace

Subcommand neighbours_command(CLI::App& parser) {
    const auto options = std::make_shared<NeighboursOptions>();
    parser
        .add_option("POINTS", options->points, "CSV with a header x,y,z (and reach, if each point has its own), or PLY")
        ->type_name("");
    add_value(parser, "--reach", "R", "Two points are neighbours up to this distance, in metres, the distance included",
              [options](const std::string& text) {
                  options->reach = static_cast<float>(parse_number("--reach", text, least_reach, most_reach, "m"));
              });
    add_neighbours(parser, "--module", options->module);
    add_search_settings(parser, options->settings);
    add_threads(parser, options->threads);
    add_value(parser, "--out", "PAIRS", "Write the pairs as CSV: i,j with i < j, ascending, row numbers from 0",
              [options](const std::string& text) { options->out = text; });
    parser.footer(
        "Examples:\n  weir neighbours points.csv --reach 0.1\n"
        "  weir neighbours scan.ply --reach 0.05 --module uniform-hash --out pairs.csv");
    return {&parser, [options](const Invocation&) {
                if (options->points.empty())
                    throw UsageError("neighbours needs a file: weir neighbours POINTS --reach R");
                return find_pairs(*options);
            }};
}

}  // namespace app
