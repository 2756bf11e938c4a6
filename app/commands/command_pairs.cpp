#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "app/commands/boxes_file.hpp"
#include "app/commands/command_options.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/own_input.hpp"
#include "app/commands/room_for_pairs.hpp"
#include "app/commands/usage.hpp"
#include "app/memory_guard.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/csv_row.hpp"
#include "sim/wording.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/instruction_set.hpp"

namespace app {

namespace {

using spatial::BoxPair;
using spatial::Index;

struct PairsOptions {
    std::string boxes, queries;  // files; no queries: the boxes among each other
    std::string module = "compact-grid";
    spatial::BroadSettings settings;
    int threads = 1;
    std::string out;
};

/// Each line two numbers, ascending.
void write_pairs(const char* header, const std::vector<BoxPair>& pairs, const std::string& target) {
    AtomicFile file(target);
    file.write(header);
    CsvRow row;
    for (const BoxPair& pair : pairs) {
        row << pair.a << pair.b;
        file.write(row.finish());
    }
    file.commit();
}

/// Who touches whom: query and box, ascending.
std::vector<BoxPair> touching_pairs(spatial::BroadPhase& broad, const std::vector<spatial::Box>& queries) {
    std::vector<BoxPair> pairs;
    broad.touching(queries, [&](Index query, std::span<const Index> boxes) {
#pragma omp critical
        for (const Index box : boxes) pairs.push_back({query, box});
    });
    return pairs;
}

// So many boxes are asked to know about how many pairs there are: who has billions of them is met among these.
constexpr std::size_t asked_of_a_crowd = 1000;
// A list that grows holds each pair up to three times, and so does one found and copied.
constexpr double bytes_a_pair = 3.0 * sizeof(BoxPair);

/// About as many as will be found: of a crowd, from whom a few of those who ask touch.
double about_pairs(const std::vector<spatial::Box>& boxes, const std::vector<spatial::Box>& asking) {
    std::vector<spatial::Box> some;
    std::mt19937 draw(1);
    std::ranges::sample(asking, std::back_inserter(some), static_cast<std::ptrdiff_t>(asked_of_a_crowd), draw);
    if (some.empty()) return 0.0;
    const auto tree = spatial::make_broad_phase("box-tree");
    tree->put(boxes);
    std::uint64_t touched = 0;
    tree->touching(some, [&](Index, std::span<const Index> found) {
#pragma omp atomic
        touched += found.size();
    });
    return static_cast<double>(touched) / static_cast<double>(some.size()) * static_cast<double>(asking.size());
}

/// About so many, in two digits.
std::string about(double count) {
    const double digit = std::pow(10.0, std::floor(std::log10(std::max(count, 1.0))) - 1.0);
    return "about " + sim::count_text(std::round(count / digit) * digit);
}

void refuse_too_many(const PairsOptions& options, const std::vector<spatial::Box>& boxes,
                     const std::vector<spatial::Box>& queries) {
    // Few cannot fill any memory, and asking anybody takes time.
    constexpr double few = 1e7;
    const bool each_other = options.queries.empty();
    const std::vector<spatial::Box>& asking = each_other ? boxes : queries;
    if (static_cast<double>(boxes.size()) * static_cast<double>(asking.size()) < few) return;
    const double touched = about_pairs(boxes, asking);  // among each other everybody twice, and themselves once
    const double pairs = each_other ? 0.5 * (touched - static_cast<double>(boxes.size())) : touched;
    refuse_without_room(each_other ? options.boxes : options.queries, about(pairs),
                        static_cast<std::uint64_t>(pairs * bytes_a_pair), "use fewer or smaller boxes");
}

int find_pairs(const PairsOptions& options) {
    refuse_own_input(options.out, {options.boxes, options.queries});
    end_where_memory_ends(
        "the pairs of " + options.boxes +
        " do not fit into memory; ask for a part of them at a time with --queries, or give fewer boxes");
    const auto [boxes, exact_boxes] = read_boxes(options.boxes);
    BoxList asking;
    if (!options.queries.empty()) asking = read_boxes(options.queries);
    omp_set_num_threads(options.threads);
    refuse_too_many(options, boxes, asking.boxes);
    const auto broad = spatial::make_broad_phase(options.module, options.settings);
    const auto start = std::chrono::steady_clock::now();
    broad->put(boxes);
    std::vector<BoxPair> pairs;
    if (options.queries.empty()) {
        const auto found = broad->pairs();
        pairs.assign(found.begin(), found.end());
    } else {
        pairs = touching_pairs(*broad, asking.boxes);
    }
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    const spatial::BroadCounters did = broad->counters();

    const std::vector<ExactBox>& first = options.queries.empty() ? exact_boxes : asking.exact;
    std::erase_if(pairs, [&](const BoxPair& pair) { return !overlap(first[pair.a], exact_boxes[pair.b]); });

    if (!options.out.empty()) {
        std::sort(pairs.begin(), pairs.end());
        write_pairs(options.queries.empty() ? "i,j\n" : "query,box\n", pairs, options.out);
        return 0;
    }
    const auto print = [](const char* what, auto count) {
        std::printf("%-17s%llu\n", what, static_cast<unsigned long long>(count));
    };
    print("boxes", boxes.size());
    if (!options.queries.empty()) print("queries", asking.boxes.size());
    print("pairs", pairs.size());
    std::printf("time             %.2f ms (%s, %s, %d threads)\n", spent.count(), options.module.c_str(),
                std::string(spatial::instruction_set()).c_str(), options.threads);
    std::printf("look-ups         %llu, of those with a box %llu\n", static_cast<unsigned long long>(did.lookups),
                static_cast<unsigned long long>(did.cells));
    print("boxes tested", did.candidates);
    print("collisions", did.collisions);
    std::printf("memory           %zu bytes\n", broad->bytes());
    if (const std::string note = broad->note(); !note.empty()) std::printf("note             %s\n", note.c_str());
    return 0;
}

}  // namespace

Subcommand pairs_command(CLI::App& parser) {
    const auto options = std::make_shared<PairsOptions>();
    parser
        .add_option("BOXES", options->boxes,
                    "CSV with a header minx,miny,minz,maxx,maxy,maxz, one box a line, in metres")
        ->type_name("");
    add_value(parser, "--queries", "BOXES",
              "Other boxes: find whom each of them touches, instead of the boxes each other",
              [options](const std::string& text) { options->queries = text; });
    add_broad_phase(parser, "--module", options->module);
    add_broad_settings(parser, options->settings);
    add_threads(parser, options->threads);
    add_value(parser, "--out", "PAIRS",
              "Write the pairs as CSV, ascending: i,j with i < j, or query,box; row numbers from 0",
              [options](const std::string& text) { options->out = text; });
    parser.footer(
        "Boxes are closed: those that touch in a face, an edge or a corner are a pair.\n\n"
        "Examples:\n  weir pairs crates.csv\n"
        "  weir pairs crates.csv --module hash-grids --out pairs.csv\n"
        "  weir pairs walls.csv --queries paths.csv --out hits.csv");
    return {&parser, [options](const Invocation&) {
                if (options->boxes.empty()) throw UsageError("pairs needs a file: weir pairs BOXES");
                return find_pairs(*options);
            }};
}

}  // namespace app
