// Every field of a scene file as a flat list: what the JSON schema, `weir list settings` and the panel's sliders and
// tooltips read. The list is taken from the one description of the format, scene_description.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sim {

struct FieldInfo {
    std::string path;  // "fluids.*.viscosity"; * stands for a place in a list
    std::string type;  // number, integer, flag, text, choice, vector, integers (three), points, object, list
    std::string unit;  // "Pa s"; empty where there is none
    std::string help;  // what it does to the picture, in a sentence or two
    // Of each number in it, or how many entries a list may have; both 0 for other types.
    double min = 0.0, max = 0.0;
    std::string default_value;  // as JSON; empty when required, or when it follows from other fields as the help says
    std::vector<std::string> choices;
    std::string decided_by;             // "shape", where a field exists only with some choices of that one
    std::vector<std::string> only_for;  // these choices: {"sphere", "cylinder"} for the radius
    bool required = false;
    bool live = false;  // may be changed while the scene runs

    /// The last part of the path, and the object it is in: "viscosity" in "fluids.*"; empty for the scene itself.
    [[nodiscard]] std::string key() const { return path.substr(path.rfind('.') + 1); }
    [[nodiscard]] std::string parent() const {
        return path.find('.') == std::string::npos ? "" : path.substr(0, path.rfind('.'));
    }
};

/// In the order of the file format; objects and lists stand before what is in them.
[[nodiscard]] const std::vector<FieldInfo>& scene_fields();

/// Numbers do for *: "fluids.0.viscosity". Throws std::invalid_argument for an unknown path.
[[nodiscard]] const FieldInfo& scene_field(std::string_view path);

/// The same, or null.
[[nodiscard]] const FieldInfo* find_scene_field(std::string_view path);

/// Keys of an object ("domain", "fluids.0", or empty for the scene itself), in order.
[[nodiscard]] std::vector<std::string> scene_keys(std::string_view object);

}  // namespace sim
