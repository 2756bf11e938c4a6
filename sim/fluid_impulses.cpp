#include "sim/fluid_impulses.hpp"

#include <algorithm>

#include "sim/near_solids.hpp"

namespace sim {

FluidImpulses::FluidImpulses(const Scene& scene) : spacing_(scene.spacing) {
    const auto asks = [&](ProbeKind kind) { return std::ranges::count(scene.probes, kind, &Probe::kind) > 0; };
    if (scene.solids.empty() || !(asks(ProbeKind::force) || asks(ProbeKind::pressure))) return;
    sums_ = {std::vector<glm::dvec3>(scene.solids.size(), glm::dvec3(0.0)),
             std::vector<double>(scene.probes.size(), 0.0)};
    before_ = sums_;
    for (std::size_t i = 0; i < scene.probes.size(); ++i)
        if (scene.probes[i].kind == ProbeKind::pressure)
            taps_.push_back({i, glm::dvec3(scene.probes[i].position), std::nullopt});
}

void FluidImpulses::begin_frame() {
    all(before_);
    std::ranges::fill(sums_.to_entries, glm::dvec3(0.0));
    std::ranges::fill(sums_.on_probes, 0.0);
}

void FluidImpulses::add(const SolidState& solid, const glm::dvec3& impulse) {
    if (any()) sums_.to_entries[solid.entry] += impulse;
}

void FluidImpulses::look_at(const Solids& solids) {
    for (Tap& tap : taps_) tap.square = square_on(solids, tap.place, spacing_);
}

void FluidImpulses::add_contact(const Solids& solids, std::uint32_t solid, const glm::dvec3& place,
                                const glm::dvec3& impulse) {
    if (!any()) return;
    add(solids[solid], impulse);
    for (const Tap& tap : taps_) {
        const double far = 4.0 * double{spacing_};  // more than half the diagonal of a square and half a spacing
        if (!tap.square || glm::length(place - tap.place) > far) continue;
        const Foot foot = foot_on(solids.shape(solid), Frame(solids[solid].pose), place);
        sums_.on_probes[tap.probe] -= tap.square->weight(foot) * glm::dot(impulse, tap.square->normal());
    }
}

void FluidImpulses::all(Impulses& sums) const {
    Impulses together = before_;
    for (std::size_t i = 0; i < together.to_entries.size(); ++i) together.to_entries[i] += sums_.to_entries[i];
    for (std::size_t i = 0; i < together.on_probes.size(); ++i) together.on_probes[i] += sums_.on_probes[i];
    sums = std::move(together);
}

}  // namespace sim
