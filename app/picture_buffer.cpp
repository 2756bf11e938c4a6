#include "app/picture_buffer.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace app {

PictureBuffer::~PictureBuffer() { release(); }

void PictureBuffer::release() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &colour_);
    glDeleteRenderbuffers(1, &depth_);
    framebuffer_ = colour_ = depth_ = 0;
}

void PictureBuffer::bind(int width, int height) {
    if (framebuffer_ == 0 || width != width_ || height != height_) {
        release();
        width_ = width;
        height_ = height;
        GLint most = 0;
        glGetIntegerv(GL_MAX_SAMPLES, &most);
        const GLint samples = std::min(wanted_samples_, most);
        const auto storage = [&](GLuint& buffer, GLenum format) {
            glGenRenderbuffers(1, &buffer);
            glBindRenderbuffer(GL_RENDERBUFFER, buffer);
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        };
        storage(colour_, GL_RGBA8);
        storage(depth_, GL_DEPTH_COMPONENT24);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw std::runtime_error("the graphics driver has no picture of " + std::to_string(width) + " x " +
                                     std::to_string(height) + " pixels; make the window smaller");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

void PictureBuffer::show() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace app
