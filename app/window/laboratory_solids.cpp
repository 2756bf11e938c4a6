// The part of the laboratory that takes solids in hand.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <ranges>

#include "app/window/laboratory.hpp"

namespace app {

std::string Laboratory::name_of_solid(std::uint32_t solid) const {
    const sim::Solid& described = latest_->scene->solids[latest_->solids[solid].entry];
    return described.name.empty() ? sim::solid_shape_names[static_cast<std::size_t>(described.shape)] : described.name;
}

void Laboratory::hold_solid(std::uint32_t solid, const glm::vec3& place) {
    if (is_another_coming()) return;  // whose solids have the same numbers
    simulation_.post([solid, place](sim::World& world) {
        // Another scene may have begun between the posting and now.
        if (solid < world.solids().size()) world.hold_solid(solid, place);
    });
}

void Laboratory::let_go_of_solid(std::uint32_t solid, const glm::vec3& before, const glm::vec3& after) {
    simulation_.post([solid](sim::World& world) {
        if (solid < world.solids().size()) world.let_go_of_solid(solid);
    });
    // Bodies and what moves go on from there by themselves: nobody can say where they would be without the hand.
    if (solid < latest_->solids.size() &&
        latest_->scene->solids[latest_->solids[solid].entry].motion == sim::Motion::fixed)
        changes_.note(SolidPlace{solid, before, false}, SolidPlace{solid, after, false});
}

void Laboratory::take_out_or_put_back(std::uint32_t solid) {
    if (solid >= latest_->solids.size() || is_another_coming()) return;
    const bool is_out = will_be_out(solid);
    const SolidPlace before{solid, {}, is_out}, after{solid, {}, !is_out};
    changes_.note(before, after);
    put_solid(after, true);  // what came of it is said once a state shows it: there may be no place for it any more
}

void Laboratory::hear_of_solids(const Snapshot& before) {
    const auto is_done = [&](const Wish& wish) { return wish.order <= latest_->orders_done; };
    const bool is_same_scene = before.scene == latest_->scene;
    for (auto wish = wishes_.begin(); is_same_scene && wish != wishes_.end(); ++wish) {
        const std::uint32_t solid = wish->solid;
        const bool is_overtaken = std::any_of(
            std::next(wish), wishes_.end(), [&](const Wish& later) { return later.solid == solid && is_done(later); });
        if (!is_done(*wish) || is_overtaken || solid >= latest_->solids.size()) continue;
        const bool is_out = latest_->solids[solid].is_out;
        if (is_out != wish->is_out && wish->is_noted) changes_.forget({solid, {}, wish->is_out});  // trouble says why
        if (is_out == wish->is_out && is_out != before.solids[solid].is_out)
            spdlog::info("solid {} {}: {}", solid, is_out ? "taken out" : "put back", name_of_solid(solid));
    }
    std::erase_if(wishes_, is_done);
}

/// Once all that was asked for is done.
bool Laboratory::will_be_out(std::uint32_t solid) const {
    const auto reversed = wishes_ | std::views::reverse;
    const auto last = std::ranges::find(reversed, solid, &Wish::solid);
    return last != reversed.end() ? last->is_out : latest_->solids[solid].is_out;
}

void Laboratory::put_solid(const SolidPlace& wanted, bool is_noted) {
    const std::uint64_t order = simulation_.post(
        [wanted](sim::World& world) {
            if (wanted.solid >= world.solids().size()) return;
            const bool is_out = world.solids().hand().is_out(wanted.solid);
            if (is_out != wanted.is_out && wanted.is_out) {
                world.take_out_solid(wanted.solid);
            } else if (is_out != wanted.is_out) {
                world.put_back_solid(wanted.solid);
            } else if (!is_out && wanted.centre) {
                world.hold_solid(wanted.solid, *wanted.centre);
                world.let_go_of_solid(wanted.solid);
            }
        },
        Simulation::When::next_frame);
    wishes_.push_back({wanted.solid, wanted.is_out, order, is_noted});
}

}  // namespace app
