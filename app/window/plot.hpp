// Stacked areas over time, with an axis that has ticks and a read-out under the pointer.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <span>

namespace app {

struct StackedPlot {
    std::size_t layers = 0, samples = 0;
    std::size_t capacity = 240;          // samples that the full width holds; fewer stand at the right
    std::span<const char* const> names;  // of the layers
    ImU32 (*colour)(std::size_t layer) = nullptr;
    float (*value)(const void* data, std::size_t layer, std::size_t sample) = nullptr;
    float (*total)(const void* data,
                   std::size_t sample) = nullptr;  // may exceed the layers' sum: the rest is drawn in grey
    const void* data = nullptr;
    const char* unit = "ms";
    float mark = 0.0f;  // a dashed line at this value, when in view; 0 = none
    const char* mark_name = "";
    const char* short_mark_name = "";  // where the plot is narrow
    ImU32 text = 0, line = 0;          // colours of axis and marks
    ImU32 ground = 0;                  // behind the name of the mark
};

/// Draws into the current window as one item of that size.
void draw(const StackedPlot& plot, ImVec2 size);

}  // namespace app
