#include "app/recording/export_particles.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "app/recording/atomic_file.hpp"
#include "app/recording/csv_row.hpp"

// Both binary formats are declared little-endian and written as the numbers lie in memory.
static_assert(std::endian::native == std::endian::little);

namespace app {

namespace {

using Order = std::span<const std::uint32_t>;

/// Slots in the order of their particles' ids.
std::vector<std::uint32_t> slots_by_id(const sim::Particles& p) {
    std::vector<std::uint32_t> slots(p.size());
    std::iota(slots.begin(), slots.end(), 0u);
    std::ranges::sort(slots, {}, [&](std::uint32_t slot) { return p.id[slot]; });
    return slots;
}

void write_csv(const sim::Particles& p, Order slots, AtomicFile& file) {
    file.write("id,fluid,x,y,z,vx,vy,vz,density,pressure\n");
    CsvRow row;
    for (const std::uint32_t i : slots) {
        row << p.id[i] << static_cast<unsigned>(p.fluid[i]) << p.x[i] << p.y[i] << p.z[i] << p.vx[i] << p.vy[i]
            << p.vz[i] << p.density[i] << p.pressure[i];
        file.write(row.finish());
    }
}

void write_ply(const sim::Particles& p, Order slots, AtomicFile& file) {
    std::string header = "ply\nformat binary_little_endian 1.0\ncomment metres, seconds, kilograms\nelement vertex " +
                         std::to_string(p.size()) + "\n";
    for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "density", "pressure"})
        header += "property float " + std::string(name) + "\n";
    file.write(header + "property uint id\nproperty uchar fluid\nend_header\n");
    for (const std::uint32_t i : slots) {
        const float numbers[] = {p.x[i], p.y[i], p.z[i], p.vx[i], p.vy[i], p.vz[i], p.density[i], p.pressure[i]};
        file.write_bytes(std::span<const float>(numbers));
        file.write_bytes(std::span(&p.id[i], 1));
        file.write_bytes(std::span(&p.fluid[i], 1));
    }
}

/// VTK keeps the description (XML) and the numbers apart: each array names the offset of its bytes in one block at the
/// end, where they stand behind their length.
class VtpFile {
public:
    VtpFile(std::size_t points, AtomicFile& file) : points_(points), file_(file) {}

    template <class T>
    void describe(const char* type, const char* name, std::size_t components) {
        xml_ += "<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                std::to_string(components) + "\" format=\"appended\" offset=\"" + std::to_string(offset_) + "\"/>\n";
        offset_ += sizeof(std::uint64_t) + points_ * components * sizeof(T);
    }
    void open(const char* tag) { xml_ += "<" + std::string(tag) + ">\n"; }
    void close(const char* tag) { xml_ += "</" + std::string(tag) + ">\n"; }

    void write_description() {
        file_.write(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"" +
            std::to_string(points_) + "\" NumberOfVerts=\"" + std::to_string(points_) + "\">\n");
        file_.write(xml_);
        file_.write("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
    }
    template <class T, class ValueOf>
    void append(std::size_t components, ValueOf value_of) {
        const std::uint64_t bytes = points_ * components * sizeof(T);
        file_.write_bytes(std::span(&bytes, 1));
        for (std::size_t row = 0; row < points_; ++row)
            for (std::size_t k = 0; k < components; ++k) {
                const T value = value_of(row, k);
                file_.write_bytes(std::span(&value, 1));
            }
    }
    void end() { file_.write("\n</AppendedData>\n</VTKFile>\n"); }

private:
    std::size_t points_, offset_ = 0;
    std::string xml_;
    AtomicFile& file_;
};

void write_vtp(const sim::Particles& p, Order slots, AtomicFile& file) {
    VtpFile vtp(p.size(), file);
    // The order of these is the order of the bytes below.
    vtp.open("PointData");
    vtp.describe<float>("Float32", "velocity", 3);
    vtp.describe<float>("Float32", "density", 1);
    vtp.describe<float>("Float32", "pressure", 1);
    vtp.describe<std::uint32_t>("UInt32", "id", 1);
    vtp.describe<std::uint8_t>("UInt8", "fluid", 1);
    vtp.close("PointData");
    vtp.open("Points");
    vtp.describe<float>("Float32", "position", 3);
    vtp.close("Points");
    vtp.open("Verts");  // a cell a point, or ParaView shows nothing
    vtp.describe<std::int64_t>("Int64", "connectivity", 1);
    vtp.describe<std::int64_t>("Int64", "offsets", 1);
    vtp.close("Verts");

    const std::vector<float>* const velocity[] = {&p.vx, &p.vy, &p.vz};
    const std::vector<float>* const position[] = {&p.x, &p.y, &p.z};
    vtp.write_description();
    vtp.append<float>(3, [&](std::size_t row, std::size_t k) { return (*velocity[k])[slots[row]]; });
    vtp.append<float>(1, [&](std::size_t row, std::size_t) { return p.density[slots[row]]; });
    vtp.append<float>(1, [&](std::size_t row, std::size_t) { return p.pressure[slots[row]]; });
    vtp.append<std::uint32_t>(1, [&](std::size_t row, std::size_t) { return p.id[slots[row]]; });
    vtp.append<std::uint8_t>(1, [&](std::size_t row, std::size_t) { return p.fluid[slots[row]]; });
    vtp.append<float>(3, [&](std::size_t row, std::size_t k) { return (*position[k])[slots[row]]; });
    vtp.append<std::int64_t>(1, [](std::size_t row, std::size_t) { return static_cast<std::int64_t>(row); });
    vtp.append<std::int64_t>(1, [](std::size_t row, std::size_t) { return static_cast<std::int64_t>(row + 1); });
    vtp.end();
}

}  // namespace

void export_particles(const sim::Particles& particles, ParticleFormat format, const std::filesystem::path& target) {
    const std::vector<std::uint32_t> slots = slots_by_id(particles);
    AtomicFile file(target);
    switch (format) {
        case ParticleFormat::csv:
            write_csv(particles, slots, file);
            break;
        case ParticleFormat::ply:
            write_ply(particles, slots, file);
            break;
        case ParticleFormat::vtp:
            write_vtp(particles, slots, file);
            break;
    }
    file.commit();
}

}  // namespace app
