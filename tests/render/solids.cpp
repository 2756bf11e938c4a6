// Pictures of solids: where they are, what they hide, what light and shadow say of them.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "render/mesh.hpp"
#include "tests/render/studio.hpp"

namespace {

using render::Copies;

constexpr glm::vec3 red{0.8f, 0.0f, 0.0f}, green{0.0f, 0.7f, 0.0f}, blue{0.0f, 0.0f, 0.8f}, stone{0.5f};
constexpr std::array palette = {red, blue};

bool is_red(glm::vec3 p) { return p.r > 0.2f && p.r > 2.0f * std::max(p.g, p.b); }
bool is_green(glm::vec3 p) { return p.g > 0.2f && p.g > 2.0f * std::max(p.r, p.b); }
bool is_blue(glm::vec3 p) { return p.b > 0.2f && p.b > 2.0f * std::max(p.r, p.g); }

const auto cube = std::make_shared<const render::Mesh>(render::cube_mesh());
const auto ball = std::make_shared<const render::Mesh>(render::ball_mesh(8));

glm::mat4x3 placed(glm::vec3 at, glm::vec3 half, float turned = 0.0f) {
    glm::mat4 place = glm::translate(glm::mat4(1.0f), at);
    place = glm::rotate(place, turned, glm::vec3(0.0f, 0.0f, 1.0f));
    return glm::mat4x3(glm::scale(place, half));
}

glm::vec3 seen_at(const Studio& studio, const render::Image& image, glm::vec3 point) {
    const glm::ivec2 place(studio.place_of(point));
    return pixel(image, place.x, place.y);
}

float difference(const render::Image& a, const render::Image& b, glm::ivec2 at) {
    return glm::length(pixel(a, at.x, at.y) - pixel(b, at.x, at.y));
}

TEST(Solids, AreDrawnWhereTheyArePut) {
    Studio studio;
    const render::Image empty = studio.picture(studio.frame());
    const std::array copies = {Copies::Copy{placed({0.0f, 0.5f, 0.3f}, glm::vec3(0.1f, 0.2f, 0.1f)), green},
                               Copies::Copy{placed({0.0f, -0.5f, -0.3f}, glm::vec3(0.15f)), red}};
    const std::array solids = {Copies{cube, copies}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    const render::Image image = studio.picture(frame);
    EXPECT_TRUE(is_green(seen_at(studio, image, {-0.1f, 0.5f, 0.3f})));
    EXPECT_TRUE(is_green(seen_at(studio, image, {-0.1f, 0.68f, 0.38f}))) << "as wide as it was stretched";
    EXPECT_TRUE(is_red(seen_at(studio, image, {-0.15f, -0.5f, -0.3f})));
    for (const glm::vec3 beside : {glm::vec3(-0.1f, 0.73f, 0.3f), glm::vec3(-0.1f, 0.5f, 0.43f), glm::vec3(0.0f)}) {
        const glm::ivec2 at(studio.place_of(beside));
        EXPECT_LT(difference(image, empty, at), 0.02f);
    }
}

TEST(Solids, ThatAreCutOpenShowWhatIsBehindThemAndLookSolidInside) {
    Studio studio;
    const std::array copies = {Copies::Copy{placed({0.0f, 0.0f, 0.0f}, glm::vec3(0.3f)), red},
                               Copies::Copy{placed({-0.5f, 0.6f, 0.0f}, glm::vec3(0.1f)), green}};
    const std::array solids = {Copies{cube, copies}};
    render::Frame frame = studio.frame();
    const render::Image empty = studio.picture(frame);
    frame.solids = solids;
    frame.cut = {1.0f, 0.0f, 0.0f, 0.1f};  // what is nearer to the eye than x = -0.1 is gone
    const render::Image image = studio.picture(frame);
    EXPECT_TRUE(is_red(seen_at(studio, image, {0.3f, 0.0f, 0.0f}))) << "its far side, from inside";
    const glm::ivec2 before_it(studio.place_of({-0.6f, 0.6f, 0.0f}));
    EXPECT_LT(difference(image, empty, before_it), 0.02f) << "in front of the plane nothing is left";
    // Where the cut is, it is evenly lit: there is no corner of the inside to be seen.
    const glm::vec3 a = seen_at(studio, image, {0.3f, 0.1f, 0.1f}), b = seen_at(studio, image, {0.3f, -0.1f, -0.1f});
    EXPECT_LT(glm::length(a - b), 0.02f);
}

// Nothing is culled where a picture is cut, so that solids have an inside: sheets then hid what was behind their backs.
TEST(Solids, ThatAreSheetsAreSeenFromTheFrontAloneAlsoWhereThePictureIsCut) {
    Studio studio;
    Cloud cloud;
    cloud.add({0.5f, 0.0f, 0.0f}, 1.0f);
    const glm::vec3 low(-0.8f), high(0.8f);
    for (const float side : {1.0f, -1.0f}) {  // from behind, from the front
        const std::array copies = {Copies::Copy{glm::mat4x3(1.0f), red}};
        const auto sheet = std::make_shared<const render::Mesh>(
            render::plane_mesh(glm::vec3(0.0f), glm::vec3(side, 0.0f, 0.0f), low, high));
        const std::array box = {Copies::Copy{placed({0.0f, 0.6f, 0.0f}, glm::vec3(0.1f, 0.1f, 0.1f)), green}};
        const std::array solids = {Copies{sheet, copies, false, false}, Copies{cube, box}};
        render::Frame frame = studio.frame();
        frame.spheres = cloud.spheres(0.2f);
        frame.spheres.palette = palette;
        frame.solids = solids;
        frame.cut = {1.0f, 0.0f, 0.0f, 0.05f};  // what is nearer to the eye than x = -0.05 is gone
        for (const bool see_through : {false, true}) {
            frame.see_through = see_through;
            const render::Image image = studio.picture(frame);
            const glm::vec3 middle = seen_at(studio, image, {0.5f, 0.0f, 0.0f});
            if (side > 0.0f)
                EXPECT_TRUE(is_blue(middle)) << see_through;
            else
                EXPECT_GT(middle.r, middle.g + 0.1f) << see_through;
            const glm::vec3 inside = seen_at(studio, image, {0.1f, 0.6f, 0.0f});
            if (side > 0.0f) EXPECT_GT(inside.g, inside.r + 0.05f) << "what is closed still has an inside";
        }
    }
}

TEST(Solids, OfTwoMeshesAndOfOneMeshTwiceDoNotMixUp) {
    Studio studio;
    const std::array left = {Copies::Copy{placed({0.0f, 0.6f, 0.0f}, glm::vec3(0.1f)), red}};
    const std::array middle = {Copies::Copy{placed({0.0f, 0.0f, 0.0f}, glm::vec3(0.1f)), green}};
    const std::array right = {Copies::Copy{placed({0.0f, -0.6f, 0.0f}, glm::vec3(0.1f)), blue}};
    const std::array solids = {Copies{cube, left}, Copies{ball, middle}, Copies{cube, right}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    for (int picture = 0; picture < 2; ++picture) {
        const render::Image image = studio.picture(frame);
        EXPECT_TRUE(is_red(seen_at(studio, image, {-0.1f, 0.6f, 0.0f})));
        EXPECT_TRUE(is_green(seen_at(studio, image, {-0.1f, 0.0f, 0.0f})));
        EXPECT_TRUE(is_blue(seen_at(studio, image, {-0.1f, -0.6f, 0.0f})));
    }
    // What is gone is gone, and what comes back is there again.
    frame.solids = std::span(solids).first(1);
    EXPECT_FALSE(is_green(seen_at(studio, studio.picture(frame), {-0.1f, 0.0f, 0.0f})));
    frame.solids = solids;
    EXPECT_TRUE(is_green(seen_at(studio, studio.picture(frame), {-0.1f, 0.0f, 0.0f})));
}

TEST(Solids, HideParticlesBehindThemAndAreHiddenByThoseBefore) {
    Studio studio;
    Cloud cloud;
    cloud.add({-0.5f, 0.3f, 0.0f}, 1.0f);  // before the box, left
    cloud.add({0.5f, -0.3f, 0.0f}, 1.0f);  // behind it, right
    const std::array copies = {Copies::Copy{placed(glm::vec3(0.0f), {0.05f, 0.9f, 0.4f}), red}};
    const std::array solids = {Copies{cube, copies}};
    // As spheres and as dots.
    for (const float radius : {0.15f, 0.02f}) {
        render::Frame frame = studio.frame();
        frame.spheres = cloud.spheres(radius);
        frame.spheres.palette = palette;
        frame.solids = solids;
        render::Image image = studio.picture(frame);
        EXPECT_TRUE(is_blue(seen_at(studio, image, {-0.5f, 0.3f, 0.0f})));
        EXPECT_TRUE(is_red(seen_at(studio, image, {0.5f, -0.3f, 0.0f})));

        frame.see_through = true;
        image = studio.picture(frame);
        EXPECT_TRUE(is_blue(seen_at(studio, image, {-0.5f, 0.3f, 0.0f})));
        const glm::vec3 through = seen_at(studio, image, {0.5f, -0.3f, 0.0f});
        EXPECT_GT(through.b, through.g + 0.15f) << "the one behind shines through";
        EXPECT_GT(through.r, through.g + 0.1f) << "in the colour of what is before it";
    }
}

// A ball of solid and a ball of fluid that are half in each other meet where their surfaces do.
TEST(Solids, MeetParticlesWhereTheirSurfacesDo) {
    Studio studio;
    Cloud cloud;
    cloud.add({0.0f, 0.15f, 0.0f}, 1.0f);
    const std::array copies = {Copies::Copy{placed({0.0f, -0.15f, 0.0f}, glm::vec3(0.4f)), red}};
    const std::array solids = {Copies{std::make_shared<const render::Mesh>(render::ball_mesh(24)), copies}};
    render::Frame frame = studio.frame();
    frame.spheres = cloud.spheres(0.4f);
    frame.spheres.palette = palette;
    frame.solids = solids;
    const render::Image image = studio.picture(frame);
    for (int y = 90; y <= 150; y += 10) {
        EXPECT_TRUE(is_blue(pixel(image, Studio::width / 2 - 4, y))) << y;
        EXPECT_TRUE(is_red(pixel(image, Studio::width / 2 + 4, y))) << y;
    }
}

TEST(Solids, SeenThroughLookTheSameInAnyOrder) {
    Studio studio;
    std::array copies = {Copies::Copy{placed({0.2f, 0.0f, 0.0f}, glm::vec3(0.2f)), red},
                         Copies::Copy{placed({-0.4f, 0.1f, 0.05f}, glm::vec3(0.1f)), green},
                         Copies::Copy{placed({-0.1f, -0.1f, 0.1f}, glm::vec3(0.15f), 0.5f), blue}};
    const std::array solids = {Copies{cube, copies}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    frame.see_through = true;
    const render::Image image = studio.picture(frame);
    std::swap(copies[0], copies[2]);
    EXPECT_EQ(studio.picture(frame).rgb, image.rgb);
}

TEST(Solids, AreLitFromAboveAndKeepTheirNormalsWhenStretched) {
    Studio studio;
    studio.camera.pitch = 0.5f;
    const std::array copies = {Copies::Copy{placed(glm::vec3(0.0f), {0.3f, 0.3f, 0.3f}), stone}};
    const std::array solids = {Copies{cube, copies}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    const render::Image image = studio.picture(frame);
    EXPECT_GT(seen_at(studio, image, {0.0f, 0.0f, 0.3f}).g, 1.15f * seen_at(studio, image, {-0.3f, 0.0f, 0.0f}).g);

    // A ball pressed flat shows its top as an even disc: a normal that was stretched along would lean.
    const std::array flat = {Copies::Copy{placed(glm::vec3(0.0f), {0.4f, 0.4f, 0.02f}), stone}};
    const std::array pancake = {Copies{ball, flat}};
    frame.solids = pancake;
    const render::Image even = studio.picture(frame);
    EXPECT_NEAR(seen_at(studio, even, {-0.2f, 0.0f, 0.018f}).g, seen_at(studio, even, {0.2f, 0.0f, 0.018f}).g, 0.04f);
}

TEST(Solids, ShowTheirEdgesOnAnyPaintAndBackground) {
    Studio studio;
    studio.camera.pitch = 0.5f;
    for (const render::Theme theme : {render::Theme::dark, render::Theme::light})
        for (const glm::vec3 paint : {glm::vec3(0.02f), stone, glm::vec3(0.95f)}) {
            const std::array copies = {Copies::Copy{placed(glm::vec3(0.0f), glm::vec3(0.3f)), paint}};
            const std::array solids = {Copies{cube, copies}};
            render::Frame frame = studio.frame();
            frame.theme = theme;
            frame.solids = solids;
            const render::Image image = studio.picture(frame);
            // Up the near side, over the edge, onto the top.
            const int x = Studio::width / 2, edge = static_cast<int>(studio.place_of({-0.3f, 0.0f, 0.3f}).y);
            const float below = pixel(image, x, edge + 6).g, above = pixel(image, x, edge - 6).g;
            float least = 1.0f, most = 0.0f;
            for (int y = edge - 2; y <= edge + 2; ++y) {
                least = std::min(least, pixel(image, x, y).g);
                most = std::max(most, pixel(image, x, y).g);
            }
            EXPECT_TRUE(least < std::min(below, above) - 0.1f || most > std::max(below, above) + 0.1f)
                << "paint " << paint.x;
            // No diagonals: the top is even.
            EXPECT_NEAR(seen_at(studio, image, {0.1f, 0.1f, 0.3f}).g, seen_at(studio, image, {0.1f, 0.02f, 0.3f}).g,
                        0.03f);
        }
}

TEST(Solids, CastAShadowOnTheFloorUnlessTheyAreNotTo) {
    Studio studio;
    studio.camera.pitch = 1.2f;
    render::Frame frame = studio.frame();
    frame.theme = render::Theme::light;
    frame.floor_min = {-1.0f, -1.0f, 0.0f};
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    const render::Image without = studio.picture(frame);
    const std::array copies = {Copies::Copy{placed({0.0f, 0.0f, 0.6f}, glm::vec3(0.2f)), stone}};
    std::array solids = {Copies{cube, copies}};
    frame.solids = solids;
    // The light comes from -x, -y.
    const glm::ivec2 shaded(studio.place_of({0.3f, 0.33f, 0.0f})), bright(studio.place_of({-0.55f, -0.55f, 0.0f}));
    const render::Image with = studio.picture(frame);
    EXPECT_GT(pixel(without, shaded.x, shaded.y).g - pixel(with, shaded.x, shaded.y).g, 0.1f);
    EXPECT_LT(difference(with, without, bright), 0.01f);
    solids[0].casts_shadow = false;
    EXPECT_LT(difference(studio.picture(frame), without, shaded), 0.01f);
}

TEST(Solids, LieInTheShadowOfWhatIsAboveThem) {
    Studio studio;
    studio.camera.pitch = 1.0f;
    const std::array table = {Copies::Copy{placed({0.0f, 0.0f, -0.1f}, {0.8f, 0.8f, 0.1f}), stone},
                              Copies::Copy{placed({0.0f, 0.0f, 0.5f}, glm::vec3(0.15f)), stone}};
    const std::array solids = {Copies{cube, table}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    const render::Image image = studio.picture(frame);
    EXPECT_LT(seen_at(studio, image, {0.2f, 0.23f, 0.0f}).g, 0.85f * seen_at(studio, image, {0.5f, -0.5f, 0.0f}).g);
}

TEST(Solids, ThatFlewAwayLeaveTheShadowsOfTheOthersSharp) {
    Studio studio;
    studio.camera.pitch = 1.2f;
    render::Frame frame = studio.frame();
    frame.theme = render::Theme::light;
    frame.floor_min = {-1.0f, -1.0f, 0.0f};
    frame.floor_max = {1.0f, 1.0f, 1.0f};
    std::array copies = {Copies::Copy{placed({0.0f, 0.0f, 0.3f}, glm::vec3(0.1f)), stone},
                         Copies::Copy{placed({0.0f, 0.0f, -1e6f}, glm::vec3(0.1f)), stone}};
    const std::array solids = {Copies{cube, copies}};
    frame.solids = solids;
    const render::Image far_away = studio.picture(frame);
    const glm::ivec2 shaded(studio.place_of({0.14f, 0.15f, 0.0f})), beside(studio.place_of({0.5f, 0.5f, 0.0f}));
    EXPECT_LT(pixel(far_away, shaded.x, shaded.y).g, pixel(far_away, beside.x, beside.y).g - 0.1f);
}

TEST(Solids, FillThePictureInTheirThousands) {
    Studio studio;
    std::vector<Copies::Copy> copies;
    for (int i = 0; i < 20'000; ++i) {
        const auto t = static_cast<float>(i);
        copies.push_back(
            {placed({0.4f * std::sin(t), 0.8f * std::sin(1.7f * t), 0.6f * std::cos(2.3f * t)}, glm::vec3(0.01f), t),
             i % 2 == 0 ? red : green});
    }
    const std::array solids = {Copies{cube, copies}};
    render::Frame frame = studio.frame();
    frame.solids = solids;
    const render::Image image = studio.picture(frame);
    int seen = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const glm::vec3 p = pixel(image, x, y);
            seen += p.r > 2.0f * p.b || p.g > 2.0f * p.b ? 1 : 0;
        }
    EXPECT_GT(seen, image.width * image.height / 4);
}

TEST(Solids, LeaveOpenGLTidy) {
    Studio studio;
    const std::array copies = {Copies::Copy{placed(glm::vec3(0.0f), glm::vec3(0.3f)), stone}};
    const std::array solids = {Copies{cube, copies}};
    for (const bool see_through : {false, true}) {
        render::Frame frame = studio.frame();
        frame.solids = solids;
        frame.see_through = see_through;
        studio.picture(frame);
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        for (const GLenum on : {GL_DEPTH_TEST, GL_BLEND, GL_CULL_FACE, GL_POLYGON_OFFSET_FILL})
            EXPECT_FALSE(glIsEnabled(on)) << on;
        GLint value = -1;
        glGetIntegerv(GL_DEPTH_FUNC, &value);
        EXPECT_EQ(value, GL_LESS);
        for (const GLenum bound : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING,
                                   GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_TEXTURE_BINDING_2D}) {
            glGetIntegerv(bound, &value);
            EXPECT_EQ(value, 0) << bound;
        }
        std::array<GLboolean, 4> mask{};
        glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
        for (const GLboolean channel : mask) EXPECT_EQ(channel, GL_TRUE);
    }
}

}  // namespace
