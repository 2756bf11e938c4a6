// Shadows without drawing the fluid twice: a map of how high the fluid reaches, seen from the light.
//
// The spheres are entered by the processor, one cell each, and the map is softened: a million cost a few
// milliseconds, much less than a second pass of a million sprites. Looked up once a sphere and once a pixel of the
// floor it gives what lets a heap of balls read as a body: hollows and lee sides are darker, and it stands on its
// floor.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "render/bounds.hpp"
#include "render/frame.hpp"
#include "render/gl_handles.hpp"

namespace render {

class LightMap {
public:
    LightMap();

    /// `bounds` of the spheres' centres.
    void update(const Spheres& spheres, const Bounds& bounds);

    /// Binds the texture to a unit. Red is the share of a cell that fluid covers, green that share times the
    /// fluid's height towards the light.
    void bind(GLuint unit) const;

    /// From metres in the world to the texture's coordinates (x, y) and the height towards the light in metres (z).
    [[nodiscard]] const glm::mat4& from_world() const noexcept { return from_world_; }

    /// Direction to the light, of length one: high over the left shoulder of who looks at a scene from its usual side.
    [[nodiscard]] static glm::vec3 to_light();

private:
    void soften();

    Texture texture_;
    std::vector<glm::vec2> cells_, softened_;
    glm::mat4 from_world_{1.0f};
};

}  // namespace render
