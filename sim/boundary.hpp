// What walls and solids do to a particle beside its neighbours, in either force pass.
#pragma once

#include <glm/geometric.hpp>

#include "sim/solid_sights.hpp"
#include "sim/step_clues.hpp"
#include "sim/walls.hpp"

namespace sim {

/// What one particle has of walls and solids around it.
class Boundary {
public:
    Boundary(const Tank& tank, bool sees_a_wall, const Sight* solids, glm::vec3 place, glm::vec3 velocity) noexcept
        : tank_(tank),
          sees_a_wall_(sees_a_wall),
          any_(sees_a_wall || solids != nullptr),
          place_(place),
          velocity_(velocity) {
        if (sees_a_wall) push_ = tank.push(place);
        if (solids != nullptr) push_ = joined_push(tank, place, push_, *solids);
    }

    [[nodiscard]] bool any() const noexcept { return any_; }
    /// Minus the gradient of the share that lies behind surfaces, 1/m.
    [[nodiscard]] glm::vec3 push() const noexcept { return push_; }

    /// N. `pressing`, N m, is what the push is multiplied with; `viscous`, Pa s m³, the particle's viscosity times its
    /// volume.
    [[nodiscard]] glm::vec3 force(float pressing, float viscous) const noexcept {
        glm::vec3 sum(0.0f);
        if (sees_a_wall_) sum = viscous * tank_.drag(place_, velocity_);
        return sum + pressing * push_;
    }

    /// m/s², of the particle's phase.
    [[nodiscard]] glm::vec3 rub(float laminar_below, float strength) const noexcept {
        return sees_a_wall_ ? tank_.rub(place_, velocity_, laminar_below, strength) : glm::vec3(0.0f);
    }

    /// Walls close in as well, and drag. `viscous` as above, by the particle's mass; `a` its acceleration, m/s².
    void add_to(StepClues& clues, spatial::Index slot, float viscous, glm::vec3 a, float compression) const noexcept {
        if (sees_a_wall_) clues.viscous[slot] += viscous * tank_.drag_rate(place_);
        if (any_)
            clues.closing[slot] +=
                closing_of_wall(-glm::dot(push_, velocity_), -glm::dot(push_, a), 1.0f - compression);
    }

private:
    const Tank& tank_;
    bool sees_a_wall_, any_;
    glm::vec3 place_, velocity_, push_{0.0f};
};

}  // namespace sim
