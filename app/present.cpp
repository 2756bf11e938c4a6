#include "app/present.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace app {
namespace {

/// Spheres a little larger than half the spacing touch and close the surface.
constexpr float radius_in_spacings = 0.55f;

/// The twelve edges of the tank.
void add_box(std::vector<render::Line>& lines, const glm::vec3& min, const glm::vec3& max, const glm::vec4& colour) {
    const auto corner = [&](int i) {
        return glm::vec3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    };
    for (int i = 0; i < 8; ++i) {
        for (const int axis : {1, 2, 4}) {
            if (!(i & axis)) lines.push_back({corner(i), corner(i | axis), colour});
        }
    }
}

}  // namespace

render::OrbitCamera camera_of(const sim::Scene& scene, float aspect) {
    render::OrbitCamera camera;
    camera.target = scene.camera.target;
    camera.yaw = glm::radians(scene.camera.yaw);
    camera.pitch = glm::radians(scene.camera.pitch);
    if (scene.camera.distance > 0.0f) {
        camera.distance = scene.camera.distance;
    } else {
        camera.fit(scene.domain.min, scene.domain.max, aspect);
    }
    return camera;
}

void fit_to_particles(render::OrbitCamera& camera, const Snapshot& snapshot, float aspect) {
    if (snapshot.x.empty()) return;
    const auto [x_min, x_max] = std::ranges::minmax(snapshot.x);
    const auto [y_min, y_max] = std::ranges::minmax(snapshot.y);
    const auto [z_min, z_max] = std::ranges::minmax(snapshot.z);
    const glm::vec3 margin(snapshot.scene->spacing);
    camera.fit(glm::vec3(x_min, y_min, z_min) - margin, glm::vec3(x_max, y_max, z_max) + margin, aspect);
}

render::Frame Presenter::frame(const Snapshot& snapshot, const Look& look, const render::View& view) {
    const sim::Scene& scene = *snapshot.scene;
    if (scene_ != snapshot.scene || theme_ != look.theme || lines_.empty()) {
        scene_ = snapshot.scene;
        theme_ = look.theme;
        const glm::vec4 colour =
            theme_ == render::Theme::dark ? glm::vec4(0.30f, 0.38f, 0.48f, 1.0f) : glm::vec4(0.22f, 0.27f, 0.33f, 1.0f);
        lines_.clear();
        add_box(lines_, scene.domain.min, scene.domain.max, colour);
        palette_.clear();
        for (const sim::Fluid& fluid : scene.fluids) palette_.push_back(fluid.colour);
    }

    render::Frame frame;
    frame.view = view;
    frame.theme = look.theme;
    frame.lines = lines_;
    frame.spheres.x = snapshot.x;
    frame.spheres.y = snapshot.y;
    frame.spheres.z = snapshot.z;
    frame.spheres.value = snapshot.value;
    frame.spheres.radius = radius_in_spacings * scene.spacing;
    frame.spheres.low = look.range.low;
    frame.spheres.high = look.range.high;
    frame.spheres.map = look.map;
    if (snapshot.colouring == sim::Colouring::fluid) frame.spheres.palette = palette_;

    // A hair below the tank, so that its own edges are seen.
    frame.floor_z = scene.domain.min.z - 1e-3f * (scene.domain.max.z - scene.domain.min.z);
    frame.floor_min = scene.domain.min;
    frame.floor_max = scene.domain.max;
    return frame;
}

glm::vec3 screen_colour(const sim::Fluid& fluid) {
    const auto encoded = [](float linear) {
        const float c = std::clamp(linear, 0.0f, 1.0f);
        return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
    };
    return {encoded(fluid.colour.r), encoded(fluid.colour.g), encoded(fluid.colour.b)};
}

}  // namespace app
