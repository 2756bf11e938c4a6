// What a scene must hold beyond each single field: the volumes are in the tank, apart from each other, filled with
// fluids there are and with a number of particles that can be simulated.
#pragma once

#include <string>
#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Compares only fields that are good themselves, so that one mistake is one complaint.
void check_scene(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

/// Of a scene that runs and is to be given other parameters: the first sentence of check_scene() that they are the
/// reason for, or nothing. Quick, whatever fills the scene.
[[nodiscard]] std::string complaint_of_parameters(const Scene& scene);

}  // namespace sim
