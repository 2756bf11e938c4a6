#include "sim/fluid_impulses.hpp"

#include <algorithm>
#include <cmath>

#include "sim/surface_square.hpp"

namespace sim {

FluidImpulses::FluidImpulses(const Scene& scene) : spacing_(scene.spacing) {
    const auto asks = [&](ProbeKind kind) { return std::ranges::count(scene.probes, kind, &Probe::kind) > 0; };
    if (scene.solids.empty() || !(asks(ProbeKind::force) || asks(ProbeKind::pressure))) return;
    sums_ = {std::vector<glm::dvec3>(scene.solids.size(), glm::dvec3(0.0)),
             std::vector<double>(scene.probes.size(), 0.0)};
    before_ = sums_;
    for (std::size_t i = 0; i < scene.probes.size(); ++i)
        if (scene.probes[i].kind == ProbeKind::pressure) taps_.push_back({i, glm::dvec3(scene.probes[i].position)});
}

void FluidImpulses::begin_frame() {
    all(before_);
    std::ranges::fill(sums_.to_entries, glm::dvec3(0.0));
    std::ranges::fill(sums_.on_probes, 0.0);
}

void FluidImpulses::add(const SolidState& solid, const glm::dvec3& impulse) {
    if (any()) sums_.to_entries[solid.entry] += impulse;
}

void FluidImpulses::add_contact(const Solids& solids, std::uint32_t solid, const glm::dvec3& place,
                                const glm::dvec3& impulse) {
    if (!any()) return;
    add(solids[solid], impulse);
    const ConvexShape& shape = solids.shape(solid);
    const Frame frame(solids[solid].pose);
    for (const Tap& tap : taps_) {
        const double far = 4.0 * double{spacing_};  // more than half the diagonal of a square and half a spacing
        if (glm::length(place - tap.place) > far) continue;
        const Foot middle = foot_on(shape, frame, tap.place);
        if (std::abs(middle.distance) > on_surface * double{spacing_}) continue;
        const SurfaceSquare square(middle, spacing_);
        sums_.on_probes[tap.probe] -= square.weight(foot_on(shape, frame, place)) * glm::dot(impulse, square.normal());
    }
}

void FluidImpulses::all(Impulses& sums) const {
    Impulses together = before_;
    for (std::size_t i = 0; i < together.to_entries.size(); ++i) together.to_entries[i] += sums_.to_entries[i];
    for (std::size_t i = 0; i < together.on_probes.size(); ++i) together.on_probes[i] += sums_.on_probes[i];
    sums = std::move(together);
}

}  // namespace sim
