// Solids whose fields are each possible and together are not.
#pragma once

#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

void check_solids(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

}  // namespace sim
