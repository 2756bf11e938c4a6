// What a scene must hold beyond each single field: the volumes are in the tank, apart from each other, filled with
// fluids there are and with a number of particles that can be simulated.
#pragma once

#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Compares only fields that are good themselves, so that one mistake is one complaint.
void check_scene(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

}  // namespace sim
