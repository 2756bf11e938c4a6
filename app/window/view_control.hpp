// The mouse over the picture: it turns, moves and zooms the camera, or is a hand in the water.
#pragma once

#include <imgui.h>

#include <optional>

#include "app/window/laboratory.hpp"
#include "app/window/probe_places.hpp"
#include "app/window/settings.hpp"
#include "app/window/solid_grip.hpp"
#include "render/camera.hpp"

namespace app {

/// The part of the window that shows the picture, in ImGui's coordinates.
struct Area {
    ImVec2 min{0, 0}, size{1280, 720};
    [[nodiscard]] float aspect() const noexcept { return size.x / size.y; }
    [[nodiscard]] bool holds(ImVec2 point) const noexcept {
        return point.x >= min.x && point.y >= min.y && point.x < min.x + size.x && point.y < min.y + size.y;
    }
};

/// A hand that fits the tank, m.
[[nodiscard]] float usual_brush_radius(const sim::Scene& scene);

class ViewControl {
public:
    /// Reads ImGui's mouse, once a drawn frame, after the panels had their say.
    /// A plain click means nothing to it where somebody else waits for one.
    void handle(Laboratory& laboratory, Settings& settings, bool is_click_taken = false);

    void go_home(const Laboratory& laboratory);  // the scene's own camera
    /// The picked particle with those around it; without one, or while no cells of the search are shown, all of the
    /// fluid.
    void fit(const Laboratory& laboratory, const Settings& settings);
    enum class Axis { front, right, top };
    void look_along(Axis axis);
    /// The scene's own camera, or as it was turned, moved and zoomed.
    [[nodiscard]] sim::Camera camera(const Laboratory& laboratory) const;

    /// What is seen under the pointer while it is on the picture and drags nothing: water, a solid, or the wall behind;
    /// with Shift not the water.
    [[nodiscard]] std::optional<Spot> spot_under_pointer(const Laboratory& laboratory, const Settings& settings);

    /// The camera's view into the whole framebuffer, its centre in the middle of the area that panels leave free.
    [[nodiscard]] render::View view(ImVec2 display, ImVec2 framebuffer_scale) const;

    /// The ring around the brush, while the pointer is over water or the hand is in it; a small one where a click would
    /// pick a particle.
    void draw_ring(ImDrawList& list, const Settings& settings) const;
    /// The box and the name of the solid that was picked.
    void draw_picked_solid(ImDrawList& list, const Snapshot& state, const Settings& settings);

    Area area;  // set by the layout

private:
    enum class Drag { none, orbit, pan, brush, solid };

    [[nodiscard]] render::Ray ray_at(ImVec2 pointer) const;
    void begin_drag(Laboratory& laboratory, Settings& settings, bool is_click_taken);
    /// While cells are shown a plain click looks into the water; with Shift or Ctrl it is the hand's, as ever.
    [[nodiscard]] static bool click_picks(const Settings& settings);
    void look_under(const Laboratory& laboratory, const Settings& settings, const render::Ray& from_eye);
    [[nodiscard]] glm::vec3 forward() const;
    void move_hand(Laboratory& laboratory, const Settings& settings);
    void end_drag(Laboratory& laboratory);

    /// Turned, moved or zoomed by hand.
    void leave_home() { home_aspect_ = 0.0f; }

    render::OrbitCamera camera_;
    float home_aspect_ = 0.0f;  // of the area that the camera is at home in; 0 = it is elsewhere
    Drag drag_ = Drag::none;
    int button_ = 0;                 // of the drag
    std::optional<glm::vec3> hand_;  // where the brush is, or would be
    std::size_t under_ = 0;          // the particle there, by its place in the snapshot
    SolidGrip grip_;
    std::optional<SolidGrip::Hit> solid_;  // under the pointer, in front of the water
    glm::vec3 plane_{0.0f};                // a point of the plane that the hand moves in
    glm::vec3 velocity_{0.0f};             // of the hand, m/s
    bool pulls_ = false;
};

}  // namespace app
