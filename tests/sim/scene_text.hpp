// A small good scene to spoil, and what the reader says of a spoilt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/scene_reader.hpp"

namespace sim::test {

/// Every line is one field, so that a test can name the line it spoils.
inline const std::string good_scene = R"({
  "domain": {"min": [0, 0, 0], "max": [1, 1, 1]},
  "spacing": 0.1,
  "fluids": [{"name": "water"}, {"name": "oil"}],
  "volumes": [
    {"shape": "box", "min": [0, 0, 0], "max": [0.5, 1, 0.5]},
    {"shape": "sphere", "centre": [0.7, 0.5, 0.7], "radius": 0.2, "fluid": "oil"}
  ]
}
)";

/// The text with the first `old` in it replaced; it must be there.
inline std::string replaced(std::string text, std::string_view old, std::string_view by) {
    const std::size_t at = text.find(old);
    if (at == std::string::npos) throw std::logic_error("a test replaces what is not there: " + std::string(old));
    return text.replace(at, old.size(), by);
}

/// Every error as "where: message", with "s" as the file's name; nothing when the scene is good.
inline std::vector<std::string> errors_in(std::string_view text, const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> lines;
    try {
        (void)parse_scene(text, "s", overrides);
    } catch (const BadScene& bad) {
        for (const SceneError& error : bad.errors()) lines.push_back(error.text());
    }
    return lines;
}

inline std::vector<std::string> errors_with(std::string_view old, std::string_view by) {
    return errors_in(replaced(good_scene, old, by));
}

using Lines = std::vector<std::string>;

}  // namespace sim::test
