// Small pictures of the shipped scenes, for lists of them. They are shipped too (assets/scenes) and read when they are
// first seen. Belongs to the window, whose OpenGL keeps them.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "render/gl_handles.hpp"

namespace app {

class ScenePictures {
public:
    explicit ScenePictures(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Null for a scene that has none; a picture that cannot be read is logged once.
    [[nodiscard]] ImTextureID of(const std::string& scene);

private:
    std::filesystem::path folder_;
    std::map<std::string, std::optional<render::Texture>> pictures_;
};

}  // namespace app
