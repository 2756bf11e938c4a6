#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/commands/command_options.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/stop_signal.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "app/machine.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/machine_json.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/wording.hpp"
#include "tests/bench/suites.hpp"

namespace app {

namespace {

constexpr long fewest_points = 100, most_points = 20'000'000;

struct BenchOptions {
    std::string suite;
    bench::Settings settings;
    std::filesystem::path json, plot;
    bool quiet = false;
};

/// "10k,1M" as numbers, ascending, each once.
template <class Parse>
auto parse_list(const std::string& text, Parse parse) {
    std::vector<decltype(parse(text))> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        values.push_back(parse(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

/// With k for thousand and M for million.
std::size_t parse_points(const std::string& text) {
    std::string digits = text;
    if (text.ends_with('k')) digits.replace(text.size() - 1, 1, "000");
    if (text.ends_with('M')) digits.replace(text.size() - 1, 1, "000000");
    try {
        return static_cast<std::size_t>(parse_count("--points", digits, fewest_points, most_points, "points"));
    } catch (const UsageError&) {
        throw UsageError("--points " + text + ": give sizes from " + std::to_string(fewest_points) + " to " +
                         std::to_string(most_points) + " like 10k,100k,1M");
    }
}

const bench::Suite& find_suite(const std::string& name) {
    std::vector<std::string> known;
    for (const bench::Suite& suite : bench::suites()) known.emplace_back(suite.name);
    if (name.empty()) throw UsageError("bench needs to know what to measure; there are: " + sim::joined(known));
    const auto found = std::ranges::find(bench::suites(), name, &bench::Suite::name);
    if (found == bench::suites().end())
        throw UsageError("no bench named '" + name + "'; " + sim::did_you_mean(name, known));
    return *found;
}

std::string list_of_suites() {
    std::string lines = "Suites:\n";
    for (const bench::Suite& suite : bench::suites()) {
        std::string name(suite.name);
        name.resize(14, ' ');
        lines += "  " + name + std::string(suite.summary) + "\n";
    }
    return lines;
}

nlohmann::ordered_json json_of(const BenchOptions& options, const bench::Report& report) {
    nlohmann::ordered_json out = {{"weir", version()}, {"suite", options.suite}, {"machine", machine_json()}};
    out.update(bench::json_of(report));
    return out;
}

int measure(const BenchOptions& options) {
    const bench::Suite& suite = find_suite(options.suite);
    // Before hours are spent: opening the files says whether they can be written at all.
    std::unique_ptr<AtomicFile> json, plot;
    if (!options.json.empty()) json = std::make_unique<AtomicFile>(options.json);
    if (!options.plot.empty()) plot = std::make_unique<AtomicFile>(options.plot);

    const StopSignals signals;
    const bench::Host host{
        .say = [](const std::string& line) { spdlog::info("{}", line); },
        .print =
            [](const std::string& lines) {
                std::fputs(lines.c_str(), stdout);
                std::fflush(stdout);
            },
        .stop_wanted = [&] { return signals.stop_wanted(); },
        .find_scene = find_scene,
        .scenes = shipped_scenes(),
    };
    const bench::Report report = suite.run(options.settings, host);
    if (options.settings.quick)
        host.print("--quick: small clouds, one cold run each. What follows says nothing about times.\n\n");
    host.print(bench::text_of(report.findings));
    if (json) {
        json->write(json_of(options, report).dump(2) + "\n");
        json->commit();
    }
    if (plot) {
        plot->write(bench::svg_of(report.figure));
        plot->commit();
    }
    if (!report.wrong.empty()) {
        spdlog::error("{}", report.wrong);
        return 1;
    }
    if (report.stopped) {
        spdlog::warn("stopped; what was measured until then stands above and in the files");
        return 130;
    }
    return 0;
}

}  // namespace

Subcommand bench_command(CLI::App& parser) {
    const auto options = std::make_shared<BenchOptions>();
    options->settings.threads = available_cores() > 1 ? std::vector{1, 2} : std::vector{1};
    parser.add_option("SUITE", options->suite, "What to measure, see below")->type_name("");
    parser.add_flag("--quick", options->settings.quick,
                    "Small and once: shows that everything works, not how fast it is");
    add_value(parser, "--threads", "LIST", "Numbers of threads to measure with (default: 1,2)",
              [options](const std::string& text) {
                  options->settings.threads = parse_list(text, [](const std::string& word) {
                      return static_cast<int>(parse_count("--threads", word, 1, most_threads, "threads"));
                  });
              });
    add_value(parser, "--points", "LIST", "Sizes of clouds and crowds (default: the suite's, mostly 10k,100k,1M)",
              [options](const std::string& text) { options->settings.points = parse_list(text, parse_points); });
    add_value(parser, "--json", "FILE", "Write settings, machine, measurements and findings",
              [options](const std::string& text) { options->json = text; });
    add_value(parser, "--plot", "FILE.svg", "Draw the curves", [options](const std::string& text) {
        options->plot = text;
        if (options->plot.extension() != ".svg") throw UsageError("--plot " + text + ": give a name that ends in .svg");
    });
    parser.add_flag("--quiet", options->quiet, "No progress lines, only the tables");
    parser.footer(
        list_of_suites() +
        "\nTables and verdicts go to standard output, progress to standard error. Every time stands beside the\n"
        "pairs that were found in it. Ctrl-C ends after the running measurement, writes what there is and exits\n"
        "with status 130. Times are worth their ratios in one run on one idle machine.\n\n"
        "Examples:\n"
        "  weir bench neighbours --quick\n"
        "  weir bench neighbours --points 100k --threads 1 --plot neighbours.svg\n"
        "  weir bench neighbours --json neighbours.json --plot neighbours.svg\n"
        "  weir bench broadphase --points 10k,100k --threads 1\n"
        "  weir bench papers --json papers.json");
    return {&parser, [options](const Invocation&) {
                if (options->quiet) spdlog::set_level(spdlog::level::warn);
                return measure(*options);
            }};
}

}  // namespace app
