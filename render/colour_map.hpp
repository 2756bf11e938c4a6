// Colour maps that read the same to everybody: none of them means anything by red against green alone.
#pragma once

#include <array>
#include <glm/vec3.hpp>

namespace render {

enum class ColourMap { viridis, cividis, coolwarm, turbo, water };
inline constexpr std::array<const char*, 5> colour_map_names = {"viridis", "cividis", "coolwarm", "turbo", "water"};

/// sRGB colour at t, clamped to 0..1.
[[nodiscard]] glm::vec3 colour_at(ColourMap map, float t) noexcept;

}  // namespace render
