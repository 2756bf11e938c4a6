// The colours of everything that is not data. sRGB: none of these is lit, so they go to the screen as they are.
#pragma once

#include <glm/vec3.hpp>

#include "render/frame.hpp"

namespace render {

struct ThemeColours {
    glm::vec3 top, bottom;  // of the background
    glm::vec3 grid;
    float grid_strength;    // opacity of the grid's main lines
    float shadow_strength;  // opacity of the fluid's shadow on the floor
};

[[nodiscard]] constexpr ThemeColours colours_of(Theme theme) {
    if (theme == Theme::light)
        return {{0.965f, 0.972f, 0.980f}, {0.800f, 0.825f, 0.850f}, {0.23f, 0.28f, 0.34f}, 0.38f, 0.30f};
    return {{0.055f, 0.066f, 0.082f}, {0.145f, 0.168f, 0.196f}, {0.62f, 0.70f, 0.78f}, 0.30f, 0.55f};
}

}  // namespace render
