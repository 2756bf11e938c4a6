#include "render/background_pass.hpp"

#include "render/theme.hpp"

namespace render {

void BackgroundPass::draw(Theme theme) const {
    const ThemeColours colours = colours_of(theme);
    program_.use();
    program_.set("top", colours.top);
    program_.set("bottom", colours.bottom);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace render
