// A program of a few shader files, shaders/<what>.vert and .frag, that can be edited while it runs.
#pragma once

#include <filesystem>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <string>
#include <vector>

#include "render/gl_handles.hpp"

namespace render {

/// The driver's words on a shader file, with the place put the way editors understand it, "file:line: words".
/// Drivers write it as "0:12(5): words" (Mesa), "0(12) : words" (NVIDIA) or "ERROR: 0:12: words" (AMD, Intel, Apple).
[[nodiscard]] std::string readable_log(const std::string& log, const std::filesystem::path& file);

class ShaderProgram {
public:
    /// Links these files of the folder; each is a vertex or a fragment shader by its ending. Throws
    /// std::runtime_error: file, line, the driver's words.
    ShaderProgram(const std::filesystem::path& folder, const std::vector<std::string>& files);

    /// Makes it the current program.
    void use() const;

    /// Sets a uniform of the current program; one that the shader does not have (any more) is passed over.
    void set(const char* uniform, int value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, const glm::vec2& value) const;
    void set(const char* uniform, const glm::vec3& value) const;
    void set(const char* uniform, const glm::vec4& value) const;
    void set(const char* uniform, const glm::mat4& value) const;

    /// Compiles again when a file changed since it was last looked at. When that fails, the last good program
    /// stays and what is wrong is returned.
    [[nodiscard]] std::optional<std::string> reload_if_changed();

private:
    [[nodiscard]] GLint location(const char* uniform) const { return glGetUniformLocation(program_.name(), uniform); }

    std::vector<std::filesystem::path> files_;
    std::vector<std::filesystem::file_time_type> seen_;  // when each file was last written
    Program program_;
};

}  // namespace render
