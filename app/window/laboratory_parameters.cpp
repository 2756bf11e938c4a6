// The part of the laboratory that changes parameters, and takes changes back.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/window/laboratory.hpp"
#include "app/window/parameter_difference.hpp"
#include "sim/scene_checks.hpp"
#include "sim/scene_fields.hpp"

namespace app {

void Laboratory::apply_parameters() {
    // What is typed may go beyond the slider, not beyond what a scene may say: states of it could not be read again.
    const auto most = static_cast<float>(sim::scene_field("gravity").max);
    gravity_.size = std::clamp(gravity_.size, -most, most);
    // Only where it was turned: there and back rounds, and gravity would seem to change with everything else.
    if (gravity_ != GravityDial::of(parameters_.gravity)) parameters_.gravity = gravity_.vector();
    sim::Scene changed = *opened_.as_read;
    changed.take(parameters_);
    if (const std::string why = sim::complaint_of_parameters(changed); !why.empty()) {
        take_over(applied_);
        return toasts.show(Tone::error, why);
    }
    changes_.note(applied_, now_);
    send_parameters();
}

void Laboratory::send_parameters() {
    applied_ = parameters_;
    simulation_.post([parameters = parameters_](sim::World& world) {
        // Another scene may have begun between the posting and now; what was meant for the old one is void.
        if (world.parameters().fluids.size() == parameters.fluids.size()) world.set_parameters(parameters);
    });
}

/// As the panel has them.
void Laboratory::take_over(const sim::Parameters& parameters) {
    parameters_ = parameters;
    gravity_ = GravityDial::of(parameters_.gravity);
}

void Laboratory::restore_parameters() {
    take_over(opened_.as_read->parameters());
    apply_parameters();
    toasts.show(Tone::notice, "parameters as the scene has them");
}

void Laboratory::undo() {
    if (changes_.can_undo()) bring_about(changes_.undo(parameters_), "taken back");
}

void Laboratory::redo() {
    if (changes_.can_redo()) bring_about(changes_.redo(parameters_), "made again");
}

void Laboratory::bring_about(const ParameterChanges::Wanted& wanted, const char* how) {
    if (const auto* const solid = std::get_if<SolidPlace>(&wanted)) {
        put_solid(*solid, false);  // seen, or told of where it cannot be
        if (solid->centre && solid->solid < latest_->solids.size())
            spdlog::info("{}: where {} is", how, name_of_solid(solid->solid));
        return;
    }
    if (const auto* const probes = std::get_if<std::vector<sim::Probe>>(&wanted)) {
        toasts.show(Tone::notice, std::string(how) + ": " + difference_of(probes_, *probes));
        return send_probes(*probes);
    }
    const sim::Parameters& parameters = std::get<sim::Parameters>(wanted);
    const std::string what = difference_of(*opened_.as_read, parameters_, parameters);
    take_over(parameters);
    send_parameters();
    toasts.show(Tone::notice, std::string(how) + ": " + (what.empty() ? "a change of parameters" : what));
}

}  // namespace app
