// Particles as files that other programs read.
#pragma once

#include <array>
#include <filesystem>

#include "sim/particles.hpp"

namespace app {

/// csv: a header and a row a particle, SI units. ply: binary little-endian vertices, for MeshLab, Blender,
/// CloudCompare. vtp: VTK PolyData, for ParaView.
enum class ParticleFormat { csv, ply, vtp };
inline constexpr std::array<const char*, 3> particle_format_names = {"csv", "ply", "vtp"};

/// Rows ascend by id: row k is the same particle in every frame, whatever order the search left them in.
/// Throws std::runtime_error naming the file when it cannot be written.
void export_particles(const sim::Particles& particles, ParticleFormat format, const std::filesystem::path& target);

}  // namespace app
