// The rows of the panel of parameters by name, for whoever looks for one.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.hpp"

namespace app {

struct ParameterRow {
    std::string section, label;  // as in the panel
    std::string detail;          // whose, or what it is otherwise called; may be empty
};

/// All that the scene has.
[[nodiscard]] std::vector<ParameterRow> parameter_rows(const sim::Scene& scene);

}  // namespace app
