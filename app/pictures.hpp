// Pictures without a window: the window's renderer, colours and legend, off screen.
#pragma once

#include <memory>

#include "app/graphics.hpp"

namespace app {

/// As Graphics::make_pictures says.
[[nodiscard]] std::unique_ptr<PictureMaker> make_pictures(const sim::Scene& scene, int width, int height);

}  // namespace app
