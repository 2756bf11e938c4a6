// The part of the scene format that is about probes.
#include "sim/description_parts.hpp"

namespace sim {
namespace {

constexpr double far = farthest_place;

void describe_probe(FieldVisitor& visitor, Probe& probe) {
    const auto only = [&](std::vector<ProbeKind> kinds) { return only_for("kind", probe.kind, kinds); };
    visitor.text({.key = "name", .help = "What its columns in probes.csv and its curves are called.", .required = true},
                 probe.name);
    describe_choice(
        visitor,
        {.key = "kind",
         .help = "front: how far the foremost bulk of the water has come along the floor; column-height: how high the "
                 "water stands at a wall or a point; level: where its surface is at a point; pressure: at a point; "
                 "wall-pressure: on a patch of a wall, and the force on it; energy and momentum: of all fluid; force: "
                 "of the fluid on a solid.",
         .required = true},
        probe.kind, probe_kind_names);
    visitor.vector({.key = "direction",
                    .help = "Which way the front runs; how far it has come is measured from the wall at its back. Its "
                            "length does not matter.",
                    .min = -far,
                    .max = far,
                    .only_for = only({ProbeKind::front})},
                   probe.direction);
    visitor.number({.key = "height",
                    .help = "Only water this near to the floor is asked for the front, so that splashes above do not "
                            "count; 0 = three spacings.",
                    .unit = "m",
                    .max = far,
                    .only_for = only({ProbeKind::front})},
                   probe.height);
    visitor.vector({.key = "position",
                    .help = "Where it is measured. Of a pressure within half a spacing of a wall or a solid it is on "
                            "that surface, and what it says is what the surface carries there (of a solid with what "
                            "ran into it since the sample before); elsewhere it is what the forces between particles "
                            "transmit, in water of mixed sizes the mean of the particles near. "
                            "Of a level or a column height z does not matter. A column height that says nothing is "
                            "taken at the middle of the wall x_min.",
                    .unit = "m",
                    .min = -far,
                    .max = far,
                    .has_default = false,
                    .only_for = only({ProbeKind::column_height, ProbeKind::level, ProbeKind::pressure})},
                   probe.position);
    describe_choice(visitor,
                    {.key = "side",
                     .help = "Which wall of the tank the patch is on.",
                     .required = true,
                     .only_for = only({ProbeKind::wall_pressure})},
                    probe.side, side_names);
    visitor.vector({.key = "min",
                    .help = "The corner of the patch with the smallest coordinates; across the wall they do not "
                            "matter. The whole wall when left out.",
                    .unit = "m",
                    .min = -far,
                    .max = far,
                    .has_default = false,
                    .only_for = only({ProbeKind::wall_pressure})},
                   probe.min);
    visitor.vector({.key = "max",
                    .help = "The corner of the patch with the largest coordinates, likewise.",
                    .unit = "m",
                    .min = -far,
                    .max = far,
                    .has_default = false,
                    .only_for = only({ProbeKind::wall_pressure})},
                   probe.max);
    visitor.text({.key = "solid",
                  .help = "Name of the solid, with all its copies. The force is the momentum that the fluid gave it "
                          "since the sample before, per time.",
                  .required = true,
                  .only_for = only({ProbeKind::force})},
                 probe.solid);
}

}  // namespace

void describe(FieldVisitor& visitor, std::vector<Probe>& probes, const Domain& domain) {
    describe_list(
        visitor,
        {.key = "probes",
         .help = "What is measured while it runs: curves in the window, columns of probes.csv in a recording.",
         .max = 1000.0},
        probes, [&](FieldVisitor& part, Probe& probe) {
            probe.position = {domain.min.x, 0.5f * (domain.min.y + domain.max.y), domain.min.z};
            probe.min = domain.min;
            probe.max = domain.max;
            describe_probe(part, probe);
        });
}

}  // namespace sim
