// Draws frames with OpenGL 3.3 into whatever framebuffer is bound. A context must be current and its functions
// loaded (load_gl) from construction to destruction.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "render/frame.hpp"

namespace render {

class Renderer {
public:
    /// `shaders` is the folder of the shader files. Throws std::runtime_error naming the shader file and line when
    /// a shader is bad.
    explicit Renderer(const std::filesystem::path& shaders);
    ~Renderer();

    /// Draws over the whole framebuffer and leaves OpenGL as it is found in a new context, the viewport apart.
    void draw(const Frame& frame);

    /// Compiles again every shader whose file changed since; what fails keeps its last good program.
    /// Returns one message a bad shader (file, line, driver's words), each reported once per change.
    [[nodiscard]] std::vector<std::string> reload_changed_shaders();

    /// What draws: vendor, renderer and version of the driver.
    [[nodiscard]] std::string description() const;

private:
    struct Passes;
    std::unique_ptr<Passes> passes_;
};

/// Loads OpenGL's functions for the current context. `get_proc_address` as GLFW or EGL have it.
/// Throws std::runtime_error when OpenGL 3.3 is not there.
void load_gl(void (*(*get_proc_address)(const char*))());

}  // namespace render
