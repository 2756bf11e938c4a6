// A window that nobody sees: an OpenGL context without a display (EGL, surfaceless), a framebuffer, and its pixels.
#pragma once

#include <memory>

#include "render/image.hpp"

namespace render {

class Offscreen {
public:
    /// Makes the context current and loads OpenGL. Throws std::runtime_error when no driver offers OpenGL 3.3.
    Offscreen(int width, int height);
    ~Offscreen();

    /// Directs drawing to the framebuffer.
    void bind() const;
    [[nodiscard]] Image read() const;

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace render
