#include "render/light_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

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

void LightMap::update(const Spheres& spheres, std::span<const Copies> solids, const Bounds& bounds) {
    // The map is a square across the light's direction, around the bounds.
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

    fade_ = 8.0f * spheres.radius;
    slack_ = 2.5f * cell;

    std::fill(cells_.begin(), cells_.end(), glm::vec2(0.0f));
    to_cells_ = glm::scale(glm::mat4(1.0f), glm::vec3(side, side, 1.0f)) * from_world_;
    for (std::size_t i = 0; i < spheres.x.size(); ++i)
        enter(glm::vec3(to_cells_ * glm::vec4(spheres.x[i], spheres.y[i], spheres.z[i], 1.0f)));
    for (const Copies& one : solids)
        if (one.casts_shadow) enter(one);
    for (int i = 0; i < softenings; ++i) soften();

    glBindTexture(GL_TEXTURE_2D, texture_.name());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, side, side, GL_RG, GL_FLOAT, cells_.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Column, row and height towards the light. Cells at the border stay empty.
void LightMap::enter(glm::vec3 place) {
    constexpr float low = border, high = side - border + 1;
    if (!(place.x >= low && place.x < high && place.y >= low && place.y < high)) return;  // far out, or not a number
    glm::vec2& hit = cells_[static_cast<std::size_t>(place.y) * side + static_cast<std::size_t>(place.x)];
    hit = glm::vec2(1.0f, hit.x > 0.0f ? std::max(hit.y, place.z) : place.z);
}

void LightMap::enter(const Copies& solids) {
    const Mesh& mesh = *solids.mesh;
    const float cell = 1.0f / glm::length(glm::vec3(to_cells_[0][0], to_cells_[1][0], to_cells_[2][0]));
    float radius = 0.0f;
    for (const Mesh::Corner& corner : mesh.corners) radius = std::max(radius, glm::length(corner.position));
    for (const Copies::Copy& copy : solids.copies) {
        const glm::mat4 to_cells = to_cells_ * glm::mat4(copy.place);
        const float scale =
            std::max({glm::length(copy.place[0]), glm::length(copy.place[1]), glm::length(copy.place[2])});
        if (scale * radius < cell) {
            enter(glm::vec3(to_cells[3]) + glm::vec3(0.0f, 0.0f, scale * radius));
            continue;
        }
        corners_.clear();
        for (const Mesh::Corner& corner : mesh.corners)
            corners_.emplace_back(to_cells * glm::vec4(corner.position, 1.0f));
        for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
            enter_triangle(corners_[mesh.triangles[i]], corners_[mesh.triangles[i + 1]],
                           corners_[mesh.triangles[i + 2]]);
    }
}

/// The cells whose middles it covers, if it faces the light.
void LightMap::enter_triangle(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const auto across = [](const glm::vec2& p, const glm::vec2& q) { return p.x * q.y - p.y * q.x; };
    const glm::vec2 ab(b - a), ac(c - a);
    const float twice_area = across(ab, ac);
    if (!(twice_area > 0.0f)) return;
    const auto first = [](float least) { return std::ceil(std::max(least, float{border}) - 0.5f) + 0.5f; };
    const auto last = [](float most) { return std::min(most, float{side - border}); };
    const float x_end = last(std::max({a.x, b.x, c.x})), y_end = last(std::max({a.y, b.y, c.y}));
    for (float y = first(std::min({a.y, b.y, c.y})); y <= y_end; y += 1.0f)
        for (float x = first(std::min({a.x, b.x, c.x})); x <= x_end; x += 1.0f) {
            const glm::vec2 at = glm::vec2(x, y) - glm::vec2(a);
            const float to_b = across(at, ac) / twice_area, to_c = across(ab, at) / twice_area;
            if (to_b >= 0.0f && to_c >= 0.0f && to_b + to_c <= 1.0f)
                enter({x, y, a.z + to_b * (b.z - a.z) + to_c * (c.z - a.z)});
        }
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
