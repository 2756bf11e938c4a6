// Probes that are set in, moved and taken out while a world runs.
#include <stdexcept>

#include "sim/probe_checks.hpp"
#include "sim/world_state.hpp"

namespace sim {

void World::set_probes(const std::vector<Probe>& probes) {
    State& s = *state_;
    if (const std::string why = take_probes(s.scene, probes); !why.empty()) throw std::invalid_argument(why);
    s.probed = std::make_shared<const std::vector<Probe>>(s.scene.probes);
    s.contact.impulses() = FluidImpulses(s.scene);  // begun anew with every frame in any case
}

}  // namespace sim
