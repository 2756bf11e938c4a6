// Curves over time that share a unit, with an axis that has ticks and a read-out under the pointer.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <span>
#include <string>

#include "spatial/function_ref.hpp"

namespace app {

struct LinePlot {
    std::span<const std::string> names;  // of the curves
    std::size_t samples = 0;
    spatial::FunctionRef<double(std::size_t sample)> time;  // s, ascending
    spatial::FunctionRef<double(std::size_t curve, std::size_t sample)> value;
    std::string unit;
    ImU32 text = 0, line = 0;  // colours of axis and marks
};

/// The same in legend, plot and read-out.
[[nodiscard]] ImU32 curve_colour(std::size_t curve) noexcept;

/// Draws into the current window as one item of that size.
void draw(const LinePlot& plot, ImVec2 size);

/// The same below the names of the curves with their colours, in as many lines as those take.
void draw_with_names(const LinePlot& plot, ImVec2 size);

}  // namespace app
