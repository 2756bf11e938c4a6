// The part of the scene format about individual time steps.
#include "sim/description_parts.hpp"
#include "sim/step_report.hpp"

namespace sim {

void describe_steps(FieldVisitor& visitor, Scene& scene) {
    describe_choice(
        visitor,
        {.key = "steps",
         .help = "global: one time step for all, as short as the particle in the greatest hurry needs it. individual: "
                 "each particle takes as long a step as it may, so that drops in flight or thin fluid beside thick "
                 "need less work; where all are in the same hurry they step together. Periodic tanks and "
                 "fluids with tension take global steps. Individual steps do without shifting.",
         .live = true},
        scene.steps, steps_names);
    describe_integer(
        visitor,
        {.key = "deepest_level",
         .help = "How often individual steps may be halved: none is shorter than the longest / 2^this. Few levels "
                 "leave less to gain, many let calm particles sleep longer.",
         .unit = "levels",
         .min = 1.0,
         .max = deepest_level_possible,
         .live = true},
        scene.deepest_level);
}

}  // namespace sim
