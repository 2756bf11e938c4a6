#include "app/recording/export_surface.hpp"

#include <bit>
#include <charconv>
#include <span>
#include <string>

#include "app/recording/atomic_file.hpp"

static_assert(std::endian::native == std::endian::little);  // as the PLY file says of its numbers

namespace app {

namespace {

void write_obj(const SurfaceMesh& mesh, AtomicFile& file) {
    std::string line;
    const auto add = [&](auto number) {
        std::array<char, 32> text;
        line.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr);
    };
    const auto write_all = [&](const char* what, const std::vector<glm::vec3>& vectors) {
        for (const glm::vec3& vector : vectors) {
            line = what;
            for (int axis = 0; axis < 3; ++axis) {
                line += ' ';
                add(vector[axis]);
            }
            file.write(line += '\n');
        }
    };
    file.write("# the surface of a fluid, in metres, z up\n");
    write_all("v", mesh.places);
    write_all("vn", mesh.normals);
    for (const auto& triangle : mesh.triangles) {
        line = "f";
        for (const std::uint32_t vertex : triangle) {  // counted from one
            line += ' ';
            add(vertex + 1);
            line += "//";
            add(vertex + 1);
        }
        file.write(line += '\n');
    }
}

void write_ply(const SurfaceMesh& mesh, AtomicFile& file) {
    std::string header =
        "ply\nformat binary_little_endian 1.0\ncomment the surface of a fluid, metres and seconds, z up\n"
        "element vertex " +
        std::to_string(mesh.places.size()) + "\n";
    for (const char* name : {"x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz"})
        header += "property float " + std::string(name) + "\n";
    file.write(header + "element face " + std::to_string(mesh.triangles.size()) +
               "\nproperty list uchar uint vertex_indices\nend_header\n");
    for (std::size_t i = 0; i < mesh.places.size(); ++i)
        for (const glm::vec3* vector : {&mesh.places[i], &mesh.normals[i], &mesh.velocity[i]})
            file.write_bytes(std::span<const float>(&vector->x, 3));
    constexpr std::uint8_t corners = 3;
    for (const auto& triangle : mesh.triangles) {
        file.write_bytes(std::span(&corners, 1));
        file.write_bytes(std::span<const std::uint32_t>(triangle));
    }
}

}  // namespace

void export_surface(const SurfaceMesh& mesh, SurfaceFormat format, const std::filesystem::path& target) {
    AtomicFile file(target);
    switch (format) {
        case SurfaceFormat::obj:
            write_obj(mesh, file);
            break;
        case SurfaceFormat::ply:
            write_ply(mesh, file);
            break;
    }
    file.commit();
}

}  // namespace app
