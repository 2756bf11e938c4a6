#include "app/solid_copies.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <map>

#include "sim/shape.hpp"

namespace app {
namespace {

// What a software driver draws in about 50 ms. A ball of d divisions has 8 d² triangles.
constexpr double most_round_triangles = 150'000;
constexpr double coarsest_ball = 3, finest_ball = 12;

int divisions_for(double round_solids) {
    const double d = std::sqrt(most_round_triangles / 8.0 / std::max(round_solids, 1.0));
    return static_cast<int>(std::clamp(d, coarsest_ball, finest_ball));
}

render::Mesh hull_mesh(const sim::Solid& solid) {
    const sim::ConvexShape shape(solid);
    std::vector<glm::vec3> vertices;
    for (const glm::dvec3& v : shape.vertices()) vertices.emplace_back(v);
    return render::faceted_mesh(vertices, shape.triangles());
}

}  // namespace

std::span<const render::Copies> SolidCopies::of(const Snapshot& snapshot) {
    if (scene_ != snapshot.scene) follow(snapshot);
    for (auto& copies : by_mesh_) copies.clear();
    std::size_t plane = 0;
    for (std::size_t number = 0; number < snapshot.solids.size(); ++number) {
        const auto& [entry, pose, is_out] = snapshot.solids[number];
        const sim::Solid& solid = scene_->solids[entry];
        if (solid.shape == sim::SolidShape::plane) {
            // A floor would lie in the shadow of itself, and so would everything below it.
            if (plane == planes_.size()) planes_.push_back({std::nullopt, add_mesh({}, false)});
            if (planes_[plane].pose != pose) cut(planes_[plane], pose);
            if (!is_out) by_mesh_[planes_[plane].mesh].push_back({glm::mat4x3(1.0f), solid.colour});
            ++plane;
            continue;
        }
        if (is_out) continue;
        const Look& look = looks_[entry];
        const glm::mat3 turned = glm::mat3_cast(pose.rotation);
        by_mesh_[look.mesh].push_back(
            {glm::mat4x3(look.size.x * turned[0], look.size.y * turned[1], look.size.z * turned[2], pose.position),
             solid.colour});
    }
    for (std::size_t mesh = 0; mesh < copies_.size(); ++mesh) copies_[mesh].copies = by_mesh_[mesh];
    return copies_;
}

void SolidCopies::follow(const Snapshot& snapshot) {
    scene_ = snapshot.scene;
    looks_.clear();
    by_mesh_.clear();
    copies_.clear();
    planes_.clear();
    double round_solids = 0.0;
    for (const sim::Solid& solid : scene_->solids)
        if (solid.shape == sim::SolidShape::sphere || solid.shape == sim::SolidShape::capsule)
            round_solids += solid.copies();
    const int divisions = divisions_for(round_solids);

    std::map<std::pair<sim::SolidShape, float>, std::size_t> shared;  // by shape, and slenderness of capsules
    const auto mesh_for = [&](sim::SolidShape shape, float slenderness, const auto& make) {
        const auto [place, is_new] = shared.try_emplace({shape, slenderness});
        if (is_new) place->second = add_mesh(make(), true);
        return place->second;
    };
    for (const sim::Solid& solid : scene_->solids) {
        Look look;
        switch (solid.shape) {
            case sim::SolidShape::plane:  // each is cut to the tank by itself
                break;
            case sim::SolidShape::box:
                look = {mesh_for(solid.shape, 0.0f, render::cube_mesh), 0.5f * solid.size};
                break;
            case sim::SolidShape::sphere:
                look = {mesh_for(solid.shape, 0.0f, [&] { return render::ball_mesh(divisions); }),
                        glm::vec3(solid.radius)};
                break;
            case sim::SolidShape::capsule: {
                const float half_height = 0.5f * solid.height / solid.radius;
                look = {mesh_for(solid.shape, half_height,
                                 [&] { return render::capsule_mesh(1.0f, half_height, divisions); }),
                        glm::vec3(solid.radius)};
                break;
            }
            case sim::SolidShape::hull:
                look = {add_mesh(hull_mesh(solid), true), glm::vec3(1.0f)};
                break;
        }
        looks_.push_back(look);
    }
}

std::size_t SolidCopies::add_mesh(render::Mesh mesh, bool is_closed) {
    copies_.push_back({std::make_shared<const render::Mesh>(std::move(mesh)), {}, is_closed, is_closed});
    by_mesh_.emplace_back();
    return copies_.size() - 1;
}

void SolidCopies::cut(Plane& plane, const sim::Pose& pose) {
    plane.pose = pose;
    const glm::vec3 normal = glm::normalize(pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f));
    copies_[plane.mesh].mesh = std::make_shared<const render::Mesh>(
        render::plane_mesh(pose.position, normal, scene_->domain.min, scene_->domain.max));
}

}  // namespace app
