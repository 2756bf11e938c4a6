// The part of the laboratory that sets probes in, moves them and takes them out while the scene runs.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "app/window/laboratory.hpp"
#include "app/window/parameter_difference.hpp"
#include "sim/probe_checks.hpp"

namespace app {

std::string Laboratory::set_probes(const std::vector<sim::Probe>& wanted) {
    if (is_another_coming()) return "another scene is on its way, which has its own probes";
    sim::Scene changed = *opened_.running;
    if (std::string why = sim::take_probes(changed, wanted); !why.empty()) return why;
    std::vector<sim::Probe>& probes = changed.probes;
    if (probes == probes_) return {};
    changes_.note(probes_, probes);
    spdlog::info(difference_of(probes_, probes));
    if (recorder_) toasts.show(Tone::notice, "the recording goes on with these probes in another probes.csv");
    send_probes(std::move(probes));
    return {};
}

void Laboratory::send_probes(std::vector<sim::Probe> probes) {
    probes_ = std::move(probes);
    probe_history.change(probes_);
    // Between two frames: what they say is of whole ones.
    simulation_.post([probes = probes_](sim::World& world) { world.set_probes(probes); }, Simulation::When::next_frame);
}

std::string Laboratory::add_probe(const sim::Probe& probe) {
    std::vector<sim::Probe> probes = probes_;
    probes.push_back(probe);
    return set_probes(probes);
}

std::string Laboratory::change_probe(std::size_t number, const sim::Probe& probe) {
    if (number >= probes_.size()) return "that probe is not there any more";
    std::vector<sim::Probe> probes = probes_;
    probes[number] = probe;
    return set_probes(probes);
}

void Laboratory::remove_probe(std::size_t number) {
    if (number >= probes_.size()) return;
    std::vector<sim::Probe> probes = probes_;
    probes.erase(probes.begin() + static_cast<std::ptrdiff_t>(number));
    if (const std::string why = set_probes(probes); !why.empty()) toasts.show(Tone::error, why);
}

void Laboratory::restore_probes() {
    if (const std::string why = set_probes(opened_.as_read->probes); !why.empty()) toasts.show(Tone::error, why);
}

}  // namespace app
