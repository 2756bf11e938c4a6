// The solids of a state as copies of meshes: all boxes are one cube, stretched, all spheres one ball; capsules share a
// mesh where they are of one slenderness, hulls of one entry of the scene's list. A plane is where it meets the tank.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/snapshot.hpp"
#include "render/frame.hpp"

namespace app {

class SolidCopies {
public:
    /// Good until the next call.
    [[nodiscard]] std::span<const render::Copies> of(const Snapshot& snapshot);

private:
    /// What all solids of an entry have in common.
    struct Look {
        std::size_t mesh = 0;  // place among the copies
        glm::vec3 size{1.0f};  // that it is stretched to
    };

    struct Plane {
        std::optional<sim::Pose> pose;  // it was cut at
        std::size_t mesh = 0;
    };

    void follow(const Snapshot& snapshot);
    [[nodiscard]] std::size_t add_mesh(render::Mesh mesh, bool is_closed);
    void cut(Plane& plane, const sim::Pose& pose);

    std::shared_ptr<const sim::Scene> scene_;
    std::vector<Look> looks_;                                 // by entry
    std::vector<std::vector<render::Copies::Copy>> by_mesh_;  // kept between frames for their memory
    std::vector<render::Copies> copies_;
    std::vector<Plane> planes_;  // in the order of their numbers, as they are in the snapshot
};

}  // namespace app
