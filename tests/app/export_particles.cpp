#include "app/recording/export_particles.hpp"

#include <cstdint>
#include <cstring>

#include "app/commands/points_file.hpp"
#include "tests/app/scratch_folder.hpp"

namespace {

using Values = std::vector<float>;

/// Three particles that the search left in another order than their ids.
sim::Particles shuffled() {
    sim::Particles p;
    p.x = {3, 1, 2}, p.y = {30, 10, 20}, p.z = {300, 100, 0.1f};
    p.vx = {0.3f, 0.1f, 0.2f}, p.vy = {0, 0, 0}, p.vz = {-3, -1, -2};
    p.ax = p.ay = p.az = {0, 0, 0};
    p.density = {1003, 1001, 1002}, p.pressure = {3e5f, 1e5f, 2e5f};
    p.id = {2, 0, 1}, p.fluid = {1, 0, 0};
    return p;
}

TEST(ExportParticles, WritesRowsById) {
    const ScratchFolder folder;
    app::export_particles(shuffled(), app::ParticleFormat::csv, folder / "p.csv");
    EXPECT_EQ(content_of(folder / "p.csv"),
              "id,fluid,x,y,z,vx,vy,vz,density,pressure\n"
              "0,0,1,10,100,0.1,0,-1,1001,1e+05\n"
              "1,0,2,20,0.1,0.2,0,-2,1002,2e+05\n"
              "2,1,3,30,300,0.3,0,-3,1003,3e+05\n");
}

// What is written must be readable as a point cloud, to the last bit.
TEST(ExportParticles, CanBeReadBack) {
    const ScratchFolder folder;
    for (const auto format : {app::ParticleFormat::csv, app::ParticleFormat::ply}) {
        app::export_particles(shuffled(), format, folder / "p");
        const app::PointCloud cloud = app::read_points(folder / "p");
        EXPECT_EQ(cloud.x, (Values{1, 2, 3}));
        EXPECT_EQ(cloud.y, (Values{10, 20, 30}));
        EXPECT_EQ(cloud.z, (Values{100, 0.1f, 300}));
    }
}

/// The values of an array of a VTK file: at its offset in the appended block, behind their length in bytes.
template <class T>
std::vector<T> vtk_array(const std::string& file, const std::string& name) {
    const std::size_t described = file.find("Name=\"" + name + "\"");
    const std::size_t offset = std::stoul(file.substr(file.find("offset=\"", described) + 8));
    const char* const at =
        file.data() + file.find("encoding=\"raw\">\n_") + std::strlen("encoding=\"raw\">\n_") + offset;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    std::vector<T> values(bytes / sizeof(T));
    std::memcpy(values.data(), at + sizeof bytes, bytes);
    return values;
}

TEST(ExportParticles, PutsEveryVtkArrayWhereItsDescriptionSays) {
    const ScratchFolder folder;
    app::export_particles(shuffled(), app::ParticleFormat::vtp, folder / "p.vtp");
    const std::string file = content_of(folder / "p.vtp");
    EXPECT_EQ(vtk_array<float>(file, "position"), (Values{1, 10, 100, 2, 20, 0.1f, 3, 30, 300}));
    EXPECT_EQ(vtk_array<float>(file, "velocity"), (Values{0.1f, 0, -1, 0.2f, 0, -2, 0.3f, 0, -3}));
    EXPECT_EQ(vtk_array<float>(file, "density"), (Values{1001, 1002, 1003}));
    EXPECT_EQ(vtk_array<float>(file, "pressure"), (Values{1e5f, 2e5f, 3e5f}));
    EXPECT_EQ(vtk_array<std::uint32_t>(file, "id"), (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(vtk_array<std::uint8_t>(file, "fluid"), (std::vector<std::uint8_t>{0, 0, 1}));
    EXPECT_EQ(vtk_array<std::int64_t>(file, "connectivity"), (std::vector<std::int64_t>{0, 1, 2}));
    EXPECT_EQ(vtk_array<std::int64_t>(file, "offsets"), (std::vector<std::int64_t>{1, 2, 3}));
}

}  // namespace
