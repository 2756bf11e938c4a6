// The part of the scene format that is about solids.
#include "sim/description_parts.hpp"

namespace sim {
namespace {

constexpr double far = farthest_place;

// Shorter than this is no length of a solid: floats of places that far out do not tell its sides apart.
constexpr double least_length = 1e-4;  // m

void describe_shape(FieldVisitor& visitor, Solid& solid) {
    const auto only = [&](std::vector<SolidShape> shapes) { return only_for("shape", solid.shape, shapes); };
    describe_choice(visitor,
                    {.key = "shape",
                     .help = "What it looks like. A plane is a half-space: everything behind it is solid.",
                     .required = true},
                    solid.shape, solid_shape_names);
    visitor.vector({.key = "position",
                    .help = "Where its centre is at the start; of a plane any point on it, of a hull the origin that "
                            "its points are given from.",
                    .unit = "m",
                    .min = -far,
                    .max = far},
                   solid.position);
    visitor.vector({.key = "rotation",
                    .help = "How it is turned about its position at the start: about the x axis of the scene, then y, "
                            "then z.",
                    .unit = "degrees",
                    .min = -360.0,
                    .max = 360.0,
                    .only_for = only({SolidShape::box, SolidShape::sphere, SolidShape::capsule, SolidShape::hull})},
                   solid.rotation);
    visitor.vector({.key = "size",
                    .help = "Lengths of its edges along its own x, y and z.",
                    .unit = "m",
                    .min = least_length,
                    .max = far,
                    .required = true,
                    .only_for = only({SolidShape::box})},
                   solid.size);
    visitor.number({.key = "radius",
                    .help = "Of the sphere, or of the capsule and its round caps.",
                    .unit = "m",
                    .min = least_length,
                    .max = far,
                    .required = true,
                    .only_for = only({SolidShape::sphere, SolidShape::capsule})},
                   solid.radius);
    visitor.number({.key = "height",
                    .help = "Of the capsule along its own z, between the centres of its caps: all of it is two radii "
                            "longer.",
                    .unit = "m",
                    .max = far,
                    .required = true,
                    .only_for = only({SolidShape::capsule})},
                   solid.height);
    visitor.vector({.key = "normal",
                    .help = "Points out of the plane, to where fluid may be. Its length does not matter.",
                    .min = -far,
                    .max = far,
                    .only_for = only({SolidShape::plane})},
                   solid.normal);
    visitor.points({.key = "points",
                    .help = "At least four corners, in any order: the solid is what a skin stretched around them would "
                            "hold. Given from its position, before it is turned.",
                    .unit = "m",
                    .min = -far,
                    .max = far,
                    .required = true,
                    .only_for = only({SolidShape::hull})},
                   solid.points);
}

void describe_motion(FieldVisitor& visitor, Solid& solid) {
    const auto only = [&](std::vector<Motion> motions) { return only_for("motion", solid.motion, motions); };
    describe_choice(visitor,
                    {.key = "motion",
                     .help = "fixed stays where it is, moving goes its way whatever meets it, dynamic is a body that "
                             "fluid, gravity and other solids push around."},
                    solid.motion, motion_names);
    visitor.vector({.key = "velocity",
                    .help = "How fast it goes: a moving solid always, a dynamic one at the start.",
                    .unit = "m/s",
                    .min = -fastest_solid,
                    .max = fastest_solid,
                    .only_for = only({Motion::moving, Motion::dynamic})},
                   solid.velocity);
    visitor.vector({.key = "spin",
                    .help = "How fast it turns about the axes of the scene: a moving solid always, a dynamic one at "
                            "the start.",
                    .unit = "degrees/s",
                    .min = -36000.0,
                    .max = 36000.0,
                    .only_for = only({Motion::moving, Motion::dynamic})},
                   solid.spin);
    Field path = {.key = "path",
                  .help =
                      "Where a moving solid is when, in place of a velocity: straight from one entry to the next, "
                      "from time 0 on and over and over again. The last entry is where the first one is.",
                  .max = 1000.0};
    path.only_for = only({Motion::moving});
    describe_list(visitor, path, solid.path, [](FieldVisitor& part, Solid::Waypoint& waypoint) {
        part.number({.key = "time",
                     .help = "When it is there, counted from the beginning of the path.",
                     .unit = "s",
                     .max = 1e6,
                     .required = true},
                    waypoint.time);
        part.vector({.key = "position",
                     .help = "Where it is then, relative to the solid's own position.",
                     .unit = "m",
                     .min = -far,
                     .max = far,
                     .required = true},
                    waypoint.position);
    });
    visitor.number({.key = "density",
                    .help = "Of a dynamic solid: below the fluid's it floats, above it sinks.",
                    .unit = "kg/m³",
                    .min = 1.0,
                    .max = 100000.0,
                    .only_for = only({Motion::dynamic})},
                   solid.density);
}

void describe_repeat(FieldVisitor& visitor, Solid::Repeat& repeat) {
    visitor.integers({.key = "count", .help = "How many there are along x, y and z.", .min = 1.0, .max = max_solids},
                     repeat.count);
    visitor.vector(
        {.key = "step", .help = "From one to the next along x, y and z.", .unit = "m", .min = -far, .max = far},
        repeat.step);
    visitor.number({.key = "jitter",
                    .help = "Each is shifted by up to this much along each axis, at random but the same in every run: "
                            "a heap that does not stand like soldiers.",
                    .unit = "m",
                    .max = far},
                   repeat.jitter);
}

void describe_solid(FieldVisitor& visitor, Solid& solid) {
    visitor.text({.key = "name", .help = "What panels and messages call it; need not be given."}, solid.name);
    describe_shape(visitor, solid);
    describe_motion(visitor, solid);
    visitor.number({.key = "friction",
                    .help = "How much it holds on to fluid and solids that hit it: at 0 they glide along freely, at 1 "
                            "splashes are stopped and run down slowly.",
                    .max = 1.0},
                   solid.friction);
    visitor.number({.key = "restitution",
                    .help = "How much of its speed comes back from what hits it: at 0 water and bodies hit it dead, at "
                            "1 they bounce off undiminished.",
                    .max = 1.0},
                   solid.restitution);
    visitor.vector({.key = "colour", .help = "Linear red, green and blue of it in pictures.", .max = 1.0},
                   solid.colour);
    visitor.object({.key = "repeat", .help = "Many copies of it in rows, the first of them at its position."},
                   [&] { describe_repeat(visitor, solid.repeat); });
}

}  // namespace

void describe(FieldVisitor& visitor, std::vector<Solid>& solids) {
    describe_list(
        visitor,
        {.key = "solids", .help = "What the fluid runs into, and what floats and sinks in it.", .max = 100000.0},
        solids, describe_solid);
}

}  // namespace sim
