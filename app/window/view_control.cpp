#include "app/window/view_control.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "app/present.hpp"
#include "app/window/pick.hpp"
#include "app/window/projection.hpp"
#include "app/window/theme.hpp"

namespace app {
namespace {

constexpr float around_picked = 1.5f;  // in its reaches: seen with all its neighbours
constexpr float pick_radius = 1.2f;    // in spacings: near enough to the water to mean it
constexpr float hand_calm = 0.05f;     // s: time constant that smooths the hand's velocity
constexpr float fastest_hand = 8.0f;   // m/s: a jerk of the mouse is not an explosion

}  // namespace

float usual_brush_radius(const sim::Scene& scene) {
    const glm::vec3 size = scene.domain.max - scene.domain.min;
    return std::max(4.0f * scene.spacing, 0.06f * std::max({size.x, size.y, size.z}));
}

render::Ray ViewControl::ray_at(ImVec2 pointer) const {
    return camera_.ray({pointer.x - area.min.x, pointer.y - area.min.y}, static_cast<int>(area.size.x),
                       static_cast<int>(area.size.y));
}

bool ViewControl::click_picks(const Settings& settings) {
    const ImGuiIO& io = ImGui::GetIO();
    return settings.shows_cells_of(Settings::CellsOf::search) && !io.KeyShift && !io.KeyCtrl;
}

void ViewControl::handle(Laboratory& laboratory, Settings& settings, bool is_click_taken) {
    const ImGuiIO& io = ImGui::GetIO();
    // A window of another shape shows the whole tank, too, unless somebody has chosen what to see.
    if (home_aspect_ > 0.0f && home_aspect_ != area.aspect()) go_home(laboratory);
    pulls_ = settings.brush_pulls != (io.KeyShift || io.KeyCtrl);
    if (drag_ != Drag::none && !ImGui::IsMouseDown(button_)) end_drag(laboratory);

    const bool is_over = !io.WantCaptureMouse && area.holds(io.MousePos);
    if (drag_ == Drag::none) {
        hand_.reset();
        solid_.reset();
        if (is_over) {
            look_under(laboratory, settings, ray_at(io.MousePos));
            begin_drag(laboratory, settings, is_click_taken);
        }
    }

    const glm::vec2 moved(io.MouseDelta.x, io.MouseDelta.y);
    if (drag_ == Drag::orbit || drag_ == Drag::pan) leave_home();
    if (drag_ == Drag::orbit) camera_.orbit(moved);
    if (drag_ == Drag::pan) camera_.pan(moved, static_cast<int>(area.size.y));
    if (drag_ == Drag::brush) move_hand(laboratory, settings);
    if (drag_ == Drag::solid) grip_.move(laboratory, ray_at(io.MousePos), forward(), io.KeyShift);
    if (is_over && io.MouseWheel != 0.0f) {
        // Between a particle and a tank that is still seen: who turns the wheel on and on is not lost in empty space.
        const sim::Domain& tank = laboratory.scene().domain;
        leave_home();
        camera_.nearest = laboratory.scene().spacing;
        camera_.farthest = 8.0f * glm::length(tank.max - tank.min);
        camera_.zoom(io.MouseWheel, {io.MousePos.x - area.min.x, io.MousePos.y - area.min.y},
                     static_cast<int>(area.size.x), static_cast<int>(area.size.y));
    }
}

/// The water or a solid, whichever is nearer.
void ViewControl::look_under(const Laboratory& laboratory, const Settings& settings, const render::Ray& from_eye) {
    const std::optional<Cut> cut = settings.cut(laboratory.scene().domain);
    const std::optional<render::Ray> seen = cut ? cut->behind(from_eye) : std::optional(from_eye);
    if (!seen) return;
    const render::Ray& ray = *seen;
    const auto hit = pick(laboratory.state(), ray, pick_radius * laboratory.scene().spacing);
    solid_ = grip_.hit(laboratory.state(), ray);
    if (!hit) return;
    const auto depth = [&](const glm::vec3& place) { return glm::dot(place - ray.origin, ray.direction); };
    if (solid_ && depth(solid_->place) < depth(hit->place)) return;
    solid_.reset();
    hand_ = hit->place;
    under_ = hit->particle;
}

std::optional<Spot> ViewControl::spot_under_pointer(const Laboratory& laboratory, const Settings& settings) {
    const ImGuiIO& io = ImGui::GetIO();
    if (drag_ != Drag::none || io.WantCaptureMouse || !area.holds(io.MousePos)) return std::nullopt;
    const Snapshot& state = laboratory.state();
    const sim::Domain& tank = laboratory.scene().domain;
    const render::Ray from_eye = ray_at(io.MousePos);
    const std::optional<Cut> cut = settings.cut(tank);
    const std::optional<render::Ray> ray = cut ? cut->behind(from_eye) : std::optional(from_eye);
    if (!ray) return std::nullopt;
    hand_.reset();
    solid_.reset();
    look_under(laboratory, settings, from_eye);
    if (hand_ && !io.KeyShift) return Spot{.place = *hand_};
    if (const auto hit = grip_.hit(state, *ray))
        return Spot{.place = hit->place, .solid = state.scene->solids[state.solids[hit->solid].entry].name};
    return wall_behind(tank, *ray);
}

void ViewControl::begin_drag(Laboratory& laboratory, Settings& settings, bool is_click_taken) {
    const ImGuiIO& io = ImGui::GetIO();
    if (is_click_taken && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    if (hand_ && click_picks(settings) && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const Snapshot& state = laboratory.state();
        if (!state.has_search_view || under_ >= state.search_view.ids.size()) return;
        settings.cells.picked = state.search_view.ids[under_];
        spdlog::info("picked particle {}", *settings.cells.picked);
        return;
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        button_ = ImGuiMouseButton_Left;
        drag_ = solid_ ? Drag::solid : hand_ ? Drag::brush : Drag::orbit;
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        button_ = ImGuiMouseButton_Right;
        drag_ = io.KeyShift ? Drag::pan : Drag::orbit;
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) {
        button_ = ImGuiMouseButton_Middle;
        drag_ = Drag::pan;
    }
    if (drag_ == Drag::brush) {
        plane_ = *hand_;
        velocity_ = glm::vec3(0.0f);
        spdlog::info("brush {} at {:.3f} {:.3f} {:.3f}", pulls_ ? "pull" : "push", plane_.x, plane_.y, plane_.z);
        move_hand(laboratory, settings);
    } else if (drag_ == Drag::solid) {
        settings.picked_solid = solid_->solid;
        grip_.take(laboratory, *solid_);
    } else if (drag_ != Drag::none) {
        spdlog::info("camera: {}", drag_ == Drag::orbit ? "orbit" : "pan");
    }
}

glm::vec3 ViewControl::forward() const { return glm::normalize(camera_.target - camera_.eye()); }

void ViewControl::move_hand(Laboratory& laboratory, const Settings& settings) {
    const ImGuiIO& io = ImGui::GetIO();
    const render::Ray ray = ray_at(io.MousePos);
    const float along = glm::dot(ray.direction, forward());
    if (along < 1e-3f) return;
    const glm::vec3 place = ray.origin + ray.direction * (glm::dot(plane_ - ray.origin, forward()) / along);

    const float seconds = std::max(io.DeltaTime, 1e-4f);
    const float share = 1.0f - std::exp(-seconds / hand_calm);
    velocity_ += share * ((place - hand_.value_or(place)) / seconds - velocity_);
    const float speed = glm::length(velocity_);
    if (speed > fastest_hand) velocity_ *= fastest_hand / speed;
    hand_ = place;

    sim::Brush brush;
    brush.centre = place;
    brush.radius = settings.brush_radius;
    brush.strength = pulls_ ? -settings.brush_strength : settings.brush_strength;
    brush.velocity = velocity_;
    laboratory.set_brush(brush);
}

void ViewControl::end_drag(Laboratory& laboratory) {
    if (drag_ == Drag::solid) grip_.let_go(laboratory);
    if (drag_ == Drag::brush) laboratory.set_brush(std::nullopt);
    drag_ = Drag::none;
}

void ViewControl::go_home(const Laboratory& laboratory) {
    home_aspect_ = area.aspect();
    camera_ = camera_of(laboratory.scene(), home_aspect_);
}

sim::Camera ViewControl::camera(const Laboratory& laboratory) const {
    return home_aspect_ > 0.0f ? laboratory.scene().camera : told(camera_);
}

void ViewControl::fit(const Laboratory& laboratory, const Settings& settings) {
    leave_home();
    const Snapshot& state = laboratory.state();
    if (!settings.shows_cells_of(Settings::CellsOf::search) || !state.search_view.picked || !state.has_search_view) {
        fit_to_particles(camera_, state, area.aspect());
        spdlog::info("camera: the fluid");
        return;
    }
    const SearchView::Picked& picked = *state.search_view.picked;
    const glm::vec3 place(state.x[picked.slot], state.y[picked.slot], state.z[picked.slot]);
    camera_.fit(place - around_picked * picked.reach, place + around_picked * picked.reach, area.aspect());
    spdlog::info("camera: particle {}", picked.id);
}

void ViewControl::look_along(Axis axis) {
    leave_home();
    switch (axis) {
        case Axis::front:
            camera_.yaw = glm::radians(90.0f);
            break;
        case Axis::right:
            camera_.yaw = glm::radians(180.0f);
            break;
        case Axis::top:
            camera_.yaw = glm::radians(90.0f);
            break;
    }
    // Just short of straight down, where left and right would be undefined.
    camera_.pitch = axis == Axis::top ? glm::radians(89.0f) : 0.0f;
}

render::View ViewControl::view(ImVec2 display, ImVec2 framebuffer_scale) const {
    render::View view = camera_.view(static_cast<int>(area.size.x), static_cast<int>(area.size.y));
    // From the area's own -1..1 to its place in the window's -1..1; y points up there.
    const float width = area.size.x / display.x, height = area.size.y / display.y;
    const float left = area.min.x / display.x, below = 1.0f - (area.min.y + area.size.y) / display.y;
    glm::mat4 placed =
        glm::translate(glm::mat4(1.0f), {2.0f * left + width - 1.0f, 2.0f * below + height - 1.0f, 0.0f});
    placed = glm::scale(placed, {width, height, 1.0f});
    view.projection = placed * view.projection;
    view.width = static_cast<int>(std::lround(display.x * framebuffer_scale.x));
    view.height = static_cast<int>(std::lround(display.y * framebuffer_scale.y));
    return view;
}

void ViewControl::draw_picked_solid(ImDrawList& list, const Snapshot& state, const Settings& settings) {
    if (!settings.picked_solid) return;
    list.PushClipRect(area.min, {area.min.x + area.size.x, area.min.y + area.size.y}, true);
    grip_.draw(list, state, *settings.picked_solid, Projection(*this, ImGui::GetIO().DisplaySize),
               palette(settings.theme).accent);
    list.PopClipRect();
}

void ViewControl::draw_ring(ImDrawList& list, const Settings& settings) const {
    if (solid_ && drag_ == Drag::none) {  // a cross of arrows: it can be taken
        const ImVec2 at = ImGui::GetIO().MousePos;
        const float size = 0.9f * ImGui::GetFontSize(), head = 0.35f * size;
        const ImU32 colour = palette(settings.theme).accent;
        for (const ImVec2 to : std::to_array<ImVec2>({{1, 0}, {-1, 0}, {0, 1}, {0, -1}})) {
            const ImVec2 tip(at.x + to.x * size, at.y + to.y * size), foot(tip.x - to.x * head, tip.y - to.y * head);
            list.AddLine(at, foot, colour, 2.0f);
            list.AddTriangleFilled(tip, {foot.x - to.y * head, foot.y + to.x * head},
                                   {foot.x + to.y * head, foot.y - to.x * head}, colour);
        }
        return;
    }
    if (!hand_ || (drag_ != Drag::none && drag_ != Drag::brush)) return;
    if (drag_ == Drag::none && click_picks(settings)) {
        list.AddCircle(ImGui::GetIO().MousePos, 0.5f * ImGui::GetFontSize(), palette(settings.theme).accent, 0, 2.0f);
        return;
    }
    const float depth = glm::dot(*hand_ - camera_.eye(), forward());
    const float pixels_per_metre =
        0.5f * area.size.y / (std::tan(0.5f * camera_.field_of_view) * std::max(depth, 1e-3f));
    const ImVec2 centre = ImGui::GetIO().MousePos;
    const float radius = settings.brush_radius * pixels_per_metre;
    const Palette& colours = palette(settings.theme);
    const ImU32 colour = pulls_ ? colours.pull : colours.push;
    list.AddCircle(centre, radius, colour, 0, drag_ == Drag::brush ? 2.5f : 1.25f);

    // Arrowheads on the ring say the same without colour: outwards pushes, inwards pulls.
    const float size = std::clamp(0.12f * radius, 4.0f, 9.0f) * (pulls_ ? -1.0f : 1.0f);
    for (const ImVec2 side : std::to_array<ImVec2>({{1, 0}, {-1, 0}, {0, 1}, {0, -1}})) {
        const ImVec2 foot(centre.x + side.x * radius, centre.y + side.y * radius);
        const float half = 0.7f * std::abs(size);
        list.AddTriangleFilled({foot.x + side.x * size, foot.y + side.y * size},
                               {foot.x - side.y * half, foot.y + side.x * half},
                               {foot.x + side.y * half, foot.y - side.x * half}, colour);
    }
}

}  // namespace app
