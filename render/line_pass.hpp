// Straight lines one pixel wide: the tank, the ring of the brush.
#pragma once

#include <span>
#include <vector>

#include "render/frame.hpp"
#include "render/gl_handles.hpp"
#include "render/shader_program.hpp"

namespace render {

class LinePass {
public:
    explicit LinePass(const std::filesystem::path& shaders);

    void draw(const View& view, std::span<const Line> lines);

    [[nodiscard]] ShaderProgram& program() noexcept { return program_; }

private:
    struct Vertex {
        glm::vec3 position;  // m
        glm::vec4 colour;    // sRGB and opacity: lines are not lit
    };

    ShaderProgram program_;
    VertexArray array_;
    Buffer buffer_;
    std::vector<Vertex> vertices_;  // kept between frames for its memory
};

}  // namespace render
