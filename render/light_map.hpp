// Shadows without drawing everything twice: a map of how high fluid and solids reach, seen from the light.
//
// The spheres are entered by the processor, one cell each, solids by the triangles that face the light, and the map is
// softened: a million spheres cost a few milliseconds, much less than a second pass of a million sprites. Looked up
// once a sphere and once a pixel of the solids and the floor it gives what lets a heap of balls read as a body: hollows
// and lee sides are darker, and it stands on its floor.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "render/bounds.hpp"
#include "render/frame.hpp"
#include "render/gl_handles.hpp"

namespace render {

class LightMap {
public:
    LightMap();

    /// What is outside of `bounds` casts no shadow. They hold the spheres' centres.
    void update(const Spheres& spheres, std::span<const Copies> solids, const Bounds& bounds);

    /// Binds the texture to a unit. Red is the share of a cell that is covered, green that share times the height
    /// towards the light of what covers it.
    void bind(GLuint unit) const;

    /// From metres in the world to the texture's coordinates (x, y) and the height towards the light in metres (z).
    [[nodiscard]] const glm::mat4& from_world() const noexcept { return from_world_; }

    /// This far below what is nearest to the light, a third of the sun is left, m.
    [[nodiscard]] float fade() const noexcept { return fade_; }

    /// Heights are known this well, m: what is less deep counts as lit.
    [[nodiscard]] float slack() const noexcept { return slack_; }

    /// Direction to the light, of length one: high over the left shoulder of who looks at a scene from its usual side.
    [[nodiscard]] static glm::vec3 to_light();

private:
    void enter(const Copies& solids);
    void enter(glm::vec3 place);
    void enter_triangle(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c);
    void soften();

    Texture texture_;
    std::vector<glm::vec2> cells_, softened_;
    glm::mat4 from_world_{1.0f}, to_cells_{1.0f};
    float fade_ = 1.0f, slack_ = 0.0f;
    std::vector<glm::vec3> corners_;  // of a copy of a mesh: column, row, height
};

}  // namespace render
