// What probes must hold beyond each single field: names of their own, places in the tank, solids that there are.
#pragma once

#include <string>
#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Compares only fields that are good themselves, so that one mistake is one complaint.
void check_probes(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

/// Gives other probes to a scene that runs, just as they would be read from its file. Where that would be refused it
/// changes nothing, and returns what would be said first, without the place in the file. Quick, whatever fills the
/// scene.
[[nodiscard]] std::string take_probes(Scene& scene, const std::vector<Probe>& probes);

}  // namespace sim
