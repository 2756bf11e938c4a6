// The graphics of weir-window: its window and its pictures.
#pragma once

#include "app/graphics.hpp"

namespace app {

[[nodiscard]] const Graphics& window_graphics() noexcept;

}  // namespace app
