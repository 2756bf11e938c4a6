// Fills the picture with a soft vertical gradient.
#pragma once

#include "render/frame.hpp"
#include "render/gl_handles.hpp"
#include "render/shader_program.hpp"

namespace render {

class BackgroundPass {
public:
    explicit BackgroundPass(const std::filesystem::path& shaders)
        : program_(shaders, {"background.vert", "background.frag"}) {}

    void draw(Theme theme) const;

    [[nodiscard]] ShaderProgram& program() noexcept { return program_; }

private:
    ShaderProgram program_;
    VertexArray nothing_;  // the shader makes its own vertices, but OpenGL wants an array to be bound
};

}  // namespace render
