#include "app/window_graphics.hpp"

#include "app/pictures.hpp"
#include "app/window/window.hpp"

namespace app {

const Graphics& window_graphics() noexcept {
    static constexpr Graphics graphics{open_window, make_pictures};
    return graphics;
}

}  // namespace app
