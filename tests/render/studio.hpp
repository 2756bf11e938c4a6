// What the picture tests share: a small picture off screen, and pixels to ask for.
#pragma once

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "render/camera.hpp"
#include "render/offscreen.hpp"
#include "render/renderer.hpp"

/// Spheres with arrays of their own.
struct Cloud {
    std::vector<float> x, y, z, value;

    void add(glm::vec3 at, float with_value) {
        x.push_back(at.x);
        y.push_back(at.y);
        z.push_back(at.z);
        value.push_back(with_value);
    }
    [[nodiscard]] render::Spheres spheres(float radius) const {
        render::Spheres all;
        all.x = x, all.y = y, all.z = z, all.value = value;
        all.radius = radius;
        return all;
    }
};

inline glm::vec3 pixel(const render::Image& image, int x, int y) {
    const std::size_t at =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
    return glm::vec3(image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]) / 255.0f;
}

/// Looks horizontally along +x at the origin; one sample a pixel, so that pixels can be told apart.
struct Studio {
    static constexpr int width = 320, height = 240;
    render::Offscreen offscreen{width, height, 1};
    render::Renderer renderer{WEIR_SHADERS};
    render::OrbitCamera camera;

    Studio() { camera.pitch = 0.0f; }

    render::Frame frame() const {
        render::Frame frame;
        frame.view = camera.view(width, height);
        return frame;
    }

    render::Image picture(const render::Frame& frame) {
        offscreen.bind();
        renderer.draw(frame);
        return offscreen.read();
    }

    /// Where the camera's mathematics says a point is, pixels from the top left.
    glm::vec2 place_of(glm::vec3 point) const {
        const render::View view = camera.view(width, height);
        const glm::vec4 clip = view.projection * view.view * glm::vec4(point, 1.0f);
        return {(0.5f + 0.5f * clip.x / clip.w) * width, (0.5f - 0.5f * clip.y / clip.w) * height};
    }
};
