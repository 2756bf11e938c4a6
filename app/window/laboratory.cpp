#include "app/window/laboratory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <sstream>
#include <utility>

#include "app/checkpoint_file.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "sim/scene_reader.hpp"
#include "sim/world.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {
namespace {

constexpr float degrees = 180.0f / std::numbers::pi_v<float>;

/// Of the module that comes next in a list, the first after the last.
template <class Module>
std::string_view name_after(std::span<const Module> modules, std::string_view name) {
    const auto current = std::ranges::find(modules, name, &Module::name);
    const bool is_last = current == modules.end() || std::next(current) == modules.end();
    return is_last ? modules.front().name : std::next(current)->name;
}

}  // namespace

GravityDial GravityDial::of(const glm::vec3& gravity) {
    GravityDial dial;
    const float across = std::hypot(gravity.x, gravity.y);
    dial.size = std::hypot(across, gravity.z);
    // Without gravity -gravity.z is -0, and the angle of that is half a turn: a pull set from there on would lift.
    dial.tilt = dial.size > 0.0f ? std::atan2(across, -gravity.z) * degrees : 0.0f;
    dial.heading = across > 0.0f ? std::atan2(gravity.y, gravity.x) * degrees : 0.0f;
    return dial;
}

glm::vec3 GravityDial::vector() const {
    const float across = size * std::sin(tilt / degrees);
    return {across * std::cos(heading / degrees), across * std::sin(heading / degrees),
            -size * std::cos(tilt / degrees)};
}

Laboratory::Laboratory(const WindowOptions& options)
    : options_(options),
      scenes_(describe_shipped_scenes()),
      first_(find_scene_or_checkpoint(options.scene)),
      opened_(open_first(first_)),
      threads_(options.threads),
      simulation_(begun()),
      latest_(simulation_.latest()) {
    if (!opened_.running) opened_.as_read = opened_.running = latest_->scene;
    watch_.watch(opened_.file);
    adopt_running_scene();
    if (!options.neighbours.empty()) choose_neighbours(options.neighbours);
    if (!options.broadphase.empty()) choose_broadphase(options.broadphase);
}

Laboratory::Opened Laboratory::open_first(const std::filesystem::path& file) const {
    if (!is_checkpoint(file)) return open(file, options_.neighbours, options_.broadphase);
    if (!options_.overrides.empty())
        throw UsageError(
            said_as(options_.overrides.front()) + ": " + file.string() +
            " is a checkpoint, which brings its scene; change it in the window, or with weir run --resume");
    return {file, nullptr, nullptr};
}

Simulation Laboratory::begun() const {
    if (opened_.running) return {opened_.running, options_.threads, true};
    try {
        return {Simulation::Checkpoint{read_checkpoint(opened_.file), opened_.file.string()}, options_.threads};
    } catch (const std::runtime_error& error) {
        throw UsageError(error.what());  // the file is what is bad
    }
}

Laboratory::~Laboratory() {
    records_what_comes_ = false;
    if (saved_.valid()) saved_.wait();  // a checkpoint that was asked for is written at the end of the frame
    if (recorder_) stop_recording();
    if (recording_end_.valid()) recording_end_.wait();
    update(0.0);  // says what came of them
}

std::vector<std::string> Laboratory::overrides_of(const std::filesystem::path& file) const {
    std::error_code unknown;  // a file that is not there is told of when it is read
    const bool is_first = file == first_ || std::filesystem::equivalent(file, first_, unknown);
    return is_first ? options_.overrides : std::vector<std::string>();
}

Laboratory::Opened Laboratory::open(const std::filesystem::path& file, const std::string& neighbours,
                                    const std::string& broadphase) const {
    sim::Scene scene = sim::read_scene(file, overrides_of(file));
    if (!neighbours.empty()) scene.neighbours = neighbours;
    if (!broadphase.empty()) scene.broadphase = broadphase;
    // What no world can begin with is refused here, before anybody says that it was opened.
    (void)sim::World::particles_at_start(scene);
    const auto shared = std::make_shared<const sim::Scene>(std::move(scene));
    return {file, shared, shared};
}

void Laboratory::update(double seconds) {
    now_ += seconds;
    toasts.age(seconds);

    const std::vector<sim::FrameReport> reports = simulation_.take_reports();
    for (const sim::FrameReport& report : reports) {
        history.add(report);
        probe_history.add(report);
        energy_history.add(report);
        if (!report.notice.empty()) toasts.show(Tone::warning, report.notice, About::scene);
        spdlog::debug("frame {} ended with {}", report.frame, report.neighbours);
    }
    record(reports);

    const std::uint64_t frame = latest_->frame;
    const std::string neighbours = latest_->neighbours, broadphase = latest_->broadphase;
    const std::shared_ptr<const Snapshot> before = std::exchange(latest_, simulation_.latest());
    hear_of_solids(*before);
    if (latest_->neighbours != neighbours) spdlog::info("now searching with {}", latest_->neighbours);
    if (latest_->broadphase != broadphase) spdlog::info("now finding solids with {}", latest_->broadphase);
    hear_of_states();  // after the latest state was taken: a checkpoint's scene comes before its first one
    has_restarted_ = latest_->generation != std::exchange(seen_generation_, latest_->generation);
    hear_of_another_scene();
    // Also on the way back to a good state, which is a little before now.
    if (has_restarted_ || (!pace_.empty() && latest_->time < pace_.back().simulated)) pace_.clear();
    if (latest_->frame != frame || pace_.empty()) pace_.push_back({now_, latest_->time});
    while (pace_.size() > 2 && now_ - pace_.front().wall > 1.0) pace_.pop_front();

    std::istringstream trouble(simulation_.take_trouble());
    for (std::string line; std::getline(trouble, line);) toasts.show(Tone::error, line);

    // Not with the reports that may still be of the scene before.
    if (records_what_comes_ && !is_another_coming() && !has_restarted_ && !recorder_) begin_recording();
    tell_comparison();
    if (watch_.has_changed(seconds)) reload_scene();
}

double Laboratory::real_time_ratio() const {
    if (pace_.size() < 2 || pace_.back().wall <= pace_.front().wall) return 0.0;
    return (pace_.back().simulated - pace_.front().simulated) / (pace_.back().wall - pace_.front().wall);
}

void Laboratory::toggle_play() {
    const bool plays = !simulation_.playing();
    simulation_.play(plays);
    pace_.clear();
    spdlog::info(plays ? "playing" : "paused");
}

void Laboratory::step_once() {
    simulation_.step_once();
    spdlog::info("single frame");
}

void Laboratory::set_speed(double speed) {
    speed_ = speed;
    simulation_.set_speed(speed);
}

void Laboratory::choose_neighbours(std::string_view module) {
    if (module == neighbours_) return;
    toasts.show(Tone::notice, "neighbour search: " + neighbours_ + " -> " + std::string(module));
    neighbours_ = module;
    apply_search_settings();
}

void Laboratory::apply_search_settings() {
    simulation_.post([name = neighbours_, settings = search_settings_](sim::World& world) {
        world.set_neighbour_search(name, settings);
    });
}

void Laboratory::choose_next_neighbours() { choose_neighbours(name_after(spatial::neighbour_modules(), neighbours_)); }

void Laboratory::choose_broadphase(std::string_view module) {
    if (module == broadphase_) return;
    toasts.show(Tone::notice, "broad phase: " + broadphase_ + " -> " + std::string(module));
    broadphase_ = module;
    apply_broad_settings();
}

void Laboratory::apply_broad_settings() {
    simulation_.post(
        [name = broadphase_, settings = broad_settings_](sim::World& world) { world.set_broad_phase(name, settings); });
}

void Laboratory::choose_next_broadphase() {
    choose_broadphase(name_after(spatial::broad_phase_modules(), broadphase_));
}

void Laboratory::set_solid_queries(sim::SolidQueries queries) {
    if (queries == solid_queries_) return;
    solid_queries_ = queries;
    simulation_.post([queries](sim::World& world) { world.set_solid_queries(queries); });
    spdlog::info("the fluid asks about solids by {}", sim::solid_queries_names[static_cast<std::size_t>(queries)]);
}

void Laboratory::set_threads(int threads) {
    if (threads == threads_) return;
    spdlog::info("threads: {} -> {}", threads_, threads);
    threads_ = threads;
    simulation_.set_threads(threads);
}

void Laboratory::set_colouring(sim::Colouring colouring) {
    if (colouring == colouring_) return;
    colouring_ = colouring;
    simulation_.set_colouring(colouring);
    spdlog::info("coloured by {}", sim::colouring_names[static_cast<std::size_t>(colouring)]);
}

void Laboratory::set_brush(const std::optional<sim::Brush>& brush) {
    simulation_.post([brush](sim::World& world) { world.set_brush(brush); });
}

}  // namespace app
