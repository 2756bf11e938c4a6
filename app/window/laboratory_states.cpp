// The part of the laboratory that goes back in time, and that keeps states in files and opens them.
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <utility>

#include "app/checkpoint_file.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/run_folder.hpp"
#include "app/window/laboratory.hpp"
#include "sim/checkpoint.hpp"

namespace app {
namespace {

template <class T>
bool has_come(const std::future<T>& future) {
    return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// For the state of a frame, under a name that is free.
std::filesystem::path new_checkpoint(const std::filesystem::path& folder, const std::string& scene,
                                     std::uint64_t frame) {
    char number[32];
    std::snprintf(number, sizeof number, "-%06llu", static_cast<unsigned long long>(frame));
    const std::string stem = file_name_of(scene) + number;
    make_folder(folder);
    const std::filesystem::path file = folder / (stem + ".weir");
    return std::filesystem::exists(file) ? new_numbered_file(folder, stem, ".weir") : file;
}

}  // namespace

void Laboratory::return_to_last_good() {
    if (recorder_) stop_recording();
    simulation_.return_to_last_good();
    toasts.show(Tone::notice, "back at the last good state");
}

void Laboratory::step_back() {
    if (recorder_) stop_recording();
    simulation_.step_back();
    if (latest_->earlier_frame)
        spdlog::info("back to frame {}", *latest_->earlier_frame);
    else
        toasts.show(Tone::notice, "no earlier state is kept");
}

/// Written in the simulation's thread: only between two frames is there a state that a run can go on from.
void Laboratory::save_checkpoint() {
    if (saved_.valid()) return;
    if (!latest_->report.trouble.empty())
        return toasts.show(Tone::error, "no checkpoint: the last frame went wrong; Z goes back to the last good state");
    auto promise = std::make_shared<std::promise<std::filesystem::path>>();
    saved_ = promise->get_future();
    simulation_.post(
        [promise, folder = options_.out](sim::World& world) {
            try {
                const auto file = new_checkpoint(folder, world.scene().name, world.frame());
                write_file(file, sim::save_checkpoint(world));
                promise->set_value(file);
            } catch (...) {
                promise->set_exception(std::current_exception());
            }
        },
        Simulation::When::next_frame);
}

void Laboratory::open_checkpoint(const std::filesystem::path& file) {
    try {
        Simulation::Checkpoint checkpoint{read_checkpoint(file), file.string()};
        if (recorder_) stop_recording();  // before it comes: a recording ends with a frame of its own world
        resuming_ = {file, simulation_.resume(std::move(checkpoint))};
        scene_errors_.clear();
    } catch (const std::exception& error) {
        refuse_scene(file, error);
    }
}

void Laboratory::hear_of_states() {
    if (has_come(saved_)) try {
            toasts.show(Tone::notice, "checkpoint saved as " + saved_.get().string());
        } catch (const std::exception& error) {
            toasts.show(Tone::error, std::string("no checkpoint: ") + error.what());
        }
    if (!has_come(resuming_.scene)) return;
    try {
        const std::shared_ptr<const sim::Scene> scene = resuming_.scene.get();
        coming_ = Opened{resuming_.file, scene, scene};
        coming_by_.reset();
        watch_.watch(resuming_.file);
        toasts.forget_scene();
        toasts.show(Tone::notice, "a checkpoint of " + scene->name + "; Space goes on from it");
    } catch (const std::exception& error) {
        records_what_comes_ = false;
        refuse_scene(resuming_.file, error);
    }
}

}  // namespace app
