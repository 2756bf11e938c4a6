// Where probes are put: at first, and at a spot that somebody points at.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>

#include "render/camera.hpp"
#include "sim/scene.hpp"

namespace app {

/// What the pointer is on: water, unless a solid or a wall is named.
struct Spot {
    glm::vec3 place{0.0f};               // m
    std::optional<std::string> solid{};  // its name, which may be empty
    std::optional<sim::Side> wall{};
};

/// Where a ray from the eye leaves the tank: on the inside of a wall, or of a side without one. Nothing where it passes
/// the tank by.
[[nodiscard]] std::optional<Spot> wall_behind(const sim::Domain& tank, const render::Ray& ray);

/// A probe of that kind with a name that none of `others` has, at a place that most scenes have a use for; `picked`
/// instead, where somebody has picked a particle or a solid and it is measured at one.
[[nodiscard]] sim::Probe new_probe(sim::ProbeKind kind, const sim::Scene& scene, const std::vector<sim::Probe>& others,
                                   const std::optional<Spot>& picked);

/// Whether it is measured at a place that can be pointed at.
[[nodiscard]] bool has_place(sim::ProbeKind kind) noexcept;

/// The probe at that spot; as it was where the spot is nothing for it: a wall for a force.
[[nodiscard]] sim::Probe put_at(const sim::Probe& probe, const Spot& spot, const sim::Scene& scene);

}  // namespace app
