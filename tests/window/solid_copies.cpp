// From the solids of a state to copies of meshes.
#include "app/solid_copies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "scenes.hpp"
#include "sim/scene_reader.hpp"

namespace {

app::Snapshot state_of(const sim::World& world, const std::shared_ptr<const sim::Scene>& scene) {
    app::Snapshot snapshot;
    app::copy_state(world, scene->colouring, snapshot);
    snapshot.scene = scene;
    return snapshot;
}

std::shared_ptr<const sim::Scene> bay() {
    return std::make_shared<const sim::Scene>(sim::parse_scene(small_bay, "bay.json", {}));
}

struct Extent {
    glm::vec3 low{1e9f}, high{-1e9f};
};

Extent extent_of(const render::Mesh& mesh, const glm::mat4x3& place) {
    Extent extent;
    for (const render::Mesh::Corner& corner : mesh.corners) {
        const glm::vec3 p = place * glm::vec4(corner.position, 1.0f);
        extent.low = glm::min(extent.low, p);
        extent.high = glm::max(extent.high, p);
    }
    return extent;
}

std::size_t count(std::span<const render::Copies> all) {
    std::size_t sum = 0;
    for (const render::Copies& one : all) sum += one.copies.size();
    return sum;
}

}  // namespace

TEST(SolidCopies, AreWhereTheSolidsAreAndAsLarge) {
    const auto scene = bay();
    sim::World world(*scene);
    for (int frame = 0; frame < 5; ++frame) world.advance_frame();
    const app::Snapshot state = state_of(world, scene);
    app::SolidCopies copies;
    const auto all = copies.of(state);
    EXPECT_EQ(count(all), world.solids().size());

    // Each solid's bounds are those of one of the copies.
    for (std::size_t number = 0; number < world.solids().size(); ++number) {
        if (world.solids().shape(number).kind() == sim::SolidShape::plane) continue;
        const spatial::Box box = world.solids().shape(number).bounds(sim::Frame(world.solids()[number].pose));
        const glm::vec3 low(box.min_x, box.min_y, box.min_z), high(box.max_x, box.max_y, box.max_z);
        const float slack = world.solids().shape(number).kind() == sim::SolidShape::box ? 1e-5f : 2e-3f;
        const bool is_drawn = std::ranges::any_of(all, [&](const render::Copies& one) {
            return std::ranges::any_of(one.copies, [&](const render::Copies::Copy& copy) {
                const Extent extent = extent_of(*one.mesh, copy.place);
                return glm::length(extent.low - low) < slack && glm::length(extent.high - high) < slack &&
                       copy.colour == scene->solids[world.solids()[number].entry].colour;
            });
        });
        EXPECT_TRUE(is_drawn) << "solid " << number;
    }
}

TEST(SolidCopies, ShareAMeshWhereTheyCanAndKeepItFromFrameToFrame) {
    const auto scene = bay();
    sim::World world(*scene);
    app::SolidCopies copies;
    const auto first = copies.of(state_of(world, scene));
    std::vector<std::shared_ptr<const render::Mesh>> meshes;
    std::size_t most = 0;
    for (const render::Copies& one : first) {
        meshes.push_back(one.mesh);
        most = std::max(most, one.copies.size());
    }
    EXPECT_EQ(meshes.size(), 5u) << "a plane, a capsule, a ball, a hull and a cube";
    EXPECT_EQ(most, 8u) << "all crates in one draw";
    world.advance_frame();
    const auto second = copies.of(state_of(world, scene));
    ASSERT_EQ(second.size(), meshes.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) EXPECT_EQ(second[i].mesh, meshes[i]);
}

TEST(SolidCopies, CutAPlaneToTheTankAgainWhenItMoves) {
    const std::string text = R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.1,
        "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}],
        "solids": [{"shape": "plane", "position": [0.9, 0, 0], "normal": [-1, 0, 0], "motion": "moving",
                    "velocity": [3, 0, 0]},
                   {"shape": "plane", "position": [0, 0, -1]}]})";
    const auto scene = std::make_shared<const sim::Scene>(sim::parse_scene(text, "planes.json", {}));
    sim::World world(*scene);
    app::SolidCopies copies;
    const auto at_first = copies.of(state_of(world, scene));
    ASSERT_EQ(at_first.size(), 2u);
    EXPECT_NEAR(extent_of(*at_first[0].mesh, glm::mat4x3(1.0f)).low.x, 0.9f, 1e-4f);
    EXPECT_FALSE(at_first[0].casts_shadow);
    EXPECT_FALSE(at_first[0].is_closed);
    EXPECT_TRUE(at_first[1].mesh->triangles.empty()) << "below the tank";
    world.advance_frame();
    EXPECT_NEAR(extent_of(*copies.of(state_of(world, scene))[0].mesh, glm::mat4x3(1.0f)).low.x, 0.95f, 1e-3f);
    for (int frame = 0; frame < 5; ++frame) world.advance_frame();
    EXPECT_TRUE(copies.of(state_of(world, scene))[0].mesh->triangles.empty()) << "it went out";
}

TEST(SolidCopies, FollowAnotherScene) {
    const auto scene = bay();
    const sim::World world(*scene);
    app::SolidCopies copies;
    EXPECT_EQ(count(copies.of(state_of(world, scene))), 13u);
    const auto other = std::make_shared<const sim::Scene>(sim::parse_scene(small_dam, "small.json", {}));
    const sim::World dam(*other);
    EXPECT_EQ(count(copies.of(state_of(dam, other))), 0u);
}
