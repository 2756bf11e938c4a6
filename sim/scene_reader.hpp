// Reads scenes from JSON. Every error in a file is found in one go, each with its line and column.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.hpp"

namespace sim {

struct SceneError {
    std::string where;    // "scenes/dam-break.json:12:7", or "--set fluids.0.viscosity=x"
    std::string message;  // what, and what would do instead
    [[nodiscard]] std::string text() const { return where + ": " + message; }
};

/// Thrown by read_scene: what() holds all errors, a line each.
class BadScene : public std::runtime_error {
public:
    explicit BadScene(std::vector<SceneError> errors);
    [[nodiscard]] const std::vector<SceneError>& errors() const noexcept { return errors_; }

private:
    std::vector<SceneError> errors_;
};

/// `overrides` are PATH=VALUE as of --set: dots between names, numbers for places in lists ("fluids.0.viscosity=2").
[[nodiscard]] Scene parse_scene(std::string_view text, const std::string& file_name,
                                const std::vector<std::string>& overrides = {});

/// Throws BadScene, also when the file cannot be read.
[[nodiscard]] Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

}  // namespace sim
