// What hands do to a world: the brush in the fluid, and solids that are moved, taken out and put back.
#include <algorithm>
#include <stdexcept>

#include "sim/solid_overlap.hpp"
#include "sim/world_state.hpp"

namespace sim {

namespace {

std::string name_of(const Scene& scene, const Solids& solids, std::uint32_t number) {
    const Solid& solid = scene.solids[solids[number].entry];
    return solid.name.empty() ? std::string("the ") + solid_shape_names[static_cast<std::size_t>(solid.shape)]
                              : "'" + solid.name + "'";
}

void check_number(const Solids& solids, std::uint32_t number) {
    if (number >= solids.size())
        throw std::invalid_argument("there is no solid " + std::to_string(number) + "; the scene has " +
                                    std::to_string(solids.size()));
}

}  // namespace

void World::set_brush(std::optional<Brush> brush) { state_->brush = brush; }

void World::hold_solid(std::uint32_t number, const glm::vec3& place) {
    check_number(state_->solids, number);
    state_->solids.send(state_->scene, number, place);
}

void World::let_go_of_solid(std::uint32_t number) {
    check_number(state_->solids, number);
    state_->solids.let_go(state_->scene, number);
}

void World::take_out_solid(std::uint32_t number) {
    check_number(state_->solids, number);
    state_->solids.take_out(state_->scene, number);
    state_->was_touched = true;
    if (!state_->steps.under_way()) state_->steps.forget();  // limits are of those around
}

void World::put_back_solid(std::uint32_t number) {
    State& s = *state_;
    check_number(s.solids, number);
    if (!s.solids.hand().is_out(number)) return;
    const Pose pose = s.solids.pose_back(s.scene, number, s.time);
    if (const std::size_t there = count_inside(s.scene, s.solids.shape(number), pose, s.particles); there > 0)
        throw std::invalid_argument(name_of(s.scene, s.solids, number) + " cannot come back: there " +
                                    (there == 1 ? "is a particle" : "are " + std::to_string(there) + " particles") +
                                    " where it was; go back in time instead");
    s.solids.put_back(s.scene, number, s.time);
    s.was_touched = true;
    if (!s.steps.under_way()) s.steps.forget();
}

}  // namespace sim
