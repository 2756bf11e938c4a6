// A window that nobody sees: an OpenGL context without a display (EGL, surfaceless), a framebuffer, and its pixels.
#pragma once

#include <memory>

#include "render/image.hpp"

namespace render {

class Offscreen {
public:
    /// Makes the context current and loads OpenGL. `samples` a pixel smooth the edges, as many as the driver has up
    /// to that; 1 is faster. Throws std::runtime_error when no driver offers OpenGL 3.3.
    Offscreen(int width, int height, int samples = 4);
    ~Offscreen();

    /// Makes the context current and directs drawing to the framebuffer.
    void bind() const;
    /// What has been drawn. Drawing may go on afterwards.
    [[nodiscard]] Image read() const;

private:
    struct Context;
    struct Target;
    std::unique_ptr<Context> context_;
    std::unique_ptr<Target> target_;  // deleted first, while there still is a context
};

}  // namespace render
