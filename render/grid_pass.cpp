#include "render/grid_pass.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/theme.hpp"

namespace render {

void GridPass::draw(const Frame& frame, const LightMap& light) const {
    const glm::vec2 low(frame.floor_min), high(frame.floor_max);
    if (low == high) return;
    const ThemeColours colours = colours_of(frame.theme);
    const float extent = std::max(high.x - low.x, high.y - low.y);

    program_.use();
    program_.set("view", frame.view.view);
    program_.set("projection", frame.view.projection);
    program_.set("low", low);
    program_.set("high", high);
    program_.set("floor_z", frame.floor_z);
    // Beyond the tank the grid runs out softly, over about the tank's own length.
    program_.set("fade", 1.2f * extent);
    // Main lines at whole metres for a tank of 1 to 10 metres, at the power of ten that suits for all others.
    program_.set("main_spacing", std::pow(10.0f, std::floor(std::log10(extent))));
    program_.set("colour", glm::vec4(colours.grid, colours.grid_strength));
    program_.set("shadow_strength", colours.shadow_strength);
    program_.set("light_from_world", light.from_world());
    program_.set("light_map", 0);
    light.bind(0);

    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
}

}  // namespace render
