#include "render/line_pass.hpp"

#include <cstddef>
#include <glm/gtc/color_space.hpp>

namespace render {

LinePass::LinePass(const std::filesystem::path& shaders) : program_(shaders, {"lines.vert", "lines.frag"}) {
    glBindVertexArray(array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.name());
    const auto attribute = [](GLuint place, GLint numbers, std::size_t offset) {
        glEnableVertexAttribArray(place);
        glVertexAttribPointer(place, numbers, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                              reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, offsetof(Vertex, position));
    attribute(1, 4, offsetof(Vertex, colour));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void LinePass::draw(const View& view, std::span<const Line> lines) {
    if (lines.empty()) return;
    vertices_.clear();
    for (const Line& line : lines) {
        const glm::vec4 colour = glm::convertLinearToSRGB(line.colour);
        vertices_.push_back({line.from, colour});
        vertices_.push_back({line.to, colour});
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices_.size() * sizeof(Vertex)), vertices_.data(),
                 GL_STREAM_DRAW);

    program_.use();
    program_.set("view", view.view);
    program_.set("projection", view.projection);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(array_.name());
    glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(vertices_.size()));
    glDisable(GL_BLEND);
}

}  // namespace render
