// Colours that can be trusted to say what the values say.
#include "render/colour_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>
#include <limits>

namespace {

using render::colour_at;
using render::ColourMap;

/// CIE 1976 L*, 0 (black) to 100 (white).
double lightness(glm::vec3 srgb) {
    const glm::vec3 linear = glm::convertSRGBToLinear(srgb);
    const double luminance = glm::dot(linear, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return luminance > 0.008856 ? 116.0 * std::cbrt(luminance) - 16.0 : 903.3 * luminance;
}

void expect_colour(ColourMap map, float t, int red, int green, int blue) {
    const glm::vec3 colour = 255.0f * colour_at(map, t);
    const char* const name = render::colour_map_names[static_cast<std::size_t>(map)];
    EXPECT_NEAR(colour.r, red, 1.0f) << name << " at " << t;
    EXPECT_NEAR(colour.g, green, 1.0f) << name << " at " << t;
    EXPECT_NEAR(colour.b, blue, 1.0f) << name << " at " << t;
}

// First, middle and last colours as their authors published them.
TEST(ColourMaps, HaveTheirAuthorsColours) {
    expect_colour(ColourMap::viridis, 0.0f, 68, 1, 84);
    expect_colour(ColourMap::viridis, 0.5f, 33, 145, 140);
    expect_colour(ColourMap::viridis, 1.0f, 253, 231, 37);
    expect_colour(ColourMap::cividis, 0.0f, 0, 34, 78);
    expect_colour(ColourMap::cividis, 0.5f, 124, 123, 120);
    expect_colour(ColourMap::cividis, 1.0f, 254, 232, 56);
    expect_colour(ColourMap::coolwarm, 0.0f, 59, 76, 192);
    expect_colour(ColourMap::coolwarm, 0.5f, 221, 221, 221);
    expect_colour(ColourMap::coolwarm, 1.0f, 180, 4, 38);
    expect_colour(ColourMap::turbo, 0.0f, 48, 18, 59);
    expect_colour(ColourMap::turbo, 0.5f, 163, 253, 60);
    expect_colour(ColourMap::turbo, 1.0f, 122, 4, 3);
}

// More must look like more in grey print and to every eye.
TEST(ColourMaps, ViridisCividisAndWaterGrowLighterAllTheWay) {
    for (const ColourMap map : {ColourMap::viridis, ColourMap::cividis, ColourMap::water}) {
        double before = lightness(colour_at(map, 0.0f));
        for (int i = 1; i <= 200; ++i) {
            const double here = lightness(colour_at(map, static_cast<float>(i) / 200.0f));
            EXPECT_GT(here, before) << render::colour_map_names[static_cast<std::size_t>(map)] << " at " << i / 200.0;
            before = here;
        }
    }
}

TEST(ColourMaps, CoolwarmIsLightestInTheMiddle) {
    const double middle = lightness(colour_at(ColourMap::coolwarm, 0.5f));
    for (int i = 0; i <= 100; ++i)
        EXPECT_LE(lightness(colour_at(ColourMap::coolwarm, static_cast<float>(i) / 100.0f)), middle + 0.5) << i;
}

TEST(ColourMaps, HaveNoJumps) {
    for (std::size_t map = 0; map < render::colour_map_names.size(); ++map)
        for (int i = 0; i < 1000; ++i) {
            const auto t = static_cast<float>(i) / 1000.0f;
            const glm::vec3 step =
                colour_at(static_cast<ColourMap>(map), t + 1e-3f) - colour_at(static_cast<ColourMap>(map), t);
            EXPECT_LT(glm::length(step), 0.012f) << render::colour_map_names[map] << " at " << t;
        }
}

TEST(ColourMaps, EndWhereTheRangeEnds) {
    for (std::size_t i = 0; i < render::colour_map_names.size(); ++i) {
        const auto map = static_cast<ColourMap>(i);
        EXPECT_EQ(colour_at(map, -1e30f), colour_at(map, 0.0f));
        EXPECT_EQ(colour_at(map, 1e30f), colour_at(map, 1.0f));
        EXPECT_EQ(colour_at(map, std::numeric_limits<float>::quiet_NaN()), colour_at(map, 0.0f));
    }
}

}  // namespace
