#include "render/solid_pass.hpp"

#include <algorithm>
#include <cstddef>

namespace render {
namespace {

constexpr float see_through_opacity = 0.3f;

void attribute(GLuint place, std::size_t stride, std::size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, 3, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
}

}  // namespace

SolidPass::SolidPass(const std::filesystem::path& shaders)
    : program_(shaders, {"solids.vert", "solids.frag", "lighting.frag"}) {}

void SolidPass::draw(const Frame& frame, const LightMap& light) {
    store_meshes(frame.solids);
    if (std::ranges::all_of(frame.solids, [](const Copies& one) { return one.copies.empty(); })) return;
    upload_copies(frame.solids);

    program_.use();
    program_.set("view", frame.view.view);
    program_.set("projection", frame.view.projection);
    program_.set("light_from_world", light.from_world());
    program_.set("to_light", glm::mat3(frame.view.view) * LightMap::to_light());
    program_.set("up", glm::mat3(frame.view.view) * glm::vec3(0.0f, 0.0f, 1.0f));
    program_.set("fade", light.fade());
    program_.set("slack", light.slack());
    program_.set("opacity", frame.see_through ? see_through_opacity : 1.0f);
    program_.set("light_map", 0);
    const bool is_cut = glm::vec3(frame.cut) != glm::vec3(0.0f);
    program_.set("cut", frame.cut);
    program_.set("towards_cut", glm::mat3(frame.view.view) * -glm::vec3(frame.cut));
    light.bind(0);

    glEnable(GL_DEPTH_TEST);
    if (is_cut) glEnable(GL_CLIP_DISTANCE0);
    // A hair back, so that lines that lie in a face are seen.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 1.0f);
    if (frame.see_through) {
        // Only the nearest surface of each pixel is blended: the order of the copies does not matter, and a heap is as
        // clear as a single box.
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        draw_all(frame.solids, is_cut);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
        glDepthFunc(GL_EQUAL);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    }
    draw_all(frame.solids, is_cut);
    glDepthFunc(GL_LESS);
    glDisable(GL_BLEND);
    glPolygonOffset(0.0f, 0.0f);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_CULL_FACE);
    glDisable(GL_CLIP_DISTANCE0);
}

void SolidPass::store_meshes(std::span<const Copies> solids) {
    std::erase_if(stored_, [&](const auto& entry) {
        return std::ranges::find(solids, entry.first, &Copies::mesh) == solids.end();
    });
    for (const Copies& one : solids) {
        if (stored_.contains(one.mesh)) continue;
        const Stored& stored = stored_[one.mesh];
        const Mesh& mesh = *one.mesh;
        glBindVertexArray(stored.array.name());
        glBindBuffer(GL_ARRAY_BUFFER, stored.corners.name());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.corners.size() * sizeof(Mesh::Corner)),
                     mesh.corners.data(), GL_STATIC_DRAW);
        attribute(0, sizeof(Mesh::Corner), offsetof(Mesh::Corner, position));
        attribute(1, sizeof(Mesh::Corner), offsetof(Mesh::Corner, normal));
        attribute(2, sizeof(Mesh::Corner), offsetof(Mesh::Corner, inside));
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, stored.triangles.name());
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.triangles.size() * sizeof(std::uint32_t)),
                     mesh.triangles.data(), GL_STATIC_DRAW);
    }
    glBindVertexArray(0);
}

void SolidPass::upload_copies(std::span<const Copies> solids) {
    std::size_t all = 0;
    for (const Copies& one : solids) all += one.copies.size_bytes();
    glBindBuffer(GL_ARRAY_BUFFER, copies_.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all), nullptr, GL_STREAM_DRAW);
    std::size_t begin = 0;
    for (const Copies& one : solids) {
        glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(begin), static_cast<GLsizeiptr>(one.copies.size_bytes()),
                        one.copies.data());
        begin += one.copies.size_bytes();
    }
}

void SolidPass::draw_all(std::span<const Copies> solids, bool is_cut) const {
    glBindBuffer(GL_ARRAY_BUFFER, copies_.name());
    std::size_t begin = 0;
    for (const Copies& one : solids) {
        // From inside there is nothing to see: whoever looks from behind a plane looks through it. Where solids are
        // cut, what is inside is shown as the surface that the cut makes; a plane has no inside.
        if (is_cut && one.is_closed)
            glDisable(GL_CULL_FACE);
        else
            glEnable(GL_CULL_FACE);
        glBindVertexArray(stored_.at(one.mesh).array.name());
        // OpenGL 3.3 cannot begin a draw at a later copy: each mesh is told where its copies begin.
        for (GLuint column = 0; column < 4; ++column)
            attribute(3 + column, sizeof(Copies::Copy),
                      begin + offsetof(Copies::Copy, place) + column * sizeof(glm::vec3));
        attribute(7, sizeof(Copies::Copy), begin + offsetof(Copies::Copy, colour));
        for (GLuint place = 3; place <= 7; ++place) glVertexAttribDivisor(place, 1);
        glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(one.mesh->triangles.size()), GL_UNSIGNED_INT,
                                nullptr, static_cast<GLsizei>(one.copies.size()));
        begin += one.copies.size_bytes();
    }
}

}  // namespace render
