// The fluid's surface (surface_mesh.hpp) as files that renderers and modellers read.
#pragma once

#include <array>
#include <filesystem>

#include "app/recording/surface_mesh.hpp"

namespace app {

/// obj: text, places, normals and triangles. ply: binary little-endian, with velocities for motion blur.
enum class SurfaceFormat { obj, ply };
inline constexpr std::array<const char*, 2> surface_format_names = {"obj", "ply"};

/// Throws std::runtime_error naming the file when it cannot be written.
void export_surface(const SurfaceMesh& mesh, SurfaceFormat format, const std::filesystem::path& target);

}  // namespace app
