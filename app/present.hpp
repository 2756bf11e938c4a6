// The one place that knows both rooms: turns the state of a fluid into what the renderer draws.
#pragma once

#include <vector>

#include "app/snapshot.hpp"
#include "app/window/colour_range.hpp"
#include "render/camera.hpp"
#include "render/frame.hpp"

namespace app {

/// How a state is shown, apart from where it is seen from.
struct Look {
    render::ColourMap map = render::ColourMap::viridis;
    ColourRange range;
    render::Theme theme = render::Theme::dark;
    bool operator==(const Look&) const = default;
};

/// The scene's own camera; one without a distance sees the whole tank. `aspect` is width / height of the picture.
[[nodiscard]] render::OrbitCamera camera_of(const sim::Scene& scene, float aspect);

/// Moves the camera so that all particles are in view.
void fit_to_particles(render::OrbitCamera& camera, const Snapshot& snapshot, float aspect);

/// Makes frames. Keeps the lines and colours that a frame only refers to, and changes them when the scene
/// or the theme does.
class Presenter {
public:
    /// The frame refers to the snapshot and to this object; draw it before either changes.
    [[nodiscard]] render::Frame frame(const Snapshot& snapshot, const Look& look, const render::View& view);

private:
    std::shared_ptr<const sim::Scene> scene_;
    render::Theme theme_ = render::Theme::dark;
    std::vector<render::Line> lines_;
    std::vector<glm::vec3> palette_;
};

/// Colour of a fluid as the screen shows it, sRGB 0..1.
[[nodiscard]] glm::vec3 screen_colour(const sim::Fluid& fluid);

}  // namespace app
