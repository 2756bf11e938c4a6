// OpenGL's names for things, deleted when their owner is. The context they were made in must be current then.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace render {

/// `Maker::make()` asks OpenGL for a new name, `Maker::free(name)` gives it back.
template <class Maker>
class GlHandle {
public:
    GlHandle() : name_(Maker::make()) {}
    explicit GlHandle(GLuint name) noexcept : name_(name) {}
    GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlHandle() {
        if (name_) Maker::free(name_);
    }

    [[nodiscard]] GLuint name() const noexcept { return name_; }

private:
    GLuint name_;
};

struct BufferMaker {
    static GLuint make() {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteBuffers(1, &name); }
};

struct VertexArrayMaker {
    static GLuint make() {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct TextureMaker {
    static GLuint make() {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteTextures(1, &name); }
};

struct FramebufferMaker {
    static GLuint make() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct RenderbufferMaker {
    static GLuint make() {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

struct ProgramMaker {
    static GLuint make() { return glCreateProgram(); }
    static void free(GLuint name) { glDeleteProgram(name); }
};

/// Vertex and fragment shaders differ in their making, so these are wrapped around a given name.
struct ShaderMaker {
    static void free(GLuint name) { glDeleteShader(name); }
};

using Buffer = GlHandle<BufferMaker>;
using VertexArray = GlHandle<VertexArrayMaker>;
using Texture = GlHandle<TextureMaker>;
using Framebuffer = GlHandle<FramebufferMaker>;
using Renderbuffer = GlHandle<RenderbufferMaker>;
using Program = GlHandle<ProgramMaker>;
using Shader = GlHandle<ShaderMaker>;

}  // namespace render
