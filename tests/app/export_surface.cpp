#include "app/recording/export_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "sim/fill.hpp"
#include "tests/app/scratch_folder.hpp"

namespace {

constexpr float spacing = 0.02f;  // m

sim::Scene ball(float radius) {
    sim::Scene scene;
    scene.spacing = spacing;
    scene.domain.max = glm::vec3(0.6f);
    scene.fluids.resize(1);
    sim::Volume volume;
    volume.shape = sim::Shape::sphere;
    volume.centre = glm::vec3(0.31f, 0.29f, 0.3f);
    volume.radius = radius;
    volume.velocity = {1.0f, 2.0f, 3.0f};
    scene.volumes = {volume};
    return scene;
}

/// By the divergence theorem; positive where triangles are counter-clockwise from outside.
double volume_of(const app::SurfaceMesh& mesh) {
    double sum = 0.0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const glm::dvec3 x(mesh.places[a]), y(mesh.places[b]), z(mesh.places[c]);
        sum += glm::dot(x, glm::cross(y, z)) / 6.0;
    }
    return sum;
}

/// Every edge is walked as often one way as the other.
bool is_closed(const app::SurfaceMesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
    for (const auto& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = t[k], to = t[(k + 1) % 3];
            balance[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    for (const auto& [edge, sum] : balance)
        if (sum != 0) return false;
    return !balance.empty();
}

}  // namespace

TEST(SurfaceMesh, OfABallIsABall) {
    const float radius = 0.12f;
    const sim::Scene scene = ball(radius);
    const sim::Particles particles = sim::fill(scene);
    const app::SurfaceMesh mesh = app::surface_of(scene, particles);
    ASSERT_EQ(mesh.normals.size(), mesh.places.size());
    ASSERT_EQ(mesh.velocity.size(), mesh.places.size());
    EXPECT_TRUE(is_closed(mesh));
    const double filled = static_cast<double>(particles.size()) * std::pow(static_cast<double>(spacing), 3.0);
    // Where it is curved, the half of a kernel lies a little further in: a tenth of a spacing here.
    EXPECT_NEAR(volume_of(mesh) / filled, 1.0, 0.06);
    for (std::size_t i = 0; i < mesh.places.size(); ++i) {
        const glm::vec3 out = mesh.places[i] - scene.volumes[0].centre;
        EXPECT_NEAR(glm::length(out), radius, 0.6f * spacing);
        EXPECT_GT(glm::dot(mesh.normals[i], glm::normalize(out)), 0.7f);
        EXPECT_NEAR(glm::length(mesh.velocity[i] - glm::vec3(1.0f, 2.0f, 3.0f)), 0.0f, 1e-4f);
    }
}

TEST(SurfaceMesh, StandsOnTheFloorAndAtTheWalls) {
    sim::Scene scene = ball(0.1f);
    sim::Volume pool;
    pool.max = {0.6f, 0.6f, 0.2f};
    scene.volumes = {pool};
    const app::SurfaceMesh mesh = app::surface_of(scene, sim::fill(scene));
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(volume_of(mesh), 0.6 * 0.6 * 0.2, 0.02 * 0.6 * 0.6 * 0.2);
    for (const glm::vec3& place : mesh.places)
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GT(place[axis], -0.25f * spacing);
            EXPECT_LT(place[axis], (axis == 2 ? 0.2f : 0.6f) + 0.25f * spacing);
        }
}

TEST(SurfaceMesh, OfTwoSizesHoldsBoth) {
    sim::Scene scene = ball(0.1f);
    scene.volumes[0].spacing = 0.01f;
    sim::Volume pool;
    pool.max = {0.6f, 0.6f, 0.16f};
    scene.volumes.push_back(pool);
    const sim::Particles particles = sim::fill(scene);
    double filled = 0.0;
    for (const std::uint8_t grain : particles.grain) filled += std::pow(grain == 0 ? 0.02 : 0.01, 3.0);
    const app::SurfaceMesh mesh = app::surface_of(scene, particles);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(volume_of(mesh) / filled, 1.0, 0.03);
}

TEST(SurfaceMesh, DoesNotDependOnTheOrderInMemory) {
    const sim::Scene scene = ball(0.1f);
    const sim::Particles ascending = sim::fill(scene);
    sim::Particles turned = ascending;
    turned.for_each_array([](auto& values) { std::ranges::reverse(values); });
    const app::SurfaceMesh a = app::surface_of(scene, ascending), b = app::surface_of(scene, turned);
    EXPECT_EQ(a.places, b.places);
    EXPECT_EQ(a.triangles, b.triangles);
}

TEST(SurfaceMesh, OfNothingIsEmpty) { EXPECT_TRUE(app::surface_of(ball(0.1f), {}).triangles.empty()); }

TEST(ExportSurface, WritesWhatModellersRead) {
    const ScratchFolder folder;
    const app::SurfaceMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 2.5f, 0}},
                                {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                                {{7, 8, 9}, {7, 8, 9}, {7, 8, 9}},
                                {{0, 1, 2}}};
    app::export_surface(mesh, app::SurfaceFormat::obj, folder / "s.obj");
    EXPECT_EQ(content_of(folder / "s.obj"),
              "# the surface of a fluid, in metres, z up\n"
              "v 0 0 0\nv 1 0 0\nv 0 2.5 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1//1 2//2 3//3\n");
    app::export_surface(mesh, app::SurfaceFormat::ply, folder / "s.ply");
    const std::string ply = content_of(folder / "s.ply");
    const std::size_t header = ply.find("end_header\n") + 11;
    EXPECT_NE(ply.find("element vertex 3\n"), std::string::npos);
    EXPECT_NE(ply.find("element face 1\nproperty list uchar uint vertex_indices\n"), std::string::npos);
    EXPECT_EQ(ply.size(), header + 3 * 9 * sizeof(float) + 1 + 3 * sizeof(std::uint32_t));
}
