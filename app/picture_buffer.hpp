// Keeps the last picture of the fluid. While neither the fluid nor the camera moves, the interface is drawn over the
// kept one: that leaves the processor to a slow step, and the window quick, also where drawing is done in software.
#pragma once

namespace app {

class PictureBuffer {
public:
    /// `samples` for smooth edges, as many as the driver has; 0 = none. A context must be current until destruction.
    explicit PictureBuffer(int samples) : wanted_samples_(samples) {}
    ~PictureBuffer();
    PictureBuffer(const PictureBuffer&) = delete;
    PictureBuffer& operator=(const PictureBuffer&) = delete;

    /// Directs drawing to the buffer, made anew when the size is another. Throws std::runtime_error when the driver
    /// refuses.
    void bind(int width, int height);
    /// Copies the buffer to the window, which drawing then goes to.
    void show() const;

private:
    void release();

    int wanted_samples_;
    int width_ = 0, height_ = 0;  // pixels
    unsigned int framebuffer_ = 0, colour_ = 0, depth_ = 0;
};

}  // namespace app
