#include "app/recording/recorder.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <deque>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "app/machine.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/distribution.hpp"
#include "app/recording/machine_json.hpp"
#include "app/recording/probes_writer.hpp"
#include "app/recording/timings_writer.hpp"
#include "app/recording/trace_writer.hpp"
#include "sim/scene_writer.hpp"
#include "sim/wording.hpp"

namespace app {

using Json = nlohmann::ordered_json;

namespace {

/// Beside the settings, in bytes: the rest of the summary takes 10 kB, and rows that still lie in a buffer at the end
/// up to 100 kB more than a trace that was given up has left.
constexpr std::size_t room_for_small_files = 1 << 17;

double per(double amount, double of) { return of > 0.0 ? amount / of : 0.0; }

Json json(const Distribution& d) {
    return {{"min", d.min}, {"mean", d.mean}, {"p50", d.p50}, {"p95", d.p95}, {"p99", d.p99}, {"max", d.max}};
}

Json json(const RunSettings& settings) {
    return {{"scene_file", settings.scene_file.string()},
            {"overrides", settings.overrides},
            {"threads", settings.threads},
            {"scene", Json::parse(sim::write_scene(settings.scene))}};
}

std::string hexadecimal(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016" PRIx64, number);
    return text;
}

/// What the last frame did about solids.
Json solids_json(const sim::FrameReport& report) {
    return {{"solids", report.solids},
            {"bodies", report.bodies},
            {"hits", report.solid_hits},
            {"squeezed", report.squeezed},
            {"questions", report.solid_questions},
            {"lookups", report.solid_counters.lookups},
            {"candidates", report.solid_counters.candidates},
            {"pairs", report.solid_counters.pairs},
            {"body_pairs", report.body_pairs},
            {"body_contacts", report.body_contacts}};
}

/// Who came and who left since the start of the scene.
Json traffic_json(const sim::FrameReport& report) {
    return {{"at_start", report.at_start},   {"emitted", report.emitted}, {"drained", report.drained},
            {"left", report.left},           {"skipped", report.skipped}, {"inflow_m3_s", report.inflow},
            {"outflow_m3_s", report.outflow}};
}

/// What the last frame's search did, and what it chose by itself.
Json search_json(const sim::FrameReport& report) {
    return {{"table_size", report.search.table_size},
            {"subdivision", report.search.subdivision},
            {"skin", Json::parse(sim::number_text(report.search.skin))},
            {"unbounded_table", report.search.unbounded_table},
            {"note", report.search_note},
            {"candidates", report.candidates},
            {"pairs", report.pairs},
            {"blocks", report.blocks},
            {"cells", report.cells},
            {"lookups", report.lookups},
            {"empty_lookups", report.empty_lookups},
            {"collisions", report.collisions},
            {"bytes", report.search_bytes}};
}

}  // namespace

struct Recorder::State {
    State(std::filesystem::path in_folder, RunSettings with)
        : folder(std::move(in_folder)), settings(std::move(with)), timings(folder / "timings.csv") {
        room.emplace(folder / "summary.json");
        room->reserve(room_for_small_files + sim::write_scene(settings.scene).size());
        trace.emplace(folder / "trace.json");
        open_probes(settings.scene.probes);
    }

    void open_probes(std::vector<sim::Probe> of);
    void follow_probes(const sim::FrameReport& report);
    static std::string probes_file(std::size_t number) {
        return number == 0 ? "probes.csv" : "probes-" + std::to_string(number + 1) + ".csv";
    }

    [[nodiscard]] RunResult result(std::optional<std::uint64_t> state_hash) const;
    [[nodiscard]] Json summary(const RunResult& result, bool interrupted) const;

    std::filesystem::path folder;
    RunSettings settings;
    std::optional<AtomicFile> room;  // kept free for the end, whatever else fills the disk
    TimingsWriter timings;
    std::optional<TraceWriter> trace;
    std::deque<ProbesWriter> probes;        // the last one is written to,
    std::vector<sim::Probe> probed;         // with what these say
    std::shared_ptr<const void> probed_as;  // in the report of the last frame

    // For the percentiles: 64 bytes a frame, so that a million frames, a day's run, take 64 MB.
    std::vector<double> frame_ms;
    std::array<std::vector<double>, sim::stage_count> stage_ms;

    std::optional<sim::FrameReport> first, last;
    std::string trouble;
    std::uint64_t steps = 0, reused_steps = 0, particle_steps = 0, touched_frames = 0;
    std::array<std::uint64_t, sim::most_levels> levels{};
    double wall_ms = 0.0, worst_density_error = 0.0, worst_mean_density_error = 0.0;
};

void Recorder::State::open_probes(std::vector<sim::Probe> of) {
    probed = std::move(of);
    if (!probes.empty() && probes.back().samples() == 0) probes.pop_back();
    if (!probed.empty()) probes.emplace_back(folder / probes_file(probes.size()), probed);
}

void Recorder::State::follow_probes(const sim::FrameReport& report) {
    if (!report.probed || report.probed == probed_as) return;
    probed_as = report.probed;
    if (*report.probed != probed) open_probes(*report.probed);
}

std::string frames_text(std::uint64_t frames) { return std::to_string(frames) + (frames == 1 ? " frame" : " frames"); }

Recorder::Recorder(std::filesystem::path folder, RunSettings settings)
    : state_(std::make_unique<State>(std::move(folder), std::move(settings))) {}

Recorder::~Recorder() = default;

const std::filesystem::path& Recorder::folder() const noexcept { return state_->folder; }
std::uint64_t Recorder::frames() const noexcept { return state_->frame_ms.size(); }

void Recorder::add(const sim::FrameReport& report) {
    State& s = *state_;
    if (!report.trouble.empty()) {  // the world stopped within this frame: it is none
        s.trouble = report.trouble;
        return;
    }
    s.frame_ms.push_back(report.wall_ms);
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage) s.stage_ms[stage].push_back(report.stage_ms[stage]);
    s.steps += report.substeps;
    s.reused_steps += report.reused;
    s.touched_frames += report.touched ? 1 : 0;
    s.particle_steps += report.active;
    for (std::size_t level = 0; level < s.levels.size(); ++level) s.levels[level] += report.levels[level];
    s.wall_ms += report.wall_ms;
    s.worst_density_error = std::max(s.worst_density_error, report.max_density_error);
    s.worst_mean_density_error = std::max(s.worst_mean_density_error, report.mean_density_error);

    if (!s.first) s.first = report;
    s.last = report;
    s.first->spans.clear();
    s.last->spans.clear();

    // A disk that is full by now still gets the row, from the writer's buffer, once the trace has made room for it.
    s.timings.add(report);
    s.follow_probes(report);
    if (!s.probed.empty() && !s.settings.probe_every) s.probes.back().add(report.time, report.probes);
    if (s.trace) s.trace->add(report);
}

void Recorder::add_sample(double time, std::span<const double> values) {
    if (!state_->probed.empty()) state_->probes.back().add(time, values);
}

void Recorder::give_up_trace(const std::string& why) {
    state_->trace.reset();
    if (state_->trouble.empty()) state_->trouble = why;
}

RunResult Recorder::State::result(std::optional<std::uint64_t> state_hash) const {
    const double simulated = last ? last->time - first->time + static_cast<double>(settings.scene.frame) : 0.0;
    return {.frames = frame_ms.size(),
            .simulated = simulated,
            .median_frame_ms = distribution(frame_ms).p50,
            .real_time_factor = per(simulated, wall_ms / 1000.0),
            .density_error = worst_mean_density_error,
            .state_hash = state_hash ? hexadecimal(*state_hash) : ""};
}

Json Recorder::State::summary(const RunResult& result, bool interrupted) const {
    const sim::FrameReport end = last.value_or(sim::FrameReport{});
    const double wall = wall_ms / 1000.0;  // s

    Json ms_per_frame = {{"frame", json(distribution(frame_ms))}};
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage)
        ms_per_frame[sim::stage_names[stage]] = json(distribution(stage_ms[stage]));

    Json files = {{"timings", "timings.csv"}};
    if (trace) files["trace"] = "trace.json";
    if (!probes.empty()) {
        files["probes"] = probes_file(0);
        for (std::size_t i = 1; i < probes.size(); ++i) files["more_probes"].push_back(probes_file(i));
        files["probe_samples"] =
            std::accumulate(probes.begin(), probes.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const ProbesWriter& writer) { return sum + writer.samples(); });
        files["probe_every_s"] = settings.probe_every.value_or(static_cast<double>(settings.scene.frame));
    }

    return {
        {"weir", version()},
        {"ended", !trouble.empty() ? "failed"
                  : interrupted    ? "interrupted"
                                   : "complete"},
        {"interrupted", interrupted},
        {"trouble", trouble},
        {"settings", json(settings)},
        {"machine", machine_json()},
        {"files", std::move(files)},
        {"totals",
         {{"frames", result.frames},
          {"first_frame", first ? first->frame : 0},
          {"last_frame", end.frame},
          {"simulated_s", result.simulated},
          {"wall_s", wall},
          {"steps", steps},
          {"reused_steps", reused_steps},
          {"touched_frames", touched_frames},
          {"particles", end.particles},
          {"particle_steps", particle_steps},
          {"particle_steps_by_level", levels}}},
        {"rates",
         {{"steps_per_second", per(static_cast<double>(steps), wall)},
          {"particle_steps_per_second", per(static_cast<double>(particle_steps), wall)},
          {"real_time_factor", result.real_time_factor}}},
        {"ms_per_frame", std::move(ms_per_frame)},
        {"state",
         {{"frame", end.frame},
          {"time_s", end.time},
          {"state_hash", result.state_hash},
          {"steps", sim::steps_names[static_cast<std::size_t>(end.steps)]},
          {"steps_note", end.steps_note},
          {"neighbours", end.neighbours},
          {"search", search_json(end)},
          {"broadphase", end.broadphase},
          {"solids", solids_json(end)},
          {"traffic", traffic_json(end)},
          {"kinetic_energy_J", end.kinetic_energy},
          {"potential_energy_J", end.potential_energy},
          {"momentum", end.momentum},
          {"mean_density_error", end.mean_density_error},
          {"max_density_error", end.max_density_error},
          {"worst_density_error_of_the_run", worst_density_error},
          {"worst_mean_density_error_of_the_run", worst_mean_density_error},
          {"max_speed", end.max_speed},
          {"bytes", end.bytes}}},
    };
}

RunResult Recorder::finish(std::optional<std::uint64_t> state_hash, bool interrupted) {
    const RunResult result = state_->result(state_hash);
    state_->room.reset();
    state_->timings.commit();
    if (state_->trace) state_->trace->commit();
    for (ProbesWriter& probes : state_->probes) probes.commit();
    // Last, so that a folder with a summary is a folder with everything. Names of files may be no UTF-8, as JSON is.
    const Json summary = state_->summary(result, interrupted);
    write_file(state_->folder / "summary.json", summary.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return result;
}

}  // namespace app
