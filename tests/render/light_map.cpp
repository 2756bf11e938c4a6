// The map behind the shadows, read back from the graphics memory.
#include "render/light_map.hpp"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <limits>
#include <vector>

#include "tests/render/studio.hpp"

namespace {

constexpr int side = 128;

struct ReadMap {
    render::LightMap map;
    std::vector<glm::vec2> cells = std::vector<glm::vec2>(side * side);

    explicit ReadMap(const render::Spheres& spheres) {
        map.update(spheres, {}, render::bounds_of(spheres));
        map.bind(0);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RG, GL_FLOAT, cells.data());
        glBindTexture(GL_TEXTURE_2D, 0);
    }

    /// Share covered and height towards the light, under a point of the world.
    [[nodiscard]] glm::vec2 at(glm::vec3 point) const {
        const glm::vec4 place = map.from_world() * glm::vec4(point, 1.0f) * static_cast<float>(side);
        const glm::ivec2 cell = glm::clamp(glm::ivec2(place), 0, side - 1);
        const glm::vec2 found = cells[static_cast<std::size_t>(cell.y * side + cell.x)];
        return {found.x, found.x > 0.0f ? found.y / found.x : 0.0f};
    }
    [[nodiscard]] float height_of(glm::vec3 point) const { return (map.from_world() * glm::vec4(point, 1.0f)).z; }
};

Cloud block(float spacing) {
    Cloud cloud;
    for (float x = 0.0f; x <= 1.0f; x += spacing)
        for (float y = 0.0f; y <= 0.5f; y += spacing)
            for (float z = 0.0f; z <= 0.4f; z += spacing) cloud.add({x, y, z}, 0.0f);
    return cloud;
}

TEST(LightMap, HasNoHolesUnderALattice) {
    const render::Offscreen offscreen(4, 4);
    for (const float spacing : {0.05f, 0.04f, 0.015f}) {
        const Cloud cloud = block(spacing);
        const ReadMap map(cloud.spheres(0.5f * spacing));
        for (float x = 0.2f; x < 0.8f; x += 0.01f)
            for (float y = 0.15f; y < 0.35f; y += 0.01f)
                ASSERT_GT(map.at({x, y, 0.2f}).x, 0.99f) << "at " << x << ' ' << y << ", spacing " << spacing;
    }
}

TEST(LightMap, KnowsHowHighTheFluidReachesTowardsTheLight) {
    const render::Offscreen offscreen(4, 4);
    const Cloud cloud = block(0.02f);
    const ReadMap map(cloud.spheres(0.01f));
    // From the middle of the upper face the light is free, from half a block below it is not.
    const glm::vec3 top(0.5f, 0.25f, 0.4f), inside(0.5f, 0.25f, 0.1f);
    EXPECT_NEAR(map.at(top).y, map.height_of(top), 0.03f);
    EXPECT_GT(map.at(inside).y, map.height_of(inside) + 0.25f);
}

TEST(LightMap, IsEmptyAllAroundAndWithoutSpheres) {
    const render::Offscreen offscreen(4, 4);
    const Cloud cloud = block(0.05f);
    for (const render::Spheres& spheres : {cloud.spheres(0.025f), render::Spheres{}}) {
        const ReadMap map(spheres);
        for (int i = 0; i < side; ++i)
            for (const int cell : {i, (side - 1) * side + i, i * side, i * side + side - 1})
                ASSERT_EQ(map.cells[static_cast<std::size_t>(cell)], glm::vec2(0.0f)) << cell;
    }
}

// A run that has gone wrong is still drawn, so that one can see where.
TEST(LightMap, StandsPositionsThatAreNotNumbers) {
    const render::Offscreen offscreen(4, 4);
    Cloud cloud;
    cloud.add({0.0f, std::numeric_limits<float>::quiet_NaN(), 0.0f}, 0.0f);
    cloud.add({0.0f, std::numeric_limits<float>::infinity(), 0.0f}, 0.0f);
    cloud.add({0.0f, 1.0f, 0.0f}, 0.0f);
    const ReadMap map(cloud.spheres(0.1f));
    for (const glm::vec2 cell : map.cells) ASSERT_TRUE(cell.x >= 0.0f && cell.x <= 1.0f);
}

}  // namespace
