// All a picture needs, and nothing of what is simulated: points with a value, meshes, lines, a camera, colours.
#pragma once

#include <glm/mat4x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>

#include "render/colour_map.hpp"
#include "render/mesh.hpp"

namespace render {

/// Spheres, lit, coloured by looking `value` up between `low` and `high` in a colour map.
/// The spans are only read during draw(); x, y, z and value are equally long.
struct Spheres {
    std::span<const float> x, y, z;  // m
    std::span<const float> value;
    float radius = 0.01f;          // m; of the largest, where they differ
    std::span<const float> radii;  // m; empty = all alike
    float low = 0.0f, high = 1.0f;
    ColourMap map = ColourMap::viridis;
    std::span<const glm::vec3> palette;  // when not empty: value is an index into these colours, linear RGB
};

/// Many copies of one mesh, drawn with one call.
struct Copies {
    struct Copy {
        glm::mat4x3 place;  // from the mesh's frame to the world; its first three columns are at right angles
        glm::vec3 colour;   // linear RGB
    };
    std::shared_ptr<const Mesh> mesh;  // the graphics memory keeps it while frames have the same one
    std::span<const Copy> copies;
    bool casts_shadow = true;
    bool is_closed = true;  // has an inside, which is seen where it is cut; else a sheet, seen from its front alone
};

struct Line {
    glm::vec3 from, to;  // m
    glm::vec4 colour;    // linear RGBA
};

/// `projection` is a perspective, looking along -z.
struct View {
    glm::mat4 view{1.0f}, projection{1.0f};
    int width = 1280, height = 720;  // of the framebuffer, pixels
};

enum class Theme { dark, light };

struct Frame {
    View view;
    Spheres spheres;
    std::span<const Copies> solids;
    bool see_through = false;  // solids let through what is behind them
    /// Solids are cut off where dot(cut, (place, 1)) is negative, and look solid there; (0, 0, 0, 1) cuts nothing.
    glm::vec4 cut{0.0f, 0.0f, 0.0f, 1.0f};
    std::span<const Line> lines;
    Theme theme = Theme::dark;
    float floor_z = 0.0f;                        // height of the ground grid, m
    glm::vec3 floor_min{0.0f}, floor_max{0.0f};  // what stands on it; no grid when equal
};

}  // namespace render
