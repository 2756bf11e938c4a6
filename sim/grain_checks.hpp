// What can be wrong with the spacings of volumes, and with what else a scene of mixed sizes asks for (grains.hpp).
#pragma once

#include <vector>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// To be asked when the scene's own spacing is good. Whether those of all volumes are good, too.
[[nodiscard]] bool check_grains(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);
/// The part of it that parameters of a running scene can be the reason for.
bool check_tension_of_grains(const Scene& scene, const FieldSources& sources, std::vector<Complaint>& complaints);

}  // namespace sim
