// The part of the scene format that is about interface tension.
#include "sim/description_parts.hpp"

namespace sim {

void describe_tension(FieldVisitor& visitor, Fluid& fluid) {
    visitor.number(
        {.key = "tension",
         .help =
             "Interface tension against the void and against other fluids; water has 0.073. Drops get round and "
             "merge, films and threads break into drops. Two fluids meet with the sum of both their tensions. Small "
             "spacings and much of it shorten the time step. Use a support of 2 with it: over 3, pressures in drops "
             "come out up to twice as high.",
         .unit = "N/m",
         .max = 1000.0,
         .live = true},
        fluid.tension);
    visitor.number({.key = "interface_colour",
                    .help = "Colour-field tension only: the value of this fluid in the colour field, whose gradient is "
                            "an interface; the void has 0. Fluids of one colour have no tension between them.",
                    .min = -10.0,
                    .max = 10.0,
                    .live = true},
                   fluid.interface_colour);
}

void describe(FieldVisitor& visitor, Tension& tension) {
    describe_choice(visitor,
                    {.key = "model",
                     .help = "cohesion: from the energy of a surface, with the right pressure in drops; it keeps "
                             "momentum. colour-field: along the gradient of a colour field, as in the literature of "
                             "computer graphics; flat surfaces are pulled in too.",
                     .live = true},
                    tension.model, tension_model_names);
    visitor.number(
        {.key = "threshold",
         .help = "Colour-field tension only: where the colour's gradient is less than this share of that at "
                 "a plane surface, its direction is noise and nothing pulls. Less makes the inside restless.",
         .max = 1.0,
         .live = true},
        tension.threshold);
}

}  // namespace sim
