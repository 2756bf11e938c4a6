// Meshes: closed, right way out, of the size they should be.
#include "render/mesh.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <numbers>
#include <tuple>

namespace {

using render::Mesh;

glm::vec3 at(const Mesh& mesh, std::size_t i) { return mesh.corners[mesh.triangles[i]].position; }

/// By the divergence theorem: positive when triangles are seen from outside.
float volume_of(const Mesh& mesh) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        sum += glm::dot(at(mesh, i), glm::cross(at(mesh, i + 1), at(mesh, i + 2))) / 6.0f;
    return sum;
}

using Place = std::tuple<int, int, int>;
Place rounded(const glm::vec3& p) {
    const auto whole = [](float x) { return static_cast<int>(std::lround(1e4f * x)); };
    return {whole(p.x), whole(p.y), whole(p.z)};
}

/// Every side of a triangle is that of exactly one other, which goes along it the other way.
bool is_closed(const Mesh& mesh) {
    std::map<std::pair<Place, Place>, int> sides;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k) {
            const Place a = rounded(at(mesh, i + k)), b = rounded(at(mesh, i + (k + 1) % 3));
            ++sides[{a, b}];
            --sides[{b, a}];
        }
    for (const auto& [side, count] : sides)
        if (count != 0) return false;
    return true;
}

void expect_normals_of_triangles(const Mesh& mesh, float least) {
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
        const glm::vec3 across =
            glm::normalize(glm::cross(at(mesh, i + 1) - at(mesh, i), at(mesh, i + 2) - at(mesh, i)));
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::vec3& normal = mesh.corners[mesh.triangles[i + k]].normal;
            EXPECT_NEAR(glm::length(normal), 1.0f, 1e-5f);
            EXPECT_GT(glm::dot(across, normal), least);
        }
    }
}

/// Length of all sides that are drawn as edges, each from both its faces.
float edges_of(const Mesh& mesh) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t a = i + (k + 1) % 3, b = i + (k + 2) % 3;
            const auto number = static_cast<int>(k);
            const float from = mesh.corners[mesh.triangles[a]].inside[number],
                        to = mesh.corners[mesh.triangles[b]].inside[number];
            EXPECT_EQ(from, to);
            EXPECT_EQ(mesh.corners[mesh.triangles[i + k]].inside[number], 1.0f);
            if (from == 0.0f) sum += glm::length(at(mesh, a) - at(mesh, b));
        }
    return sum;
}

TEST(Mesh, OfACubeIsClosedAndHasTwelveEdges) {
    const Mesh cube = render::cube_mesh();
    EXPECT_EQ(cube.triangles.size(), 36u);
    EXPECT_TRUE(is_closed(cube));
    EXPECT_NEAR(volume_of(cube), 8.0f, 1e-5f);
    EXPECT_NEAR(edges_of(cube), 2.0f * 12.0f * 2.0f, 1e-4f) << "and no diagonals";
    expect_normals_of_triangles(cube, 0.999f);
}

TEST(Mesh, OfABallIsClosedRoundAndWithoutEdges) {
    for (const int divisions : {1, 2, 3, 8}) {
        const Mesh ball = render::ball_mesh(divisions);
        EXPECT_EQ(ball.triangles.size(), 3u * 8u * static_cast<std::size_t>(divisions * divisions));
        EXPECT_TRUE(is_closed(ball)) << divisions;
        EXPECT_EQ(edges_of(ball), 0.0f);
        for (const Mesh::Corner& corner : ball.corners) EXPECT_NEAR(glm::length(corner.position), 1.0f, 1e-5f);
        expect_normals_of_triangles(ball, 0.4f);
    }
    EXPECT_NEAR(volume_of(render::ball_mesh(12)), 4.0f / 3.0f * std::numbers::pi_v<float>, 0.05f);
}

TEST(Mesh, OfACapsuleIsABallPulledApart) {
    const Mesh capsule = render::capsule_mesh(0.5f, 2.0f, 8);
    EXPECT_TRUE(is_closed(capsule));
    EXPECT_NEAR(volume_of(capsule), std::numbers::pi_v<float> * (0.25f * 4.0f + 4.0f / 3.0f * 0.125f), 0.1f);
    for (const Mesh::Corner& corner : capsule.corners) EXPECT_LE(std::abs(corner.position.z), 2.5f + 1e-5f);
    expect_normals_of_triangles(capsule, 0.8f);
    EXPECT_TRUE(is_closed(render::capsule_mesh(0.5f, 0.0f, 4))) << "one without a middle is a ball";
}

TEST(Mesh, OfFlatFacesDrawsNoEdgesWithinAFace) {
    // A pyramid on a square of two triangles.
    const std::array<glm::vec3, 5> vertices = {
        {{-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {-1.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    const std::array<render::Triangle, 6> triangles = {
        {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
    const Mesh pyramid = render::faceted_mesh(vertices, triangles);
    EXPECT_TRUE(is_closed(pyramid));
    EXPECT_NEAR(volume_of(pyramid), 4.0f / 3.0f, 1e-5f);
    EXPECT_NEAR(edges_of(pyramid), 2.0f * (4.0f * 2.0f + 4.0f * std::sqrt(3.0f)), 1e-4f);
    expect_normals_of_triangles(pyramid, 0.999f);
}

float area_of(const Mesh& mesh) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        sum += 0.5f * glm::length(glm::cross(at(mesh, i + 1) - at(mesh, i), at(mesh, i + 2) - at(mesh, i)));
    return sum;
}

TEST(Mesh, OfAPlaneIsWhatItHasInCommonWithTheBox) {
    const glm::vec3 min(-1.0f, -1.0f, 0.0f), max(1.0f, 1.0f, 1.0f);
    const auto plane = [&](glm::vec3 place, glm::vec3 normal) {
        return render::plane_mesh(place, glm::normalize(normal), min, max);
    };
    EXPECT_NEAR(area_of(plane({7.0f, -3.0f, 0.5f}, {0.0f, 0.0f, 1.0f})), 4.0f, 1e-3f) << "wherever its point is";
    EXPECT_NEAR(area_of(plane({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f})), 4.0f, 1e-3f) << "in the floor";
    EXPECT_NEAR(area_of(plane({0.0f, 0.0f, 0.5f}, {1.0f, 0.0f, 0.0f})), 2.0f, 1e-3f);
    EXPECT_NEAR(area_of(plane({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f})), std::sqrt(8.0f), 1e-3f);
    EXPECT_TRUE(plane({0.0f, 0.0f, 1.1f}, {0.0f, 0.0f, 1.0f}).triangles.empty()) << "above the box";
    EXPECT_TRUE(plane({0.0f, 0.0f, -9.0f}, {1.0f, 0.0f, 20.0f}).triangles.empty());
    // Cut by a corner: a triangle; through the middle of all: a hexagon.
    EXPECT_EQ(plane({0.9f, 0.9f, 0.9f}, {1.0f, 1.0f, 1.0f}).triangles.size(), 3u);
    EXPECT_EQ(plane({0.0f, 0.0f, 0.5f}, {1.0f, 1.0f, 2.0f}).triangles.size(), 12u);
    const Mesh ramp = plane({0.0f, 0.0f, 0.5f}, {-1.0f, 0.0f, 2.0f});
    expect_normals_of_triangles(ramp, 0.999f);
    EXPECT_NEAR(edges_of(ramp), 2.0f * (2.0f + std::sqrt(5.0f)), 1e-3f) << "an edge all around";
}

}  // namespace
