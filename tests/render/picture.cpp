// Pictures of made-up frames, judged by what must be true of them on any driver.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/vec2.hpp>
#include <limits>
#include <tuple>

#include "tests/render/studio.hpp"

namespace {

constexpr glm::vec3 red{0.8f, 0.0f, 0.0f}, blue{0.0f, 0.0f, 0.8f};
constexpr std::array palette = {red, blue};

bool is_red(glm::vec3 pixel) { return pixel.r > 0.25f && pixel.r > 3.0f * pixel.b; }
bool is_blue(glm::vec3 pixel) { return pixel.b > 0.25f && pixel.b > 3.0f * pixel.r; }

/// The rectangle of pixels that differ from the picture without spheres: left, top, right, bottom, all inside.
glm::ivec4 outline(const render::Image& with, const render::Image& without) {
    glm::ivec4 box(with.width, with.height, -1, -1);
    for (int y = 0; y < with.height; ++y)
        for (int x = 0; x < with.width; ++x)
            if (glm::length(pixel(with, x, y) - pixel(without, x, y)) > 0.05f)
                box = {std::min(box.x, x), std::min(box.y, y), std::max(box.z, x), std::max(box.w, y)};
    return box;
}

TEST(Picture, OfNothingIsAQuietBackground) {
    Studio studio;
    for (const render::Theme theme : {render::Theme::dark, render::Theme::light}) {
        render::Frame frame = studio.frame();
        frame.theme = theme;
        const render::Image image = studio.picture(frame);
        const bool is_dark = theme == render::Theme::dark;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
                ASSERT_EQ(pixel(image, x, y).g < 0.5f, is_dark) << x << ' ' << y;
                ASSERT_LE(glm::length(pixel(image, x, y) - pixel(image, 0, y)), 2.5f / 255.0f)
                    << "rows are of one colour";
            }
        EXPECT_GT(glm::length(pixel(image, 0, 0) - pixel(image, 0, image.height - 1)), 0.05f) << "a gradient";
    }
}

TEST(Picture, ShowsASphereWhereTheCameraSaysItIs) {
    Studio studio;
    const render::Image empty = studio.picture(studio.frame());
    const float radius = 0.1f;
    for (const glm::vec3 at : {glm::vec3(0.0f), glm::vec3(0.2f, 0.7f, -0.5f), glm::vec3(-0.4f, -0.9f, 0.6f)}) {
        Cloud cloud;
        cloud.add(at, 0.5f);
        render::Frame frame = studio.frame();
        frame.spheres = cloud.spheres(radius);
        const glm::ivec4 box = outline(studio.picture(frame), empty);

        // Its silhouette reaches, up and down, as far as the tangents from the eye do: exactly
        // (y d +- r sqrt(y² + d² - r²)) / (d² - r²) on the plane at distance one; and alike left and right.
        const float depth = at.x - studio.camera.eye().x, room = depth * depth - radius * radius;
        const float unit = 0.5f * Studio::height / std::tan(0.5f * studio.camera.field_of_view);
        for (const auto& [across, middle, low, high] : {std::tuple(-at.y, 0.5f * Studio::width, box.x, box.z),
                                                        std::tuple(-at.z, 0.5f * Studio::height, box.y, box.w)}) {
            const float swing = radius * std::sqrt(across * across + room) / room;
            EXPECT_NEAR(static_cast<float>(low), middle + unit * (across * depth / room - swing), 1.5f);
            EXPECT_NEAR(static_cast<float>(high + 1), middle + unit * (across * depth / room + swing), 1.5f);
        }
    }
}

TEST(Picture, ShowsSpheresOfAnySize) {
    Studio studio;
    const render::Image empty = studio.picture(studio.frame());
    const float pixel_size =
        2.0f * std::tan(0.5f * studio.camera.field_of_view) * studio.camera.distance / Studio::height;
    // From far below a pixel, over discs and exact spheres, to beyond the biggest sprite of some drivers.
    for (const float diameter : {0.05f, 0.7f, 1.3f, 3.0f, 8.0f, 12.0f, 80.0f, 235.0f}) {
        Cloud cloud;
        cloud.add({0.0f, 0.01f, 0.01f}, 0.5f);
        render::Frame frame = studio.frame();
        frame.spheres = cloud.spheres(0.5f * diameter * pixel_size);
        const glm::ivec4 box = outline(studio.picture(frame), empty);
        ASSERT_GE(box.z, box.x) << "nothing is to be seen of a sphere " << diameter << " pixels wide";
        // A big one bulges towards the eye and looks a little wider.
        EXPECT_NEAR(static_cast<float>(box.z - box.x + 1), std::max(diameter, 1.0f), 1.2f + 0.09f * diameter);
    }
}

TEST(Picture, ColoursASphereByItsValue) {
    Studio studio;
    for (std::size_t map = 0; map < render::colour_map_names.size(); ++map)
        for (const float t : {0.0f, 0.3f, 0.8f, 1.0f}) {
            Cloud cloud;
            cloud.add(glm::vec3(0.0f), 10.0f + 5.0f * t);
            render::Frame frame = studio.frame();
            frame.spheres = cloud.spheres(0.3f);
            frame.spheres.low = 10.0f;
            frame.spheres.high = 15.0f;
            frame.spheres.map = static_cast<render::ColourMap>(map);
            const glm::vec3 seen = pixel(studio.picture(frame), Studio::width / 2, Studio::height / 2);
            const glm::vec3 expected = render::colour_at(frame.spheres.map, t);
            // Light makes it darker or lighter, but in linear light keeps the proportions of the channels.
            const auto linear = [](glm::vec3 srgb) { return glm::pow(srgb, glm::vec3(2.2f)); };
            EXPECT_GT(glm::dot(glm::normalize(linear(seen)), glm::normalize(linear(expected))), 0.99f)
                << render::colour_map_names[map] << " at " << t;
        }
}

TEST(Picture, TakesColoursFromAPaletteByIndex) {
    Studio studio;
    Cloud cloud;
    cloud.add({0.0f, 0.3f, 0.0f}, 0.0f);   // left
    cloud.add({0.0f, -0.3f, 0.0f}, 1.0f);  // right
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.2f);
    frame.spheres.palette = palette;
    const render::Image image = studio.picture(frame);
    const glm::ivec2 left(studio.place_of({0.0f, 0.3f, 0.0f})), right(studio.place_of({0.0f, -0.3f, 0.0f}));
    EXPECT_TRUE(is_red(pixel(image, left.x, left.y)));
    EXPECT_TRUE(is_blue(pixel(image, right.x, right.y)));
}

TEST(Picture, LetsTheNearerSphereHideTheFarther) {
    Studio studio;
    // Both as exact spheres and, being small, as discs.
    for (const float radius : {0.2f, 0.02f})
        for (const bool red_first : {true, false}) {
            Cloud cloud;
            cloud.add({red_first ? -0.5f : 0.5f, 0.0f, 0.0f}, 0.0f);
            cloud.add({red_first ? 0.5f : -0.5f, 0.0f, 0.0f}, 1.0f);
            render::Frame frame = studio.frame();
            frame.spheres = cloud.spheres(radius);
            frame.spheres.palette = palette;
            const glm::vec3 seen = pixel(studio.picture(frame), Studio::width / 2, Studio::height / 2);
            EXPECT_TRUE(red_first ? is_red(seen) : is_blue(seen))
                << "whatever the order they come in, radius " << radius;
        }
}

struct Entry {
    float at;       // along the ray, m; infinite when it misses
    bool is_clear;  // it does not just graze
};

Entry entry(const render::Ray& ray, glm::vec3 centre, float radius) {
    const glm::vec3 to = centre - ray.origin;
    const float along = glm::dot(to, ray.direction), rest = radius * radius - (glm::dot(to, to) - along * along);
    return {rest > 0.0f ? along - std::sqrt(rest) : std::numeric_limits<float>::infinity(),
            std::abs(rest) > 0.1f * radius * radius};
}

// Two equal spheres meet in the plane between their centres. Seen from the side with one centre behind the
// other, flat discs would show all of the nearer one instead.
TEST(Picture, SplitsIntersectingSpheresAlongTheirCommonPlane) {
    Studio studio;
    const float radius = 0.4f;
    const glm::vec3 a(0.05f, 0.15f, 0.0f), b(-0.05f, -0.15f, 0.0f);
    Cloud cloud;
    cloud.add(a, 0.0f);
    cloud.add(b, 1.0f);
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(radius);
    frame.spheres.palette = palette;
    const render::Image image = studio.picture(frame);
    int tested = 0;
    for (int y = 60; y < 180; y += 5)
        for (int x = 80; x < 240; ++x) {
            // Where the ray enters each sphere; the nearer entry is seen. Outlines and the seam may be a pixel off.
            const render::Ray ray = studio.camera.ray({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f},
                                                      Studio::width, Studio::height);
            const auto [red_at, red_is_clear] = entry(ray, a, radius);
            const auto [blue_at, blue_is_clear] = entry(ray, b, radius);
            if (!red_is_clear || !blue_is_clear || !(std::abs(red_at - blue_at) > 0.01f)) continue;
            ++tested;
            EXPECT_TRUE(red_at < blue_at ? is_red(pixel(image, x, y)) : is_blue(pixel(image, x, y))) << x << ' ' << y;
        }
    EXPECT_GT(tested, 1000);
}

TEST(Picture, LightsSpheresFromAbove) {
    Studio studio;
    Cloud cloud;
    cloud.add(glm::vec3(0.0f), 0.5f);
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.3f);
    const render::Image image = studio.picture(frame);
    const glm::ivec2 top(studio.place_of({0.0f, 0.0f, 0.2f})), bottom(studio.place_of({0.0f, 0.0f, -0.2f}));
    EXPECT_GT(pixel(image, top.x, top.y).g, 1.2f * pixel(image, bottom.x, bottom.y).g);
}

TEST(Picture, PassesOverSpheresBehindTheEyeAroundItOrNowhere) {
    Studio studio;
    const render::Image empty = studio.picture(studio.frame());
    const float nowhere = std::numeric_limits<float>::quiet_NaN();
    Cloud cloud;
    cloud.add(studio.camera.eye() - glm::vec3(1.0f, 0.0f, 0.0f), 0.5f);
    cloud.add(studio.camera.eye(), 0.5f);
    cloud.add(glm::vec3(nowhere), 0.5f);
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.1f);
    EXPECT_EQ(studio.picture(frame).rgb, empty.rgb);
}

TEST(Picture, HasAGridOnlyWhereThereIsAFloor) {
    Studio studio;
    studio.camera.pitch = 0.6f;
    const render::Image empty = studio.picture(studio.frame());
    render::Frame frame = studio.frame();
    frame.floor_min = {-1.0f, -1.0f, 0.0f};
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    const render::Image image = studio.picture(frame);
    const glm::ivec2 on_line(studio.place_of({0.0f, 0.47f, 0.0f}));
    EXPECT_GT(glm::length(pixel(image, on_line.x, on_line.y) - pixel(empty, on_line.x, on_line.y)), 0.05f)
        << "the line through the origin, a whole metre";
    const glm::ivec2 between(studio.place_of({0.25f, 0.45f, 0.0f}));
    EXPECT_LT(glm::length(pixel(image, between.x, between.y) - pixel(empty, between.x, between.y)), 0.03f)
        << "between the tenths of a metre";
    EXPECT_LT(glm::length(pixel(image, 160, 2) - pixel(empty, 160, 2)), 0.02f) << "faded out far away";
}

TEST(Picture, HasTheFluidsShadowOnItsFloor) {
    Studio studio;
    studio.camera.pitch = 1.2f;
    Cloud cloud;
    for (int i = 0; i < 1000; ++i)
        cloud.add({0.04f * static_cast<float>(i % 10 - 5), 0.04f * static_cast<float>(i / 10 % 10 - 5),
                   0.5f + 0.04f * static_cast<float>(i / 100)},
                  0.5f);
    render::Frame frame = studio.frame();
    frame.theme = render::Theme::light;
    frame.floor_min = {-1.0f, -1.0f, 0.0f};
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    const render::Image without = studio.picture(frame);
    frame.spheres = cloud.spheres(0.02f);
    const render::Image with = studio.picture(frame);
    // The light comes from -x, -y: the shadow falls on the other side.
    const glm::ivec2 shaded(studio.place_of({0.25f, 0.35f, 0.0f})), bright(studio.place_of({-0.55f, -0.55f, 0.0f}));
    EXPECT_GT(pixel(without, shaded.x, shaded.y).g - pixel(with, shaded.x, shaded.y).g, 0.1f);
    EXPECT_NEAR(pixel(without, bright.x, bright.y).g, pixel(with, bright.x, bright.y).g, 0.01f);
}

TEST(Picture, ShowsLinesInTheirColourAndBehindSpheresNot) {
    Studio studio;
    // Through the middle of a row of pixels.
    const float half_pixel = std::tan(0.5f * studio.camera.field_of_view) * studio.camera.distance / Studio::height;
    const std::array lines = {
        render::Line{{0.0f, 0.9f, half_pixel}, {0.0f, -0.9f, half_pixel}, {0.0f, 1.0f, 0.0f, 1.0f}}};
    Cloud cloud;
    cloud.add(glm::vec3(0.0f), 0.0f);
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.2f);
    frame.spheres.palette = palette;
    frame.lines = lines;
    const render::Image image = studio.picture(frame);
    const int row = static_cast<int>(studio.place_of({0.0f, 0.5f, half_pixel}).y);
    const int column = static_cast<int>(studio.place_of({0.0f, 0.5f, half_pixel}).x);
    EXPECT_GT(pixel(image, column, row).g, 0.95f);
    EXPECT_LT(pixel(image, column, row).r, 0.05f);
    EXPECT_TRUE(is_red(pixel(image, Studio::width / 2, Studio::height / 2)));
}

TEST(Picture, IsTheSameEveryTime) {
    Studio studio;
    Cloud cloud;
    for (int i = 0; i < 500; ++i)
        cloud.add({0.1f * std::sin(7.0f * static_cast<float>(i)), 0.5f * std::sin(static_cast<float>(i)),
                   0.4f * std::cos(3.0f * static_cast<float>(i))},
                  static_cast<float>(i) / 500.0f);
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.03f);
    frame.floor_min = {-1.0f, -1.0f, 0.0f};
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    EXPECT_EQ(studio.picture(frame).rgb, studio.picture(frame).rgb);
}

// The interface is drawn on top by code that expects OpenGL as it finds it in a new context.
TEST(Picture, LeavesOpenGLTidy) {
    Studio studio;
    Cloud cloud;
    cloud.add(glm::vec3(0.0f), 0.5f);
    const std::array lines = {render::Line{{0.0f, 0.9f, 0.0f}, {0.0f, -0.9f, 0.0f}, glm::vec4(1.0f)}};
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.2f);
    frame.lines = lines;
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    studio.picture(frame);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    for (const GLenum on : {GL_DEPTH_TEST, GL_BLEND, GL_PROGRAM_POINT_SIZE, GL_SAMPLE_ALPHA_TO_COVERAGE})
        EXPECT_FALSE(glIsEnabled(on)) << on;
    const auto value_of = [](GLenum name) {
        GLint value = -1;
        glGetIntegerv(name, &value);
        return value;
    };
    for (const GLenum bound : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING,
                               GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_1D})
        EXPECT_EQ(value_of(bound), 0) << bound;
    EXPECT_EQ(value_of(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
    EXPECT_EQ(value_of(GL_DEPTH_WRITEMASK), GL_TRUE);
    std::array<GLboolean, 4> mask{};
    glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
    EXPECT_EQ(mask[3], GL_TRUE);
    glActiveTexture(GL_TEXTURE1);
    EXPECT_EQ(value_of(GL_TEXTURE_BINDING_2D), 0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace
