#include "app/commands/run.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/checkpoint_file.hpp"
#include "app/commands/probe_clock.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/stop_signal.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "app/last_good.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/recorder.hpp"
#include "app/recording/run_folder.hpp"
#include "app/recording/video_file.hpp"
#include "sim/checkpoint.hpp"
#include "sim/fill_warnings.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/solid_warnings.hpp"
#include "sim/steps_for_all.hpp"
#include "sim/traffic_text.hpp"
#include "sim/world.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t many_steps = 10'000;  // of one frame: others take tens, hundreds where sound is fast
constexpr int picture_width = 1280, picture_height = 720;  // pixels

/// In its middle a scene takes only what may change while it runs.
void change_running(sim::World& world, const std::vector<std::string>& overrides) {
    const UsageError is_fixed(
        "--set with --resume: a scene in its middle takes only what may change while it runs: gravity, walls' and "
        "fluids' properties, tension, shifting, isotropy, rates of emitters and drains, modules, look.colour, and time "
        "but for "
        "its frame; change the rest in the scene and run it from its start");
    const std::string as_it_is = sim::write_scene(world.scene());
    const sim::Scene changed = [&] {
        try {
            return sim::parse_scene(as_it_is, world.scene().name, overrides);
        } catch (const sim::BadScene& bad) {
            // A mistake elsewhere than in an override is in what does not fit one that is fixed.
            if (bad.errors().front().where.starts_with("--set ")) throw;
            throw is_fixed;
        }
    }();
    const sim::Scene& now = world.scene();
    sim::Scene rest = changed;
    rest.take(now.parameters());
    rest.neighbours = now.neighbours;
    rest.search = now.search;
    rest.broadphase = now.broadphase;
    rest.broad = now.broad;
    rest.solid_queries = now.solid_queries;
    rest.colouring = now.colouring;
    if (sim::write_scene(rest) != as_it_is) throw is_fixed;
    world.set_parameters(changed.parameters());
    world.set_neighbour_search(changed.neighbours, changed.search);
    world.set_broad_phase(changed.broadphase, changed.broad);
    world.set_solid_queries(changed.solid_queries);
    world.set_colouring(changed.colouring);
}

sim::World resumed_world(const RunOptions& options) {
    try {
        sim::World world = sim::load_checkpoint(read_checkpoint(options.resume), options.resume.string());
        if (!options.overrides.empty()) change_running(world, options.overrides);
        return world;
    } catch (const UsageError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw UsageError(error.what());  // it is what the user gave us that is bad
    }
}

/// The world at the start of the run.
sim::World make_world(const RunOptions& options, const fs::path& scene_file) {
    const auto begun = [&] {
        sim::Scene scene = sim::read_scene(scene_file, options.overrides);
        scene.steps = options.steps.value_or(scene.steps);
        return sim::World(scene);
    };
    sim::World world = options.resume.empty() ? begun() : resumed_world(options);
    if (!options.resume.empty() && options.steps) {
        sim::Parameters parameters = world.parameters();
        parameters.steps = *options.steps;
        world.set_parameters(parameters);
    }
    if (!options.resume.empty() && !scene_file.empty() && sim::read_scene(scene_file).name != world.scene().name)
        throw UsageError("the checkpoint " + options.resume.string() + " is of the scene '" + world.scene().name +
                         "', not of " + options.scene + "; leave the scene out, the checkpoint brings its own");
    if (!options.neighbours.empty()) world.set_neighbour_search(options.neighbours);
    if (!options.broadphase.empty()) world.set_broad_phase(options.broadphase);
    world.set_threads(options.threads);
    return world;
}

std::uint64_t frames_in(double seconds, const sim::Scene& scene) {
    // The thousandth is for frame lengths like 0.01, which as floats are a little less than what was written.
    return static_cast<std::uint64_t>(std::max(1.0, std::ceil(seconds / static_cast<double>(scene.frame) - 1e-3)));
}

std::uint64_t last_frame(const RunOptions& options, const sim::World& world) {
    const std::uint64_t last = options.frames
                                   ? *options.frames
                                   : frames_in(options.seconds.value_or(RunOptions::default_seconds), world.scene());
    if (last <= world.frame())
        throw UsageError("the checkpoint is at frame " + std::to_string(world.frame()) +
                         " and the run would end at frame " + std::to_string(last) +
                         "; ask for more with --frames or --seconds, which count from the scene's start");
    return last;
}

void check_probes(const RunOptions& options, const sim::Scene& scene) {
    if (options.probe_every && scene.probes.empty())
        throw UsageError("--probe-every: the scene '" + scene.name +
                         "' has no probes; give it some ('weir list settings' explains probes), or leave this out");
}

fs::path folder_for(const RunOptions& options, const std::string& scene_name) {
    if (options.out.empty()) return new_run_folder("out", scene_name);
    make_folder(options.out);
    if (const fs::path older = file_of_a_run(options.out); !older.empty())
        spdlog::warn(
            "--out {}: this folder holds the files of another run, such as {}; those of the same name are "
            "written over",
            options.out.string(), older.string());
    return options.out;
}

/// Everything a run writes beside the recording: exports, pictures, the video, checkpoints.
class FrameFiles {
public:
    FrameFiles(const RunOptions& options, const fs::path& folder, const sim::Scene& scene, const Graphics* graphics)
        : options_(options), folder_(folder) {
        if (options.pictures || !options.video.empty())
            pictures_ = graphics->make_pictures(scene, picture_width, picture_height);
        if (!options.video.empty())
            video_ = std::make_unique<VideoFile>(options.video, picture_width, picture_height,
                                                 1.0 / static_cast<double>(scene.frame));
        if (options.checkpoint_every) checkpoint_frames_ = frames_in(*options.checkpoint_every, scene);
    }

    /// Everything that is due after a frame.
    void write(const sim::World& world) {
        for (const ParticleFormat format : options_.exports)
            export_particles(
                world.particles(), format,
                numbered("particles", world.frame(), particle_format_names[static_cast<std::size_t>(format)]));
        if (!options_.surfaces.empty()) {
            const SurfaceMesh mesh = surface_of(world.scene(), world.particles());
            for (const SurfaceFormat format : options_.surfaces)
                export_surface(
                    mesh, format,
                    numbered("surface", world.frame(), surface_format_names[static_cast<std::size_t>(format)]));
        }
        if (pictures_) {
            const std::vector<std::uint8_t>& rgb = pictures_->draw(world);
            if (video_) video_->add(rgb);
            if (options_.pictures) write_picture(world.frame());
        }
        if (checkpoint_frames_ != 0 && world.frame() % checkpoint_frames_ == 0) write_checkpoint(world);
    }

    void finish() {
        if (video_) video_->finish();
    }

    /// A video that is not finished makes room on a full disk. Returns whether there was one.
    bool give_up_video() { return std::exchange(video_, nullptr) != nullptr; }

    /// A run with checkpoints leaves one at its end too, to go on from.
    void write_last_checkpoint(const sim::World& world) const {
        if (checkpoint_frames_ != 0 && world.frame() % checkpoint_frames_ != 0) write_checkpoint(world);
    }

private:
    [[nodiscard]] fs::path numbered(const char* what, std::uint64_t frame, const char* ending) const {
        char name[64];
        std::snprintf(name, sizeof name, "%s-%06llu.%s", what, static_cast<unsigned long long>(frame), ending);
        return folder_ / name;
    }
    void write_picture(std::uint64_t frame) const {
        AtomicFile file(numbered("frame", frame, "png"));
        const std::vector<std::uint8_t> png = pictures_->png();
        file.write_bytes(std::span(png));
        file.commit();
    }
    void write_checkpoint(const sim::World& world) const {
        write_file(numbered("checkpoint", world.frame(), "weir"), sim::save_checkpoint(world));
    }

    const RunOptions& options_;
    fs::path folder_;
    std::unique_ptr<PictureMaker> pictures_;
    std::unique_ptr<VideoFile> video_;
    std::uint64_t checkpoint_frames_ = 0;  // 0 = none
};

/// What came and went, where anything did.
void say_traffic(const sim::FrameReport& r) {
    if (r.emitted + r.drained + r.left + r.skipped == 0) return;
    spdlog::info(
        "{} particles at the start + {} emitted - {} drained - {} left through open sides = {}; last in {:.4g} m³/s, "
        "out {:.4g} m³/s",
        r.at_start, r.emitted, r.drained, r.left, r.particles, r.inflow, r.outflow);
    if (r.skipped > 0) spdlog::info("{} places of emitters were skipped: something was in the way", r.skipped);
}

void say_density_error(const sim::World& world, const RunResult& result) {
    const sim::RealTime& stated = world.parameters().real_time;
    if (!stated.on) return;
    float sound = 0.0f;
    for (std::size_t fluid = 0; fluid < world.parameters().fluids.size(); ++fluid)
        sound = std::max(sound, world.sound_speed(fluid));
    spdlog::info(
        "real-time mode: compressed by {:.3g} % on the mean over the particles in the worst frame, {:.3g} % stated; "
        "sound at the end: {:.3g} m/s",
        100.0 * result.density_error, 100.0f * stated.density_error, sound);
}

void say_result(const sim::World& world, const RunResult& result, const fs::path& folder) {
    std::printf("%s: %s, %.3f s; %.2f ms per frame (median), %.3g times real time; state %s\nfiles in %s\n",
                world.scene().name.c_str(), frames_text(result.frames).c_str(), result.simulated,
                result.median_frame_ms, result.real_time_factor, result.state_hash.c_str(), folder.c_str());
}

/// Of a frame without a foreseeable end nobody would hear anything: progress is said by the frame.
void say_many_steps(const sim::World& world) {
    const double frame = static_cast<double>(world.scene().frame);
    const double done = world.time() / frame - static_cast<double>(world.frame());
    spdlog::warn(
        "frame {} has taken {} time steps and is {:.2g} % done: they are about {:.2g} s long. What moves or is shaken "
        "slower, viscosity, sound_speed or tension that are lower, or a larger spacing would make them longer; Ctrl-C "
        "twice ends the run at once",
        world.frame() + 1, many_steps, 100.0 * done, done * frame / static_cast<double>(many_steps));
}

/// `unwritten` says what the disk did not take, now or before; empty = nothing. Then what was computed is kept without
/// what takes the most room, and `unwritten` says that too.
RunResult finish(Recorder& recorder, FrameFiles& files, std::uint64_t state_hash, bool interrupted,
                 std::string& unwritten) {
    if (unwritten.empty()) try {
            return recorder.finish(state_hash, interrupted);
        } catch (const std::runtime_error& error) {
            unwritten = error.what();
        }
    recorder.give_up_trace(unwritten);
    const char* const given_up = files.give_up_video() ? "trace.json and the video were" : "trace.json was";
    try {
        RunResult result = recorder.finish(state_hash, interrupted);
        unwritten += "; " + frames_text(result.frames) + " kept in timings.csv and summary.json, " + given_up +
                     " given up to make room";
        return result;
    } catch (const std::runtime_error& error) {
        unwritten += "; even without trace.json there is no room for what is known of " +
                     frames_text(recorder.frames()) + ": " + error.what();
    }
    return {};
}

/// Writes the last good state, unless that is done; returns why it could not be.
std::string keep(const LastGood& last_good, const fs::path& folder, fs::path& kept) {
    if (kept.empty()) try {
            kept = last_good.write(folder);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
    return "";
}

void say_last_good(const LastGood& last_good, const fs::path& kept, const std::string& why_not) {
    if (kept.empty())
        spdlog::error("frame {} was still good, and is not kept: {}", last_good.frame(), why_not);
    else
        spdlog::warn(
            "frame {} was still good and is kept: go on from it with --resume {} and a --set for what is to change",
            last_good.frame(), kept.string());
}

}  // namespace

int run(const RunOptions& options, const Graphics* graphics) {
    const fs::path scene_file = options.scene.empty() ? fs::path() : find_scene(options.scene);
    sim::World world = make_world(options, scene_file);
    const std::uint64_t last = last_frame(options, world);
    check_probes(options, world.scene());

    const StopSignals signals;
    outlive_readers();  // a run is for its files
    const fs::path folder = folder_for(options, scene_file.empty() ? world.scene().name : scene_file.stem().string());
    FrameFiles files(options, folder, world.scene(), graphics);
    const sim::Scene as_it_runs = world.scene_from_now();
    Recorder recorder(folder, {as_it_runs, scene_file, options.overrides, options.threads, options.probe_every});
    std::optional<ProbeClock> probes;
    if (options.probe_every) probes.emplace(world, *options.probe_every);
    const auto sample_probes = [&] {
        if (!probes) return;
        if (const auto values = probes->sample(world)) recorder.add_sample(world.time(), *values);
    };
    spdlog::info("{}: {} particles, {}, threads: {}, frames {} to {}, into {}", world.scene().name,
                 world.particles().size(), world.neighbour_search(), options.threads, world.frame() + 1, last,
                 folder.string());

    for (std::size_t i = 0; i < world.left_out().size(); ++i)
        if (world.left_out()[i] > 0)
            spdlog::info("volumes.{}: {} particles left out where there are solids", i, world.left_out()[i]);

    for (const std::string& line : sim::traffic_lines(as_it_runs)) spdlog::info("{}", line);
    for (const std::string& warning : sim::traffic_warnings(as_it_runs)) spdlog::warn("{}", warning);
    if (const char* const why = sim::why_steps_are_global(as_it_runs))
        spdlog::warn("individual steps are asked for, but {}", why);
    if (world.frame() == 0)
        for (const auto& warnings : {sim::fill_warnings(world.scene()), sim::solid_warnings(world.scene())})
            for (const std::string& warning : warnings) spdlog::warn("{}", warning);

    std::string trouble, unwritten;
    sim::FrameReport last_report;
    LastGood last_good(world);
    Progress progress(progress_style(options.quiet), world.frame(), last);
    bool said_many_steps = false;
    const auto advance = [&] {
        std::uint64_t steps = 0;
        const sim::FrameReport& report = last_report = world.advance_frame([&] {
            sample_probes();
            if (++steps == many_steps && !std::exchange(said_many_steps, true)) {
                progress.clear();
                say_many_steps(world);
            }
            return true;
        });
        recorder.add(report);
        if (!report.notice.empty()) {
            progress.clear();
            spdlog::warn("{}", report.notice);
        }
        trouble = report.trouble;
        if (!trouble.empty()) return;
        sample_probes();
        files.write(world);
        last_good.keep(world, report);
        progress.show(world.frame(), world.time(), report.wall_ms);
    };
    try {
        while (world.frame() < last && trouble.empty() && !signals.stop_wanted()) advance();
        if (trouble.empty()) files.write_last_checkpoint(world);
        files.finish();
    } catch (const std::runtime_error& error) {
        unwritten = error.what();
    }
    progress.clear();
    if (!trouble.empty()) spdlog::error("{}", trouble);

    // A state to go on from is worth more than a trace, which is given up where there is no room for both.
    fs::path kept;
    if (!trouble.empty() && unwritten.empty()) unwritten = keep(last_good, folder, kept);
    const bool interrupted = trouble.empty() && world.frame() < last;
    const RunResult result = finish(recorder, files, world.state_hash(), interrupted, unwritten);
    if (unwritten.empty()) {
        say_traffic(last_report);
        say_density_error(world, result);
        say_result(world, result, folder);
    } else {
        spdlog::error("{}", unwritten);
    }
    if (!trouble.empty()) {
        const std::string why_not = keep(last_good, folder, kept);
        say_last_good(last_good, kept, why_not);
    }
    if (!unwritten.empty() || !trouble.empty()) return 1;
    if (interrupted) {
        spdlog::warn("stopped after frame {} of {}; what was computed is written", world.frame(), last);
        return 130;
    }
    return 0;
}

}  // namespace app
