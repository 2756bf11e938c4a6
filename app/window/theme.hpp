// The colours and measures of the interface, dark and light. Text stands out at least 4.5:1 from what it is written on.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "render/frame.hpp"

namespace app {

/// Colours that ImGui's own style has no place for.
struct Palette {
    ImU32 text, muted;  // muted: labels, units
    ImU32 accent;       // what is changed or chosen
    ImU32 notice, warning, error;
    ImU32 panel, line;  // behind text drawn over the picture; axes and frames
    ImU32 push, pull;   // the brush
};

[[nodiscard]] const Palette& palette(render::Theme theme) noexcept;

/// Of the stage with that number, the same in both themes: the eight colours of Okabe and Ito, which most forms of
/// colour blindness can tell apart.
[[nodiscard]] ImU32 stage_colour(std::size_t stage) noexcept;

/// Sets the style of the current ImGui context, all measures times `scale`.
void apply_theme(render::Theme theme, float scale);

}  // namespace app
