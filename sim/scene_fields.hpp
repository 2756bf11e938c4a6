// Every field of a scene file, described once: key, type, unit, range, default, explanation. The reader, the JSON
// schema, `weir list settings` and the panel's sliders and tooltips all read these descriptions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sim {

struct FieldInfo {
    std::string path;           // "fluids.*.viscosity"; * stands for a place in a list
    std::string type;           // number, flag, text, choice, vector, object, list
    std::string unit;           // "Pa s"; empty where there is none
    std::string help;           // what it does to the picture, in a sentence or two
    double min = 0.0, max = 0.0;  // of a number or of each part of a vector; both 0 where anything goes
    std::string default_value;  // as JSON; empty when required
    std::vector<std::string> choices;
    bool required = false;
    bool live = false;  // may be changed while the scene runs
};

/// In the order of the file format.
[[nodiscard]] const std::vector<FieldInfo>& scene_fields();

/// Throws std::invalid_argument for an unknown path.
[[nodiscard]] const FieldInfo& scene_field(std::string_view path);

}  // namespace sim
