// What probes must hold beyond each single field: names of their own, places in the tank, solids that there are.
#pragma once

#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Compares only fields that are good themselves, so that one mistake is one complaint.
void check_probes(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

}  // namespace sim
