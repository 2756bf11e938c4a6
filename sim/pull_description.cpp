// The part of the scene format about what pulls on the fluid beside gravity.
#include "sim/description_parts.hpp"

namespace sim {

void describe(FieldVisitor& visitor, Attraction& attraction) {
    visitor.vector({.key = "centre",
                    .help = "The point that attracts everything, in proportion to the distance from it.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place},
                   attraction.centre);
    visitor.vector(
        {.key = "rate",
         .help = "How strongly, along each axis: alone, a particle swings about the centre so many radians a "
                 "second. Drops hang together in it and swing; with 0 along an axis it is a line that "
                 "attracts, as the axis of a flow in two dimensions.",
         .unit = "1/s",
         .max = 1000.0},
        attraction.rate);
}

void describe(FieldVisitor& visitor, Shaking& shaking) {
    visitor.vector({.key = "amplitude",
                    .help = "How far the tank is moved to and fro from its middle place, along each axis. The picture "
                            "moves with the tank; the fluid stays behind.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place},
                   shaking.amplitude);
    visitor.number({.key = "period",
                    .help = "Of the tank's motion, which begins at one end of its way. Near the period in which the "
                            "fluid itself would swing, waves climb up the walls.",
                    .unit = "s",
                    .min = 0.01,
                    .max = 1000.0},
                   shaking.period);
}

}  // namespace sim
