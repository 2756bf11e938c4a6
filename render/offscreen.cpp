#include "render/offscreen.hpp"

// Must come first, or glad brings its own idea of what EGL's headers define.
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "render/gl_handles.hpp"
#include "render/renderer.hpp"

namespace render {
namespace {

[[noreturn]] void no_context(const std::string& what) {
    throw std::runtime_error("cannot draw off screen: " + what +
                             "; Mesa's drivers can, on any machine (Debian: libegl1 and libgl1-mesa-dri)");
}

bool offers(const char* extensions, std::string_view name) {
    return extensions && std::string_view(extensions).find(name) != std::string_view::npos;
}

EGLDisplay open_display() {
    if (!offers(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless"))
        no_context("EGL here has no platform without a display (EGL_MESA_platform_surfaceless)");
    const auto get_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    const EGLDisplay display =
        get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr) : EGL_NO_DISPLAY;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) no_context("EGL finds no driver");
    if (!eglBindAPI(EGL_OPENGL_API)) no_context("EGL here does not know desktop OpenGL");
    return display;
}

/// Any configuration will do, as we never draw into a surface of EGL's; most drivers ask for none at all.
EGLConfig choose_config(EGLDisplay display) {
    if (offers(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context")) return EGL_NO_CONFIG_KHR;
    constexpr EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &found) || found == 0)
        no_context("EGL has no configuration for OpenGL");
    return config;
}

}  // namespace

struct Offscreen::Context {
    // Never terminated: EGL hands the same display to every context of the process, and ending it would end them all.
    EGLDisplay display = open_display();
    EGLContext context = EGL_NO_CONTEXT;

    Context() {
        constexpr EGLint attributes[] = {
            EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        context = eglCreateContext(display, choose_config(display), EGL_NO_CONTEXT, attributes);
        if (context == EGL_NO_CONTEXT) no_context("no driver offers OpenGL 3.3");
        make_current();
        load_gl(eglGetProcAddress);
    }
    ~Context() {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    void make_current() const {
        if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
            no_context("the driver insists on a surface to draw to");
    }
};

/// Drawing goes to `drawn`, which may have several samples a pixel; reading is from `resolved`, which has one.
struct Offscreen::Target {
    int width, height;
    Renderbuffer colour, depth, resolved_colour;
    Framebuffer drawn, resolved;

    Target(int w, int h, int samples) : width(w), height(h) {
        GLint most = 0, longest = 0;
        glGetIntegerv(GL_MAX_SAMPLES, &most);
        glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &longest);
        if (std::min(w, h) < 1 || std::max(w, h) > longest)
            throw std::invalid_argument("cannot draw a picture of " + std::to_string(w) + " x " + std::to_string(h) +
                                        " pixels; each side must be 1 to " + std::to_string(longest));
        // No samples is OpenGL's word for one a pixel.
        const GLsizei count = samples > 1 ? std::min(samples, most) : 0;
        const auto attach = [&](const Renderbuffer& buffer, GLenum where, GLsizei sample_count, GLenum format) {
            glBindRenderbuffer(GL_RENDERBUFFER, buffer.name());
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, sample_count, format, w, h);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, buffer.name());
        };
        glBindFramebuffer(GL_FRAMEBUFFER, resolved.name());
        attach(resolved_colour, GL_COLOR_ATTACHMENT0, 0, GL_RGBA8);
        glBindFramebuffer(GL_FRAMEBUFFER, drawn.name());
        attach(colour, GL_COLOR_ATTACHMENT0, count, GL_RGBA8);
        attach(depth, GL_DEPTH_ATTACHMENT, count, GL_DEPTH_COMPONENT24);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            no_context("the driver cannot draw to a framebuffer of " + std::to_string(count) + " samples a pixel");
    }
};

Offscreen::Offscreen(int width, int height, int samples)
    : context_(std::make_unique<Context>()), target_(std::make_unique<Target>(width, height, samples)) {}

Offscreen::~Offscreen() { context_->make_current(); }

void Offscreen::bind() const {
    context_->make_current();
    glBindFramebuffer(GL_FRAMEBUFFER, target_->drawn.name());
}

Image Offscreen::read() const {
    bind();
    const int width = target_->width, height = target_->height;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target_->resolved.name());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_->resolved.name());
    Image image = read_framebuffer(width, height);
    bind();
    return image;
}

}  // namespace render
