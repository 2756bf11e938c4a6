// What the colours of a plot mean: names beside small squares, in as many lines as they take.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <span>
#include <string>

namespace app {

/// Draws into the current window, from the first to the last.
void draw_key(std::span<const std::string> names, ImU32 (*colour)(std::size_t name), float width);

/// How many lines that takes.
[[nodiscard]] int lines_of_key(std::span<const std::string> names, float width);

/// A square at the cursor, which moves on to where the name begins.
void draw_key_square(ImU32 colour);

}  // namespace app
