// The floor: a metre grid that fades into the background, and the fluid's shadow on it.
#pragma once

#include "render/frame.hpp"
#include "render/gl_handles.hpp"
#include "render/light_map.hpp"
#include "render/shader_program.hpp"

namespace render {

class GridPass {
public:
    explicit GridPass(const std::filesystem::path& shaders) : program_(shaders, {"grid.vert", "grid.frag"}) {}

    /// After the spheres: they hide most of the floor, and what is hidden costs nothing.
    void draw(const Frame& frame, const LightMap& light) const;

    [[nodiscard]] ShaderProgram& program() noexcept { return program_; }

private:
    ShaderProgram program_;
    VertexArray nothing_;  // the shader makes its own vertices
};

}  // namespace render
