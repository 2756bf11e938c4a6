// The tank in the scene format: its corners, its walls, and along which axes it has none.
#include <array>

#include "sim/description_parts.hpp"

namespace sim {
namespace {

/// The walls together have constants as defaults; a single one has what they share.
void describe_wall(FieldVisitor& visitor, Wall& wall, bool has_default) {
    visitor.number(
        {.key = "friction",
         .help = "How much a wall holds on to fluid that hits it: at 0 it glides along freely, at 1 splashes "
                 "are stopped and run down slowly.",
         .max = 1.0,
         .live = true,
         .has_default = has_default},
        wall.friction);
    visitor.number({.key = "restitution",
                    .help = "How much of its speed a particle keeps when it bounces off: at 0 waves break dead against "
                            "the wall, as water does, at 1 they spray back.",
                    .max = 1.0,
                    .live = true,
                    .has_default = has_default},
                   wall.restitution);
    visitor.flag(
        {.key = "no_slip",
         .help = "Viscous fluid sticks to a wall without slip, as honey does to a jar; with slip it glides along.",
         .live = true,
         .has_default = has_default},
        wall.no_slip);
    visitor.number({.key = "drag",
                    .help = "How much a wall holds back fluid that rushes along it: 1 as turbulent flow over a smooth "
                            "one, 0 not at all, more over a rough one. Slow or viscous fluid does not feel it.",
                    .max = 10.0,
                    .live = true,
                    .has_default = has_default},
                   wall.drag);
    visitor.vector(
        {.key = "velocity",
         .help = "How the wall glides in its own plane: a belt below the fluid, a lid drawn over it. It takes "
                 "along what sticks to it.",
         .unit = "m/s",
         .min = -100.0,
         .max = 100.0,
         .live = true,
         .has_default = has_default},
        wall.velocity);
}

void describe(FieldVisitor& visitor, std::array<Wall, 6>& walls) {
    Wall all;
    describe_wall(visitor, all, true);
    walls.fill(all);
    for (std::size_t side = 0; side < walls.size(); ++side) {
        walls[side].velocity[static_cast<int>(side / 2)] = 0.0f;  // what is said for all is said of their planes
        visitor.object({.key = side_names[side], .help = "This wall, where it differs from the others."},
                       [&] { describe_wall(visitor, walls[side], false); });
    }
}

}  // namespace

void describe(FieldVisitor& visitor, Domain& domain) {
    visitor.vector({.key = "min",
                    .help = "The corner of the tank with the smallest coordinates.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place,
                    .required = true},
                   domain.min);
    visitor.vector({.key = "max",
                    .help = "The corner of the tank with the largest coordinates; z points up.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place,
                    .required = true},
                   domain.max);
    visitor.object(
        {.key = "walls",
         .help = "How the walls treat the fluid: what is said here holds for all six, what is said of a side "
                 "for that one."},
        [&] { describe(visitor, domain.walls); });
    visitor.object({.key = "periodic",
                    .help = "Without walls along an axis: who leaves on one side enters on the other, as if the tank "
                            "were repeated for ever. A thin periodic slab is a flow in two dimensions. Only fluid "
                            "goes round: solids keep away from such sides, or reach straight through both."},
                   [&] {
                       constexpr std::array<const char*, 3> names = {"x", "y", "z"};
                       for (std::size_t axis = 0; axis < names.size(); ++axis)
                           visitor.flag({.key = names[axis], .help = "No walls along this axis."},
                                        domain.periodic[axis]);
                   });
    describe_open_sides(visitor, domain.open);
}

}  // namespace sim
