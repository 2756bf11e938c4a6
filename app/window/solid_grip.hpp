// The mouse on a solid: which one is under the pointer, and taking it along in the plane of the view.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>
#include <vector>

#include "app/window/laboratory.hpp"
#include "render/camera.hpp"
#include "sim/shape.hpp"

namespace app {

class Projection;

class SolidGrip {
public:
    struct Hit {
        std::uint32_t solid;  // its number
        glm::vec3 place;      // on its surface, m
    };
    /// The frontmost solid on the ray. Planes are not taken: they are behind everything.
    [[nodiscard]] std::optional<Hit> hit(const Snapshot& snapshot, const render::Ray& ray);

    void take(Laboratory& laboratory, const Hit& hit);
    /// The point that was taken follows the ray in the plane across `forward`; `along_axis`: only along the axis of the
    /// scene that it went along the most.
    void move(Laboratory& laboratory, const render::Ray& ray, const glm::vec3& forward, bool along_axis);
    void let_go(Laboratory& laboratory);

    /// The solid's box and name, and where it is taken to.
    void draw(ImDrawList& list, const Snapshot& snapshot, std::uint32_t solid, const Projection& project, ImU32 colour);

private:
    struct Held {
        std::uint32_t solid;
        glm::vec3 taken_at;  // the point, m
        glm::vec3 centre;    // of the solid then
        glm::vec3 goal;
    };
    void follow(const Snapshot& snapshot);

    std::shared_ptr<const sim::Scene> scene_;
    std::vector<sim::ConvexShape> shapes_;  // by entry
    std::optional<Held> held_;
};

}  // namespace app
