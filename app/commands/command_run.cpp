#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/commands/command_options.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/run.hpp"
#include "app/commands/usage.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/wording.hpp"

namespace app {

namespace {

constexpr double longest_run = 1e6;  // simulated seconds
constexpr long most_frames = 1'000'000'000;

void add_export(RunOptions& options, const std::string& text) {
    std::vector<std::string> known;
    for (const char* const name : particle_format_names) known.push_back("particles:" + std::string(name));
    for (const char* const name : surface_format_names) known.push_back("surface:" + std::string(name));
    const auto found = static_cast<std::size_t>(std::ranges::find(known, text) - known.begin());
    if (found == known.size())
        throw UsageError("--export " + text + ": there is no such export; " + sim::did_you_mean(text, known));
    if (found < particle_format_names.size())
        options.exports.push_back(static_cast<ParticleFormat>(found));
    else
        options.surfaces.push_back(static_cast<SurfaceFormat>(found - particle_format_names.size()));
}

sim::Steps parse_steps(const std::string& text) {
    const std::vector<std::string> known(sim::steps_names.begin(), sim::steps_names.end());
    const auto found = std::ranges::find(known, text);
    if (found == known.end())
        throw UsageError("--steps " + text + ": there are no such steps; " + sim::did_you_mean(text, known));
    return static_cast<sim::Steps>(found - known.begin());
}

void check_combination(const RunOptions& options) {
    if (options.scene.empty() && options.resume.empty())
        throw UsageError("run needs a scene: weir run SCENE; 'weir list scenes' has those that come with it");
    if (options.seconds && options.frames)
        throw UsageError("--seconds and --frames both say how long; leave one of them out");
    if (!options.video.empty() && options.video.extension() != ".mp4")
        throw UsageError("--video " + options.video.string() + ": give a name that ends in .mp4");
    // ffmpeg would say it, after the first frame and in its own words.
    const std::filesystem::path folder = options.video.parent_path();
    std::error_code ignored;
    if (std::filesystem::is_directory(options.video, ignored))
        throw UsageError("--video " + options.video.string() + ": this is a folder; name a file in it");
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        throw UsageError("--video " + options.video.string() + ": there is no folder " + folder.string() +
                         "; make the folder first");
}

void add_length(CLI::App& parser, RunOptions& options) {
    add_value(
        parser, "--seconds", "S", "How long, in simulated seconds from the scene's start (default: 2)",
        [&](const std::string& text) { options.seconds = parse_number("--seconds", text, 1e-6, longest_run, "s"); });
    add_value(parser, "--frames", "N", "How long, in frames from the scene's start", [&](const std::string& text) {
        options.frames = static_cast<std::uint64_t>(parse_count("--frames", text, 1, most_frames, "frames"));
    });
}

std::string every_colouring() {
    return sim::joined(std::vector<std::string>(sim::colouring_names.begin(), sim::colouring_names.end()));
}

void add_files(CLI::App& parser, RunOptions& options) {
    add_value(parser, "--out", "DIR",
              "Folder for all files; those of an older run in it are written over (default: a new one, "
              "out/<scene>-<local time>)",
              [&](const std::string& text) { options.out = text; });
    add_value(parser, "--checkpoint-every", "S",
              "Write checkpoint-<frame>.weir every S simulated seconds and at the end", [&](const std::string& text) {
                  options.checkpoint_every = parse_number("--checkpoint-every", text, 1e-6, longest_run, "s");
              });
    add_value(parser, "--probe-every", "S",
              "Sample the scene's probes every S simulated seconds, at the ends of time steps (default: every frame)",
              [&](const std::string& text) {
                  options.probe_every = parse_number("--probe-every", text, 1e-6, longest_run, "s");
              });
    add_value(parser, "--resume", "FILE", "Go on from a checkpoint; SCENE may be left out",
              [&](const std::string& text) { options.resume = text; });
    parser
        .add_option_function<std::string>(
            "--export", [&](const std::string& text) { add_export(options, text); },
            "After every frame, all particles (particles:csv, particles:ply, particles:vtp) or the water's surface as "
            "a mesh (surface:obj, surface:ply); --export again for more")
        ->type_name("WHAT:FORMAT")
        ->take_last()
        ->trigger_on_parse();
    parser.add_flag(
        "--pictures", options.pictures,
        "Write frame-<frame>.png after every frame; --set look.colour=C says what is shown: " + every_colouring());
    add_value(parser, "--video", "FILE.mp4", "Write a video with ffmpeg, a picture a frame",
              [&](const std::string& text) { options.video = text; });
}

}  // namespace

Subcommand run_command(CLI::App& parser) {
    const auto options = std::make_shared<RunOptions>();
    parser.add_option("SCENE", options->scene, "A scene file or the name of a shipped scene")->type_name("");
    add_length(parser, *options);
    add_threads(parser, options->threads);
    add_neighbours(parser, "--neighbours", options->neighbours);
    add_broad_phase(parser, "--broadphase", options->broadphase);
    add_real_time(parser, options->overrides);
    add_value(parser, "--steps", "S",
              "Time steps: global (one for all) or individual (each particle's own, where that pays; default: the "
              "scene's, see time.steps in 'weir list settings')",
              [options](const std::string& text) { options->steps = parse_steps(text); });
    add_overrides(parser, options->overrides);
    add_files(parser, *options);
    parser.add_flag("--quiet", options->quiet, "No progress and no log lines, only errors and the result");
    parser.footer(
        "Writes timings.csv (a row a frame), summary.json (settings, machine, percentiles, state hash) and trace.json\n"
        "(for ui.perfetto.dev), and probes.csv where the scene has probes. Ctrl-C finishes the frame, writes what it "
        "has and exits with status 130.\n\n"
        "Examples:\n"
        "  weir run dam-break --seconds 2\n"
        "  weir run dam-break --frames 300 --set fluids.0.viscosity=2 --out thick\n"
        "  weir run droplets --steps individual\n"
        "  weir run fountain --set emitters.0.speed=4 --set drains.0.on=false\n"
        "  weir run dam-break --seconds 60 --checkpoint-every 10 --out long\n"
        "  weir run --resume long/checkpoint-000600.weir --seconds 120 --out longer --set time.courant=0.3\n"
        "  weir run dam-break --video dam-break.mp4\n"
        "  weir run dam-break --export surface:ply --out meshes");
    return {&parser, [options](const Invocation& invocation) {
                check_combination(*options);
                if (options->quiet) spdlog::set_level(spdlog::level::warn);
                const bool wants_pictures = options->pictures || !options->video.empty();
                if (wants_pictures && invocation.graphics == nullptr) become_weir_window(invocation.argv);
                return run(*options, invocation.graphics);
            }};
}

}  // namespace app
