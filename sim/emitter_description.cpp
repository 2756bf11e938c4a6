// The part of the scene format about emitters, drains and sides without a wall.
#include <array>

#include "sim/description_parts.hpp"

namespace sim {
namespace {

constexpr double far = farthest_place;
constexpr double longest_run = 1e6;  // s

void describe_emitter(FieldVisitor& visitor, Emitter& emitter) {
    const auto only = [&](EmitterShape shape) { return only_for("shape", emitter.shape, std::vector{shape}); };
    visitor.text({.key = "name", .help = "What panels, messages and results call it.", .required = true}, emitter.name);
    describe_choice(visitor, {.key = "shape", .help = "Of the opening that the jet comes out of.", .required = true},
                    emitter.shape, emitter_shape_names);
    visitor.vector({.key = "position",
                    .help = "The middle of the opening. It may lie in a wall of the tank.",
                    .unit = "m",
                    .min = -far,
                    .max = far,
                    .required = true},
                   emitter.position);
    visitor.vector({.key = "direction",
                    .help = "Which way the jet goes: [0, 0, 1] straight up. Its length does not matter.",
                    .min = -far,
                    .max = far},
                   emitter.direction);
    visitor.number({.key = "radius",
                    .help = "Of the disc, at least a spacing. A jet looks round from about three spacings on.",
                    .unit = "m",
                    .max = far,
                    .required = true,
                    .only_for = only(EmitterShape::disc)},
                   emitter.radius);
    visitor.number({.key = "width",
                    .help = "Of the rectangle along its level edge (x, where the jet is upright); what is over after a "
                            "whole number of spacings stays empty.",
                    .unit = "m",
                    .max = far,
                    .required = true,
                    .only_for = only(EmitterShape::rectangle)},
                   emitter.width);
    visitor.number({.key = "height",
                    .help = "Of the rectangle along its other edge, likewise.",
                    .unit = "m",
                    .max = far,
                    .required = true,
                    .only_for = only(EmitterShape::rectangle)},
                   emitter.height);
    visitor.number(
        {.key = "speed",
         .help = "How fast the fluid comes out: straight up, 2 m/s rise 0.2 m and 4 m/s four times as high. Say "
                 "this or flow, the other follows.",
         .unit = "m/s",
         .min = 1e-3,
         .max = 100.0,
         .live = true,
         .has_default = false},
        emitter.speed);
    visitor.number({.key = "flow",
                    .help = "How much fluid comes out in a second: 0.001 is a litre. Say this or speed, the other "
                            "follows.",
                    .unit = "m³/s",
                    .min = 1e-9,
                    .max = 1e4,
                    .live = true,
                    .has_default = false},
                   emitter.flow);
    visitor.text({.key = "fluid", .help = "Name of the fluid that comes out; the first fluid when left out."},
                 emitter.fluid);
    visitor.number({.key = "from", .help = "When it begins to give fluid.", .unit = "s", .max = longest_run},
                   emitter.from);
    visitor.number({.key = "until", .help = "When it ends for good; 0 = never.", .unit = "s", .max = longest_run},
                   emitter.until);
    describe_integer(visitor,
                     {.key = "limit",
                      .help = "It ends after this many particles; 0 = as many as there is room for.",
                      .unit = "particles",
                      .max = 1e15},
                     emitter.limit);
    visitor.flag({.key = "on", .help = "Turned off, nothing comes out.", .live = true}, emitter.on);
}

void describe_drain(FieldVisitor& visitor, Drain& drain) {
    visitor.text({.key = "name", .help = "What panels, messages and results call it.", .required = true}, drain.name);
    describe_choice(visitor, {.key = "shape", .help = "Of the place that takes particles away.", .required = true},
                    drain.shape, shape_names);
    describe_region(visitor, drain,
                    {.min = "The corner of the box with the smallest coordinates.",
                     .max = "The corner of the box with the largest coordinates. A box that begins at a height keeps "
                            "the water below it, as an overflow does.",
                     .radius = "Of the sphere or the cylinder."});
    visitor.number({.key = "flow",
                    .help = "How much fluid it takes in a second at the most, those nearest to its middle first; 0 = "
                            "whatever comes.",
                    .unit = "m³/s",
                    .max = 1e4,
                    .live = true},
                   drain.flow);
    visitor.flag({.key = "on", .help = "Turned off, nothing is taken away.", .live = true}, drain.on);
}

}  // namespace

void describe(FieldVisitor& visitor, std::vector<Emitter>& emitters, std::vector<Drain>& drains) {
    describe_list(
        visitor,
        {.key = "emitters",
         .help = "Jets: openings that fluid comes out of while the scene runs, layer by layer of its lattice.",
         .max = 1000.0},
        emitters, describe_emitter);
    describe_list(visitor,
                  {.key = "drains", .help = "Places that take fluid away while the scene runs.", .max = 1000.0}, drains,
                  describe_drain);
}

void describe_open_sides(FieldVisitor& visitor, std::array<bool, 6>& open) {
    visitor.object({.key = "open",
                    .help = "Sides without a wall: fluid that leaves there is gone. Solids stay inside all the same."},
                   [&] {
                       for (std::size_t side = 0; side < open.size(); ++side)
                           visitor.flag({.key = side_names[side], .help = "No wall on this side."}, open[side]);
                   });
}

void describe_particle_limit(FieldVisitor& visitor, Scene& scene) {
    describe_integer(visitor,
                     {.key = "max_particles",
                      .help = "Emitters pause while there are this many in the tank; 0 = a million more than there are "
                              "at the start. A particle takes about 200 bytes.",
                      .unit = "particles",
                      .max = max_particles},
                     scene.particle_limit);
}

}  // namespace sim
