// The window: opens, draws and listens until it is closed.
#pragma once

#include "app/graphics.hpp"

namespace app {

/// As Graphics::open_window says.
[[nodiscard]] int open_window(const WindowOptions& options);

}  // namespace app
