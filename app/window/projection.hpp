// Where places in the tank are seen in the window.
#pragma once

#include <glm/vec4.hpp>
#include <optional>

#include "app/window/view_control.hpp"

namespace app {

class Projection {
public:
    Projection(const ViewControl& control, ImVec2 display)
        : view_(control.view(display, {1.0f, 1.0f})), display_(display) {}

    struct Spot {
        ImVec2 at;
        float pixels_per_metre;
    };
    /// Nothing for what is behind the eye.
    [[nodiscard]] std::optional<Spot> operator()(float x, float y, float z) const {
        const glm::vec4 clip = view_.projection * view_.view * glm::vec4(x, y, z, 1.0f);
        if (!(clip.w > 1e-4f)) return std::nullopt;
        return Spot{{0.5f * display_.x * (1.0f + clip.x / clip.w), 0.5f * display_.y * (1.0f - clip.y / clip.w)},
                    0.5f * display_.y * view_.projection[1][1] / clip.w};
    }

private:
    render::View view_;
    ImVec2 display_;
};

}  // namespace app
