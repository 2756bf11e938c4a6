#include "render/light_map.hpp"

#include <algorithm>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace render {
namespace {

constexpr int side = 128;  // cells of the map
constexpr int border = 4;  // cells left empty all around, for softening and so that outside reads as uncovered
constexpr int softenings = 2;

/// A cell no narrower than this many radii is hit by every sphere lattice above it, whatever the direction.
constexpr float narrowest_cell = 2.8f;

}  // namespace

glm::vec3 LightMap::to_light() { return glm::normalize(glm::vec3(-0.40f, -0.45f, 1.0f)); }

LightMap::LightMap() : cells_(side * side), softened_(side * side) {
    glBindTexture(GL_TEXTURE_2D, texture_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, side, side, 0, GL_RG, GL_FLOAT, cells_.data());
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void LightMap::bind(GLuint unit) const {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture_.name());
}

void LightMap::update(const Spheres& spheres, const Bounds& bounds) {
    // The map is a square across the light's direction, around the spheres' bounds.
    const glm::vec3 towards = to_light();
    const glm::vec3 across = glm::normalize(glm::cross(glm::vec3(0.0f, 1.0f, 0.0f), towards));
    const glm::vec3 along = glm::cross(towards, across);
    const glm::vec3 centre = 0.5f * (bounds.low + bounds.high), half = 0.5f * (bounds.high - bounds.low);
    const float reach = std::max(glm::dot(glm::abs(across), half), glm::dot(glm::abs(along), half));
    const float cell = std::max(2.0f * reach / static_cast<float>(side - 2 * border), narrowest_cell * spheres.radius);
    const float to_texture = 1.0f / (cell * static_cast<float>(side));
    const glm::vec3 u = across * to_texture, v = along * to_texture;
    // glm's matrices are lists of columns.
    from_world_ = glm::mat4(u.x, v.x, towards.x, 0.0f, u.y, v.y, towards.y, 0.0f, u.z, v.z, towards.z, 0.0f,
                            0.5f - glm::dot(u, centre), 0.5f - glm::dot(v, centre), -glm::dot(towards, centre), 1.0f);

    std::fill(cells_.begin(), cells_.end(), glm::vec2(0.0f));
    for (std::size_t i = 0; i < spheres.x.size(); ++i) {
        const glm::vec3 at = glm::vec3(spheres.x[i], spheres.y[i], spheres.z[i]) - centre;
        const float column = (glm::dot(u, at) + 0.5f) * side, row = (glm::dot(v, at) + 0.5f) * side;
        if (!(column >= 0.0f && column < side && row >= 0.0f && row < side)) continue;  // not a number
        glm::vec2& hit = cells_[static_cast<std::size_t>(row) * side + static_cast<std::size_t>(column)];
        const float height = glm::dot(towards, at);
        hit = glm::vec2(1.0f, hit.x > 0.0f ? std::max(hit.y, height) : height);
    }
    for (int i = 0; i < softenings; ++i) soften();

    glBindTexture(GL_TEXTURE_2D, texture_.name());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, side, side, GL_RG, GL_FLOAT, cells_.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Weights 1 2 1 along the rows, then along the columns. The outermost cells are empty and stay so.
void LightMap::soften() {
    const auto blur = [](const std::vector<glm::vec2>& from, std::vector<glm::vec2>& to, std::size_t stride) {
        for (std::size_t i = side; i < side * (side - 1); ++i)
            to[i] = 0.25f * (from[i - stride] + 2.0f * from[i] + from[i + stride]);
    };
    blur(cells_, softened_, 1);
    blur(softened_, cells_, side);
}

}  // namespace render
