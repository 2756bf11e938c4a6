// The part of the laboratory that compares the searches.
#include <spdlog/spdlog.h>

#include <exception>

#include "app/recording/atomic_file.hpp"
#include "app/recording/run_folder.hpp"
#include "app/window/laboratory.hpp"

namespace app {

void Laboratory::compare_searches() {
    if (is_comparing_) return;
    const Snapshot& state = *latest_;
    // Of the scene that is shown: another one may be on its way.
    sim::Scene scene = *state.scene;
    scene.search = search_settings_;
    comparison_ = std::make_unique<Comparison>(
        ComparisonSubject{std::move(scene), state.x, state.y, state.z, state.time, state.neighbours, threads_});
    is_comparing_ = true;
    spdlog::info("comparing all searches on {} particles", state.x.size());
}

void Laboratory::tell_comparison() {
    if (!is_comparing_ || comparison_->status() == Comparison::Status::running) return;
    is_comparing_ = false;
    if (comparison_->status() == Comparison::Status::cancelled) {
        spdlog::info("comparison cancelled");
        return;
    }
    const std::vector<ComparedModule> modules = comparison_->modules();
    if (const std::string sentence = disagreement(modules); !sentence.empty()) {
        toasts.show(Tone::error, sentence);
        return;
    }
    const std::vector<ComparedModule> order = ranked(modules);
    if (order.empty()) return;
    spdlog::info("compared {} searches: all found the same {} neighbours, {} takes the least time", order.size(),
                 order.front().pairs, order.front().name);
}

void Laboratory::save_comparison() {
    try {
        const std::filesystem::path file = new_numbered_file(results_folder(), "comparison", ".csv");
        write_file(file, comparison_csv(comparison_->subject(), comparison_->modules()));
        toasts.show(Tone::notice, "comparison saved as " + file.string());
    } catch (const std::exception& error) {
        toasts.show(Tone::error, error.what());
    }
}

}  // namespace app
