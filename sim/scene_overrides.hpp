// Changes to a scene from the command line, made in its tree before anything is checked: --set PATH=VALUE.
#pragma once

#include <string>
#include <vector>

#include "sim/json_tree.hpp"

namespace sim {

/// "fluids.0.viscosity=2", "gravity.2=-1.6", "modules.neighbours=all-pairs". A value is JSON; what is not, or what goes
/// into a field of text, is taken as text without quotes. Parts of the scene that its file leaves out are put in with
/// their defaults where a path leads into them. The n-th override has the place {n, 1, 1}, and so has what it puts in.
void apply_overrides(JsonNode& root, const std::vector<std::string>& overrides, std::vector<Complaint>& complaints);

}  // namespace sim
