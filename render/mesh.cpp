#include "render/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <map>
#include <utility>

namespace render {
namespace {

constexpr float one_face = 0.9999f;  // cosine between the normals of two triangles that are one face, about a degree

/// The one that is there, or a new one. Corners of one face share their corners.
std::uint32_t place_of(Mesh& mesh, std::size_t first, const Mesh::Corner& corner) {
    const auto begin = mesh.corners.begin() + static_cast<std::ptrdiff_t>(first);
    const auto found = std::find(begin, mesh.corners.end(), corner);
    if (found != mesh.corners.end()) return static_cast<std::uint32_t>(found - mesh.corners.begin());
    mesh.corners.push_back(corner);
    return static_cast<std::uint32_t>(mesh.corners.size() - 1);
}

/// A face with an edge all around it, as a fan.
void add_face(Mesh& mesh, std::span<const glm::vec3> outline, const glm::vec3& normal) {
    const std::size_t first = mesh.corners.size();
    for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
        // The sides of the fan between two of its triangles are no edges.
        const float from_next = i + 2 < outline.size() ? 1.0f : 0.0f, from_last = i > 1 ? 1.0f : 0.0f;
        for (const Mesh::Corner& corner : {Mesh::Corner{outline[0], normal, {1.0f, from_next, from_last}},
                                           Mesh::Corner{outline[i], normal, {0.0f, 1.0f, from_last}},
                                           Mesh::Corner{outline[i + 1], normal, {0.0f, from_next, 1.0f}}})
            mesh.triangles.push_back(place_of(mesh, first, corner));
    }
}

/// A round body: the ball's corners, pushed apart along z where the body is longer than a ball.
Mesh round_mesh(float radius, float half_height, int divisions) {
    // Rows of points from one pole to the other, around which they go as on an octahedron: 4, 8, 12 ... 8, 4.
    Mesh mesh;
    const auto add_row = [&](int row, int around, float shift) {
        const float polar = 0.5f * 3.14159265f * static_cast<float>(row) / static_cast<float>(divisions);
        for (int i = 0; i < around; ++i) {
            const float angle = 2.0f * 3.14159265f * static_cast<float>(i) / static_cast<float>(around);
            const glm::vec3 normal(std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle),
                                   std::cos(polar));
            mesh.corners.push_back({radius * normal + glm::vec3(0.0f, 0.0f, shift), normal, glm::vec3(1.0f)});
        }
    };
    std::vector<std::pair<std::uint32_t, int>> rows;  // where each begins, and how many are in it
    const auto add = [&](int row, float shift) {
        const int around = std::max(1, 4 * std::min(row, 2 * divisions - row));
        rows.emplace_back(static_cast<std::uint32_t>(mesh.corners.size()), around);
        add_row(row, around, shift);
    };
    for (int row = 0; row <= divisions; ++row) add(row, half_height);
    for (int row = half_height > 0.0f ? divisions : divisions + 1; row <= 2 * divisions; ++row) add(row, -half_height);

    // Between two rows: forward on whichever is behind.
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        const auto [upper, above] = rows[r];
        const auto [lower, below] = rows[r + 1];
        const auto at = [](std::uint32_t begin, int around, int i) {
            return begin + static_cast<std::uint32_t>(i % around);
        };
        const int steps_above = above == 1 ? 0 : above, steps_below = below == 1 ? 0 : below;
        for (int i = 0, j = 0; i < steps_above || j < steps_below;) {
            // The next corner above is at (i + 1) / above of the way round.
            const bool goes_below =
                i >= steps_above || (j < steps_below && (2 * j + 1) * std::max(above, 1) <= (2 * i + 1) * below);
            if (goes_below) {
                mesh.triangles.insert(mesh.triangles.end(),
                                      {at(upper, above, i), at(lower, below, j), at(lower, below, j + 1)});
                ++j;
            } else {
                mesh.triangles.insert(mesh.triangles.end(),
                                      {at(upper, above, i), at(lower, below, j), at(upper, above, i + 1)});
                ++i;
            }
        }
    }
    return mesh;
}

}  // namespace

Mesh cube_mesh() {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            glm::vec3 normal(0.0f), u(0.0f), v(0.0f);
            normal[axis] = side;
            u[(axis + 1) % 3] = side;
            v[(axis + 2) % 3] = 1.0f;
            const std::array outline = {normal - u - v, normal + u - v, normal + u + v, normal - u + v};
            add_face(mesh, outline, normal);
        }
    return mesh;
}

Mesh ball_mesh(int divisions) { return round_mesh(1.0f, 0.0f, divisions); }

Mesh capsule_mesh(float radius, float half_height, int divisions) { return round_mesh(radius, half_height, divisions); }

Mesh faceted_mesh(std::span<const glm::vec3> vertices, std::span<const Triangle> triangles) {
    std::vector<glm::vec3> normals;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> whose;  // side, in its direction: triangle
    for (const Triangle& t : triangles) {
        const glm::vec3 across = glm::cross(vertices[t[1]] - vertices[t[0]], vertices[t[2]] - vertices[t[0]]);
        const float length = glm::length(across);
        for (std::size_t k = 0; k < 3; ++k) whose[{t[k], t[(k + 1) % 3]}] = normals.size();
        normals.push_back(length > 0.0f ? across / length : glm::vec3(0.0f, 0.0f, 1.0f));
    }

    Mesh mesh;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Triangle& t = triangles[i];
        std::array<Mesh::Corner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) corners[k] = {vertices[t[k]], normals[i], glm::vec3(0.0f)};
        // Side k is the one opposite of corner k.
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t from = t[static_cast<std::size_t>((k + 1) % 3)],
                                to = t[static_cast<std::size_t>((k + 2) % 3)];
            const auto beyond = whose.find({to, from});
            const bool is_edge = beyond == whose.end() || glm::dot(normals[i], normals[beyond->second]) < one_face;
            corners[static_cast<std::size_t>(k)].inside[k] = 1.0f;
            if (!is_edge)
                for (Mesh::Corner& corner : corners) corner.inside[k] = 1.0f;
        }
        for (const Mesh::Corner& corner : corners) {
            mesh.triangles.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
            mesh.corners.push_back(corner);
        }
    }
    return mesh;
}

Mesh plane_mesh(const glm::vec3& place, const glm::vec3& normal, const glm::vec3& min, const glm::vec3& max) {
    // A square on the plane, larger than the box, cut by the six sides of the box one after the other (Sutherland and
    // Hodgman 1974).
    const glm::vec3 centre = 0.5f * (min + max);
    const glm::vec3 middle = centre - glm::dot(centre - place, normal) * normal;
    const float reach = glm::length(max - min) + glm::length(middle - centre);
    const glm::vec3 aside = std::abs(normal.z) < 0.9f ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
    const glm::vec3 u = reach * glm::normalize(glm::cross(aside, normal)), v = glm::cross(normal, u);
    std::vector<glm::vec3> outline = {middle - u - v, middle + u - v, middle + u + v, middle - u + v}, kept;
    // A plane in a side of the box is as much inside as rounding allows.
    const float slack = 1e-5f * glm::length(max - min);
    for (int axis = 0; axis < 3; ++axis)
        for (const float sign : {1.0f, -1.0f}) {
            const auto depth = [&](const glm::vec3& p) {
                return (sign > 0.0f ? p[axis] - min[axis] : max[axis] - p[axis]) + slack;
            };
            kept.clear();
            for (std::size_t i = 0; i < outline.size(); ++i) {
                const glm::vec3 &a = outline[i], &b = outline[(i + 1) % outline.size()];
                const float from = depth(a), to = depth(b);
                if (from >= 0.0f) kept.push_back(a);
                if ((from >= 0.0f) != (to >= 0.0f)) kept.push_back(a + from / (from - to) * (b - a));
            }
            outline.swap(kept);
        }
    Mesh mesh;
    if (outline.size() >= 3) add_face(mesh, outline, normal);
    return mesh;
}

}  // namespace render
