#include "sim/flow.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <vector>

#include "sim/description_parts.hpp"

namespace sim {

glm::vec3 velocity_at(const Flow& flow, glm::vec3 place) noexcept {
    const glm::vec3 away = place - flow.centre;
    switch (flow.kind) {
        case FlowKind::uniform:
            break;
        case FlowKind::strain:
            return {flow.rate * away.x, 0.0f, -flow.rate * away.z};
        case FlowKind::vortices: {
            const float k = 2.0f * std::numbers::pi_v<float> / flow.wavelength;
            return {-flow.speed * std::cos(k * away.x) * std::sin(k * away.z), 0.0f,
                    flow.speed * std::sin(k * away.x) * std::cos(k * away.z)};
        }
    }
    return glm::vec3(0.0f);
}

float fastest_in(const Flow& flow, glm::vec3 min, glm::vec3 max) noexcept {
    if (flow.kind == FlowKind::vortices) return std::abs(flow.speed);
    float fastest = 0.0f;
    for (const glm::vec3 corner : {min, max, glm::vec3(min.x, min.y, max.z), glm::vec3(max.x, min.y, min.z)})
        fastest = std::max(fastest, glm::length(velocity_at(flow, corner)));
    return fastest;
}

void describe(FieldVisitor& visitor, Flow& flow) {
    describe_choice(visitor,
                    {.key = "kind",
                     .help = "uniform: as the volume's velocity says. strain: drawn out along x and squeezed along z. "
                             "vortices: rolls about y that turn against each other."},
                    flow.kind, flow_names);
    visitor.vector({.key = "centre",
                    .help = "Of the strain: the point that stays; of vortices: a corner where four of them meet.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place,
                    .only_for = only_for("kind", flow.kind, std::vector{FlowKind::strain, FlowKind::vortices})},
                   flow.centre);
    visitor.number({.key = "rate",
                    .help = "How fast it is drawn out: at 1 by its own length a second.",
                    .unit = "1/s",
                    .min = -1000.0,
                    .max = 1000.0,
                    .required = true,
                    .only_for = only_for("kind", flow.kind, std::vector{FlowKind::strain})},
                   flow.rate);
    visitor.number({.key = "speed",
                    .help = "Of the fastest fluid in a vortex.",
                    .unit = "m/s",
                    .max = 1000.0,
                    .required = true,
                    .only_for = only_for("kind", flow.kind, std::vector{FlowKind::vortices})},
                   flow.speed);
    visitor.number(
        {.key = "wavelength",
         .help = "The length of two vortices that are neighbours; a whole number of them fits a periodic tank.",
         .unit = "m",
         .min = 1e-4,
         .max = farthest_place,
         .required = true,
         .only_for = only_for("kind", flow.kind, std::vector{FlowKind::vortices})},
        flow.wavelength);
}

}  // namespace sim
