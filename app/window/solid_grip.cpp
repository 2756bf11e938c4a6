#include "app/window/solid_grip.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <string>

#include "app/window/projection.hpp"
#include "app/window/ticks.hpp"

namespace app {
namespace {

glm::dvec3 half_box_of(const sim::ConvexShape& shape) {
    const spatial::Box box = shape.bounds(sim::Frame{});
    return 0.5 *
           glm::dvec3(double{box.max_x} - box.min_x, double{box.max_y} - box.min_y, double{box.max_z} - box.min_z);
}

glm::dvec3 middle_of(const sim::ConvexShape& shape) {
    const spatial::Box box = shape.bounds(sim::Frame{});
    return 0.5 *
           glm::dvec3(double{box.max_x} + box.min_x, double{box.max_y} + box.min_y, double{box.max_z} + box.min_z);
}

}  // namespace

void SolidGrip::follow(const Snapshot& snapshot) {
    if (scene_ == snapshot.scene) return;
    scene_ = snapshot.scene;
    shapes_.clear();
    for (const sim::Solid& solid : scene_->solids) shapes_.emplace_back(solid);
    held_.reset();
}

std::optional<SolidGrip::Hit> SolidGrip::hit(const Snapshot& snapshot, const render::Ray& ray) {
    follow(snapshot);
    const glm::dvec3 eye(ray.origin), way(ray.direction);
    double nearest = std::numeric_limits<double>::infinity();
    std::optional<Hit> result;
    for (std::uint32_t number = 0; number < snapshot.solids.size(); ++number) {
        const Snapshot::Solid& solid = snapshot.solids[number];
        const sim::ConvexShape& shape = shapes_[solid.entry];
        if (solid.is_out || shape.kind() == sim::SolidShape::plane) continue;
        const glm::dvec3 to_centre = glm::dvec3(solid.pose.position) - eye;
        const double along = glm::dot(to_centre, way), reach = shape.reach();
        if (along + reach < 0.0 || glm::dot(to_centre, to_centre) - along * along > reach * reach) continue;
        const sim::Frame frame(solid.pose);
        const double length = along + reach;
        const auto entry = shape.entry(frame.to_local(eye), frame.to_local(eye + length * way));
        if (!entry || entry->time * length >= nearest) continue;
        nearest = entry->time * length;
        result = Hit{number, glm::vec3(eye + nearest * way)};
    }
    return result;
}

void SolidGrip::take(Laboratory& laboratory, const Hit& hit) {
    const glm::vec3 centre = laboratory.state().solids[hit.solid].pose.position;
    held_ = Held{hit.solid, hit.place, centre, centre};
    spdlog::info("solid {} in hand: {}", hit.solid, laboratory.name_of_solid(hit.solid));
}

void SolidGrip::move(Laboratory& laboratory, const render::Ray& ray, const glm::vec3& forward, bool along_axis) {
    follow(laboratory.state());
    const float along = glm::dot(ray.direction, forward);
    if (!held_ || along < 1e-3f) return;
    glm::vec3 moved =
        ray.origin + ray.direction * (glm::dot(held_->taken_at - ray.origin, forward) / along) - held_->taken_at;
    if (along_axis) {
        const glm::vec3 size = glm::abs(moved);
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        for (int k = 0; k < 3; ++k)
            if (k != axis) moved[k] = 0.0f;
    }
    if (held_->centre + moved == held_->goal) return;  // a click takes nothing along
    held_->goal = held_->centre + moved;
    laboratory.hold_solid(held_->solid, held_->goal);
}

void SolidGrip::let_go(Laboratory& laboratory) {
    follow(laboratory.state());
    if (held_ && held_->goal != held_->centre) laboratory.let_go_of_solid(held_->solid, held_->centre, held_->goal);
    held_.reset();
}

void SolidGrip::draw(ImDrawList& list, const Snapshot& snapshot, std::uint32_t number, const Projection& project,
                     ImU32 colour) {
    follow(snapshot);
    if (number >= snapshot.solids.size()) return;
    const Snapshot::Solid& solid = snapshot.solids[number];
    if (solid.is_out) return;
    const sim::ConvexShape& shape = shapes_[solid.entry];
    const glm::dvec3 half = half_box_of(shape), middle = middle_of(shape);
    const sim::Frame frame(solid.pose);
    std::array<std::optional<Projection::Spot>, 8> corners;
    ImVec2 top(0.0f, std::numeric_limits<float>::infinity());
    for (int i = 0; i < 8; ++i) {
        const glm::dvec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        const glm::vec3 corner(frame.to_scene(middle + sign * half));
        corners[static_cast<std::size_t>(i)] = project(corner.x, corner.y, corner.z);
        if (const auto& spot = corners[static_cast<std::size_t>(i)]; spot && spot->at.y < top.y) top = spot->at;
    }
    for (int i = 0; i < 8; ++i)
        for (const int axis : {1, 2, 4}) {
            const auto &a = corners[static_cast<std::size_t>(i)], &b = corners[static_cast<std::size_t>(i | axis)];
            if (!(i & axis) && a && b) list.AddLine(a->at, b->at, colour, 2.0f);
        }
    const sim::Solid& described = scene_->solids[solid.entry];
    const auto metres = [&](float value) {
        return tick_text(static_cast<double>(value), 0.1 * static_cast<double>(scene_->spacing));
    };
    const glm::vec3& place = solid.pose.position;
    const std::string text =
        std::string(described.name.empty() ? sim::solid_shape_names[static_cast<std::size_t>(described.shape)]
                                           : described.name.c_str()) +
        "  " + metres(place.x) + ", " + metres(place.y) + ", " + metres(place.z) + " m";
    if (std::isfinite(top.y)) {
        const float font = ImGui::GetFontSize();
        const ImVec2 size = ImGui::CalcTextSize(text.c_str()), at(top.x - 0.5f * size.x, top.y - 1.9f * font);
        list.AddRectFilled({at.x - 0.4f * font, at.y - 0.2f * font},
                           {at.x + size.x + 0.4f * font, at.y + size.y + 0.2f * font}, IM_COL32(10, 14, 20, 210),
                           0.3f * font);
        list.AddText(at, IM_COL32_WHITE, text.c_str());
    }
    if (!held_ || held_->solid != number) return;
    // What the hand holds, and where the hand is: while it is paused, or behind, they are apart.
    const glm::vec3 hand = held_->taken_at + held_->goal - held_->centre, grip = hand + place - held_->goal;
    const auto a = project(grip.x, grip.y, grip.z), b = project(hand.x, hand.y, hand.z);
    if (!a || !b) return;
    list.AddLine(a->at, b->at, colour, 2.0f);
    list.AddCircleFilled(b->at, 4.0f, colour);
}

}  // namespace app
