// Mistakes of a scene about emitters, drains and open sides that no single field can tell.
#pragma once

#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// Complains only about fields that could be read.
void check_emitters(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

}  // namespace sim
