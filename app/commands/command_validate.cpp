#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
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
#include "app/recording/run_folder.hpp"
#include "sim/did_you_mean.hpp"
#include "tests/bench/report.hpp"
#include "tests/validation/case.hpp"

namespace app {

namespace {

using Json = nlohmann::ordered_json;

struct ValidateOptions {
    std::vector<std::string> names;
    validation::Settings settings;
    std::filesystem::path json, out = "validation";
    bool quiet = false;
};

std::vector<const validation::Case*> find_cases(const std::vector<std::string>& names) {
    std::vector<std::string> known;
    std::vector<const validation::Case*> found;
    for (const validation::Case& one : validation::cases()) {
        known.emplace_back(one.name);
        if (names.empty()) found.push_back(&one);
    }
    for (const std::string& name : names) {
        const auto one = std::ranges::find(validation::cases(), name, &validation::Case::name);
        if (one == validation::cases().end())
            throw UsageError("no case named '" + name + "'; " + sim::did_you_mean(name, known));
        if (std::ranges::find(found, &*one) == found.end()) found.push_back(&*one);
    }
    return found;
}

std::string list_of_cases() {
    std::string lines = "Cases:\n";
    for (const validation::Case& one : validation::cases())
        lines += bench::text("  %-16s %s\n", std::string(one.name).c_str(), std::string(one.summary).c_str());
    return lines;
}

/// A line of the table.
std::string line(const std::string& name, const std::string& quantity, const std::string& resolution,
                 const std::string& found, const std::string& gate, const std::string& verdict) {
    return bench::text("%-15s %-46s %-12s %18s  %-22s %s\n", name.c_str(), quantity.c_str(), resolution.c_str(),
                       found.c_str(), gate.c_str(), verdict.c_str());
}

/// Whether particles were shifted in it.
bool is_shifted(const validation::Case& one, const validation::Settings& settings) {
    return (one.takes_settings ? settings.shifting : sim::Scene().shifting) > 0.0f;
}

/// What of the settings is not as in scenes that say nothing; those need no word.
std::string unusual(const validation::Case& one, const validation::Settings& settings) {
    const validation::Settings usual;
    std::string words;
    if (!one.takes_settings) return words;
    if (settings.shifting != usual.shifting)
        words += is_shifted(one, settings) ? ", shifted otherwise" : ", not shifted";
    if (settings.isotropy != usual.isotropy) words += bench::text(", isotropy %g", double{settings.isotropy});
    return words;
}

Json json_of(const validation::Case& one, const validation::Settings& settings, const validation::Report& report) {
    Json rows = Json::array();
    for (const validation::Row& row : report.findings.rows())
        rows.push_back({{"quantity", row.quantity},
                        {"resolution", row.resolution},
                        {"found", row.found},
                        {"value", row.value},
                        {"uncertainty", row.uncertainty},
                        {"gate", row.gate},
                        {"verdict", row.verdict == validation::Verdict::missed ? "missed" : name_of(row.verdict)}});
    return {{"case", one.name},
            {"summary", one.summary},
            {"shifted", is_shifted(one, settings)},
            {"rows", std::move(rows)}};
}

void print(const std::string& lines) {
    std::fputs(lines.c_str(), stdout);
    std::fflush(stdout);
}

int validate(const ValidateOptions& options) {
    const std::vector<const validation::Case*> chosen = find_cases(options.names);
    const std::unique_ptr<AtomicFile> json =
        options.json.empty() ? nullptr : std::make_unique<AtomicFile>(options.json);
    make_folder(options.out);

    const StopSignals signals;
    const validation::Host host{
        .say = [](const std::string& words) { spdlog::info("{}", words); },
        .stop_wanted = [&] { return signals.stop_wanted(); },
        .data = assets_folder() / "validation",
    };
    Json all = Json::array();
    int status = 0, reached = 0, missed = 0;
    print(line("case", "quantity", "resolution", "error", "gate", "verdict"));
    for (const validation::Case* const one : chosen) {
        const std::string name(one->name);
        spdlog::info("{}: {}", name, one->summary);
        try {
            const validation::Report report = one->run(options.settings, host);
            for (const validation::Row& row : report.findings.rows()) {
                const std::string quantity = row.quantity + unusual(*one, options.settings);
                print(line(name, quantity, row.resolution, row.found, row.gate, std::string(name_of(row.verdict))));
                reached += row.verdict == validation::Verdict::reached ? 1 : 0;
                missed += row.verdict == validation::Verdict::missed ? 1 : 0;
            }
            write_file(options.out / (name + ".svg"), bench::svg_of(report.figure));
            all.push_back(json_of(*one, options.settings, report));
        } catch (const validation::Stopped&) {
            status = 130;
            break;
        } catch (const std::runtime_error& trouble) {
            spdlog::error("{} could not run: {}", name, trouble.what());
            status = 1;
        }
    }
    print(bench::text("%d gates reached, %d missed; curves in %s\n", reached, missed, options.out.c_str()));
    if (json) {
        const Json whole = {{"weir", version()},
                            {"quick", options.settings.quick},
                            {"support", options.settings.support},
                            {"shifting", options.settings.shifting},
                            {"isotropy", options.settings.isotropy},
                            {"stopped", status == 130},
                            {"machine", machine_json()},
                            {"cases", std::move(all)}};
        json->write(whole.dump(2) + "\n");
        json->commit();
    }
    if (status == 130) spdlog::warn("stopped; the cases before it stand above and in the files");
    return status;
}

}  // namespace

Subcommand validate_command(CLI::App& parser) {
    const auto options = std::make_shared<ValidateOptions>();
    parser.add_option("CASE", options->names, "Which cases, see below (default: all)")->type_name("...");
    parser.add_flag("--quick", options->settings.quick, "Without the finest resolutions: two minutes in all");
    add_threads(parser, options->settings.threads);
    add_value(parser, "--support", "S",
              "Spacings that a particle feels others over (default: that of scenes, 3): what accuracy costs. Drops and "
              "rayleigh-taylor have their own",
              [options](const std::string& text) {
                  options->settings.support = static_cast<float>(parse_number("--support", text, 1.2, 5.0, "spacings"));
              });
    add_value(parser, "--shifting", "S",
              "How fast particles even out their packing (default: that of scenes, 0.3): what it brings. Not for "
              "rayleigh-taylor and drops",
              [options](const std::string& text) {
                  options->settings.shifting = static_cast<float>(parse_number("--shifting", text, 0.0, 0.5, ""));
              });
    add_value(parser, "--isotropy", "S",
              "How much is taken off of what packings make pressure differ by direction (default: that of scenes, 1): "
              "what it brings. Not for rayleigh-taylor and drops",
              [options](const std::string& text) {
                  options->settings.isotropy = static_cast<float>(parse_number("--isotropy", text, 0.0, 1.0, ""));
              });
    add_value(parser, "--json", "FILE", "Write every row of the table, and the machine",
              [options](const std::string& text) { options->json = text; });
    add_value(parser, "--out", "DIR", "Folder for the curves, <case>.svg (default: validation)",
              [options](const std::string& text) { options->out = text; });
    parser.add_flag("--quiet", options->quiet, "No progress lines, only the table");
    parser.footer(
        list_of_cases() +
        "\nEach case runs at several resolutions and is compared with an experiment or an exact solution. A gate\n"
        "is what a good solver of this kind should reach; one that is missed is said to be. Coarser resolutions\n"
        "than a gate is for are measured only; 'finer' rows say whether errors fall with every refinement. What\n"
        "chance has a part in runs three times (--quick: once): its mean is judged, which may rise by no more\n"
        "than the draws leave uncertain.\n"
        "Exit status 0 when all cases ran, whatever they found.\n\n"
        "Examples:\n"
        "  weir validate\n"
        "  weir validate --quick\n"
        "  weir validate sloshing taylor-green --support 2\n"
        "  weir validate taylor-green elliptical-drop --shifting 0\n"
        "  weir validate martin-moyce-2 lobovsky --json dam-breaks.json --out curves");
    return {&parser, [options](const Invocation&) {
                if (options->quiet) spdlog::set_level(spdlog::level::warn);
                return validate(*options);
            }};
}

}  // namespace app
