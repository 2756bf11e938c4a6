// The part of the laboratory that writes down what runs.
#include <spdlog/spdlog.h>

#include <chrono>
#include <exception>
#include <utility>

#include "app/recording/run_folder.hpp"
#include "app/window/laboratory.hpp"

namespace app {
namespace {

/// After the disk was full: what was recorded is kept without the trace, if that makes room for it. Says so.
std::string kept_of(Recorder& recorder, const std::string& why) {
    try {
        recorder.give_up_trace(why);
        const RunResult result = recorder.finish(std::nullopt, true);
        return why + "; " + frames_text(result.frames) + " kept in " + recorder.folder().string() +
               ", without the trace";
    } catch (const std::exception&) {
        return why + "; nothing of it could be kept";
    }
}

}  // namespace

void Laboratory::toggle_recording() {
    if (is_another_coming()) {
        records_what_comes_ = !records_what_comes_;
        toasts.show(Tone::notice, records_what_comes_ ? "recording begins once the scene is there"
                                                      : "the scene that is coming is not recorded");
    } else if (recorder_) {
        stop_recording();
    } else {
        begin_recording();
    }
}

void Laboratory::begin_recording() {
    records_what_comes_ = false;
    try {
        RunSettings settings{scene_as_it_runs(), opened_.file, overrides_of(opened_.file), threads_};
        recorder_ =
            std::make_unique<Recorder>(new_run_folder(options_.out, opened_.file.stem().string()), std::move(settings));
        recorded_last_ = latest_->frame;
        toasts.show(Tone::notice, "recording to " + recorder_->folder().string());
    } catch (const std::exception& error) {
        toasts.show(Tone::error, error.what());
    }
}

/// The recording ends with the frame that is being simulated now: only between two frames is there a state to hash.
void Laboratory::stop_recording() {
    if (recording_end_.valid() || recording_ends_at_) return;
    auto promise = std::make_shared<std::promise<RecordingEnd>>();
    recording_end_ = promise->get_future();
    simulation_.post(
        [promise](sim::World& world) {
            promise->set_value({world.frame(), world.state_hash()});
        },
        Simulation::When::next_frame);
}

void Laboratory::record(const std::vector<sim::FrameReport>& reports) {
    if (!recorder_) return;
    try {
        // Asked after the reports were taken: while it is not ready, all of them are from before the end.
        if (recording_end_.valid() && recording_end_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
            recording_ends_at_ = recording_end_.get();
        for (const sim::FrameReport& report : reports) {
            if (recording_ends_at_ && recorded_last_ >= recording_ends_at_->frame) break;
            recorder_->add(report);
            recorded_last_ = report.frame;
        }
        if (!recording_ends_at_ || recorded_last_ < recording_ends_at_->frame) return;
        recorder_->finish(recording_ends_at_->state_hash, false);
        toasts.show(Tone::notice,
                    "recorded " + frames_text(recorder_->frames()) + " in " + recorder_->folder().string());
    } catch (const std::exception& error) {
        toasts.show(Tone::error, "the recording ended: " + kept_of(*recorder_, error.what()));
    }
    recorder_.reset();
    recording_end_ = {};
    recording_ends_at_.reset();
}

}  // namespace app
