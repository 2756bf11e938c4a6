// The part of the laboratory that opens scenes.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "app/checkpoint_file.hpp"
#include "app/data_files.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/run_folder.hpp"
#include "app/window/laboratory.hpp"
#include "sim/fill_warnings.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/solid_warnings.hpp"
#include "sim/traffic_text.hpp"

namespace app {

sim::Scene Laboratory::scene_as_it_runs() const {
    sim::Scene scene = *opened_.as_read;
    scene.take(parameters_);
    scene.neighbours = neighbours_;
    scene.search = search_settings_;
    scene.broadphase = broadphase_;
    scene.broad = broad_settings_;
    scene.solid_queries = solid_queries_;
    scene.colouring = colouring_;
    scene.probes = probes_;
    return scene;
}

void Laboratory::reset() {
    start({opened_.file, opened_.as_read, std::make_shared<const sim::Scene>(scene_as_it_runs())});
    spdlog::info("reset");
}

void Laboratory::save_scene(const sim::Camera& camera) {
    sim::Scene scene = scene_as_it_runs();
    scene.camera = camera;
    try {
        const std::filesystem::path file = new_numbered_file(results_folder(), file_name_of(scene.name), ".json");
        write_file(file, sim::write_scene(scene) + '\n');
        toasts.show(Tone::notice, "scene saved as " + file.string());
    } catch (const std::exception& error) {
        toasts.show(Tone::error, error.what());
    }
}

void Laboratory::start(Opened opened) {
    if (recorder_) stop_recording();
    scene_errors_.clear();
    resuming_ = {};  // a checkpoint that is still on its way is not wanted any more
    coming_by_ = simulation_.restart(opened.running);
    watch_.watch(opened.file);
    coming_ = std::move(opened);
}

void Laboratory::hear_of_another_scene() {
    if (!coming_) return;
    if (latest_->scene == coming_->running) {
        opened_ = *std::exchange(coming_, std::nullopt);
        adopt_running_scene();
    } else if (coming_by_ && latest_->orders_done >= *coming_by_) {  // it could not be built, which is told as trouble
        coming_.reset();
        records_what_comes_ = false;
    }
}

void Laboratory::adopt_running_scene() {
    parameters_ = applied_ = opened_.running->parameters();
    changes_.clear();
    gravity_ = GravityDial::of(parameters_.gravity);
    neighbours_ = opened_.running->neighbours;
    search_settings_ = opened_.running->search;
    broadphase_ = opened_.running->broadphase;
    broad_settings_ = opened_.running->broad;
    solid_queries_ = opened_.running->solid_queries;
    colouring_ = opened_.running->colouring;
    simulation_.set_colouring(colouring_);
    history.clear();
    energy_history.clear();
    probes_ = opened_.running->probes;
    probe_history.begin(*opened_.running);
    spdlog::info("scene {}: {} particles", opened_.running->name, latest_->report.particles);
    for (const auto& warnings : {sim::fill_warnings(*opened_.running), sim::solid_warnings(*opened_.running),
                                 sim::traffic_warnings(*opened_.running)})
        for (const std::string& warning : warnings) toasts.show(Tone::warning, warning, About::scene);
}

void Laboratory::open_scene(const std::string& name_or_path) {
    std::filesystem::path file = name_or_path;
    try {
        file = find_scene_or_checkpoint(name_or_path);
        if (is_checkpoint(file)) return open_checkpoint(file);
        start(open(file, {}, {}));
        simulation_.play(true);
        toasts.forget_scene();
        if (!coming_->as_read->watch.empty()) toasts.show(Tone::notice, coming_->as_read->watch, About::scene);
    } catch (const std::exception& error) {
        refuse_scene(file, error);
    }
}

void Laboratory::reload_scene() {
    const std::filesystem::path file = watch_.file();
    if (is_checkpoint(file)) return open_checkpoint(file);
    try {
        start(open(file, {}, {}));
        toasts.forget_scene();
        toasts.show(Tone::notice, "reloaded " + file.filename().string());
    } catch (const std::exception& error) {
        refuse_scene(file, error);
    }
}

void Laboratory::refuse_scene(const std::filesystem::path& file, const std::exception& error) {
    scene_errors_.clear();
    if (const auto* bad = dynamic_cast<const sim::BadScene*>(&error)) {
        for (const sim::SceneError& one : bad->errors()) scene_errors_.push_back(one.text());
    } else {
        scene_errors_.emplace_back(error.what());
    }
    spdlog::error("cannot open {}: {}", file.filename().string(), scene_errors_.front());
    watch_.watch(file);  // a list says what is wrong, and that the file is read again when that is mended
}

void Laboratory::dismiss_scene_errors() {
    scene_errors_.clear();
    watch_.watch(opened_.file);
}

void Laboratory::open_neighbouring_scene(int by) {
    if (scenes_.empty()) return;
    const std::string current = (coming_ ? coming_->file : opened_.file).stem().string();
    const auto found = std::ranges::find(scenes_, current, &ShippedScene::name);
    const auto count = static_cast<std::ptrdiff_t>(scenes_.size());
    // From a scene of the user's own, the next one is the first and the previous one the last.
    std::ptrdiff_t place = by > 0 ? 0 : count - 1;
    if (found != scenes_.end()) place = (std::distance(scenes_.begin(), found) + by + count) % count;
    open_scene(scenes_[static_cast<std::size_t>(place)].name);
}

}  // namespace app
