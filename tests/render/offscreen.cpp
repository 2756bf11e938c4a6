// Drawing without a display.
#include "render/offscreen.hpp"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>

#include <stdexcept>
#include <string>
#include <utility>

#include "tests/render/studio.hpp"

namespace {

TEST(Offscreen, GivesTheTopRowFirstInRedGreenBlue) {
    for (const int samples : {1, 4}) {
        const render::Offscreen offscreen(4, 4, samples);
        offscreen.bind();
        glEnable(GL_SCISSOR_TEST);
        const auto fill = [](int y, float red, float green, float blue) {
            glScissor(0, y, 4, 2);
            glClearColor(red, green, blue, 1.0f);
            glClear(GL_COLOR_BUFFER_BIT);
        };
        fill(2, 1.0f, 0.0f, 0.0f);  // OpenGL counts from the bottom: this is the upper half
        fill(0, 0.0f, 0.0f, 1.0f);
        glDisable(GL_SCISSOR_TEST);
        const render::Image image = offscreen.read();
        EXPECT_EQ(pixel(image, 1, 0), glm::vec3(1.0f, 0.0f, 0.0f));
        EXPECT_EQ(pixel(image, 1, 3), glm::vec3(0.0f, 0.0f, 1.0f));
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    }
}

// Rows of 3 x 5 bytes are no multiple of OpenGL's default row alignment of 4.
TEST(Offscreen, ReadsWidthsThatAreNoMultipleOfFour) {
    const render::Offscreen offscreen(5, 7);
    offscreen.bind();
    glClearColor(0.2f, 0.4f, 0.6f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    const render::Image image = offscreen.read();
    ASSERT_EQ(image.rgb.size(), 3u * 5u * 7u);
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        EXPECT_EQ(image.rgb[i], 51);
        EXPECT_EQ(image.rgb[i + 1], 102);
        EXPECT_EQ(image.rgb[i + 2], 153);
    }
}

TEST(Offscreen, SmoothsOutlinesWithSeveralSamples) {
    GLint most = 0;
    const render::Offscreen any(1, 1);
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    if (most < 4) GTEST_SKIP() << "this driver has only " << most << " samples a pixel";

    const auto shades = [](int samples) {
        render::Offscreen offscreen(160, 120, samples);
        render::Renderer renderer(WEIR_SHADERS);
        render::OrbitCamera camera;
        // A slanted white line: without smoothing its pixels are white or not touched.
        const std::array slanted = {render::Line{{0.0f, -0.8f, -0.1f}, {0.0f, 0.8f, 0.15f}, glm::vec4(1.0f)}};
        render::Frame frame;
        frame.view = camera.view(160, 120);
        frame.lines = slanted;
        offscreen.bind();
        renderer.draw(frame);
        const render::Image image = offscreen.read();
        int between = 0;
        for (int y = 0; y < 120; ++y)
            for (int x = 0; x < 160; ++x) {
                const float here = pixel(image, x, y).g;
                between += here > 0.25f && here < 0.9f;
            }
        return between;
    };
    EXPECT_GT(shades(4), shades(1) + 10);
}

TEST(Offscreen, KeepsSeveralPicturesApart) {
    const render::Offscreen first(8, 8);
    glClearColor(1.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    {
        const render::Offscreen second(6, 6);
        glClearColor(0.0f, 1.0f, 0.0f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        EXPECT_EQ(pixel(second.read(), 3, 3), glm::vec3(0.0f, 1.0f, 0.0f));
    }
    EXPECT_EQ(pixel(first.read(), 3, 3), glm::vec3(1.0f, 0.0f, 0.0f));
}

TEST(Offscreen, RefusesAnImpossibleSizeWithTheNumbers) {
    for (const auto& [width, height] : {std::pair(0, 100), std::pair(100, -1), std::pair(1'000'000, 10)}) {
        try {
            const render::Offscreen offscreen(width, height);
            ADD_FAILURE() << width << " x " << height << " was accepted";
        } catch (const std::invalid_argument& trouble) {
            EXPECT_NE(std::string(trouble.what()).find(std::to_string(width) + " x " + std::to_string(height)),
                      std::string::npos);
        }
    }
}

}  // namespace
