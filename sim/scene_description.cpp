#include "sim/scene_description.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "sim/description_parts.hpp"
#include "sim/flow.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace sim {
namespace {

constexpr double far = farthest_place;

// Half a gigabyte of buckets: more than five for each of the most particles there may be.
constexpr double largest_table = 1 << 27;

void describe(FieldVisitor& visitor, Fluid& fluid) {
    visitor.text({.key = "name", .help = "What volumes call this fluid."}, fluid.name);
    visitor.number({.key = "rest_density",
                    .help = "Density at rest; water has 1000. Heavier fluid pushes harder and is slower to turn.",
                    .unit = "kg/m³",
                    .min = 1.0,
                    .max = 20000.0},
                   fluid.rest_density);
    visitor.number({.key = "viscosity",
                    .help = "Inner friction: at 0.001 waves break into spray as water does, at 1 the fluid folds like "
                            "oil, from 50 on it creeps like dough. Much of it shortens the time step.",
                    .unit = "Pa s",
                    .max = 1000.0,
                    .live = true},
                   fluid.viscosity);
    visitor.number(
        {.key = "artificial_viscosity",
         .help = "Monaghan's alpha, which damps only particles that approach each other. Enough of it keeps "
                 "impacts from ringing; more makes splashes lower and smoother. A fluid with viscosity of its "
                 "own takes only what it lacks: honey none.",
         .max = 2.0,
         .live = true},
        fluid.artificial_viscosity);
    visitor.number({.key = "sound_speed",
                    .help = "How stiff the fluid is; 0 chooses ten times the fastest flow to be expected, which keeps "
                            "compression near 1 %. Lower is springier, twice as high takes twice as many steps.",
                    .unit = "m/s",
                    .max = 2000.0,
                    .live = true},
                   fluid.sound_speed);
    visitor.number({.key = "gamma",
                    .help = "Exponent of the Tait equation, P = B ((rho / rho0)^gamma - 1): 7 resists compression the "
                            "more, the more it is compressed, 1 is soft and linear.",
                    .min = 1.0,
                    .max = 7.0,
                    .live = true},
                   fluid.gamma);
    visitor.flag({.key = "negative_pressure",
                  .help = "Lets stretched fluid pull itself together. Inner flow gets livelier, but particles clump at "
                          "free surfaces and in spray.",
                  .live = true},
                 fluid.negative_pressure);
    describe_tension(visitor, fluid);
    visitor.vector({.key = "colour",
                    .help = "Linear red, green and blue of this fluid in pictures that are coloured by fluid.",
                    .max = 1.0,
                    .live = true},
                   fluid.colour);
}

void describe(FieldVisitor& visitor, Volume& volume) {
    describe_choice(visitor, {.key = "shape", .help = "What the fluid fills at the start.", .required = true},
                    volume.shape, shape_names);
    describe_region(
        visitor, volume,
        {.min = "The corner of the box with the smallest coordinates; particles begin half a spacing inside.",
         .max = "The corner of the box with the largest coordinates. A whole number of spacings from min fills the box "
                "evenly to its far sides.",
         .radius = "Of the sphere or the cylinder. Drops look round from about four spacings on."});
    visitor.text({.key = "fluid", .help = "Name of the fluid it is filled with; the first fluid when left out."},
                 volume.fluid);
    visitor.vector({.key = "velocity",
                    .help = "How the fluid moves at the start: drops that are thrown, jets that collide.",
                    .unit = "m/s",
                    .min = -1000.0,
                    .max = 1000.0},
                   volume.velocity);
    visitor.number({.key = "spacing",
                    .help = "Distance between its particles at the start, for a volume that is to show more detail "
                            "than the rest: between an eighth of the scene's spacing and all of it. 0 = the "
                            "scene's.",
                    .unit = "m",
                    .max = 10.0},
                   volume.spacing);
    visitor.object({.key = "flow", .help = "How the fluid moves within itself at the start, beside the velocity."},
                   [&] { describe(visitor, volume.flow); });
}

void describe(FieldVisitor& visitor, Camera& camera) {
    visitor.vector(
        {.key = "target",
         .help = "The point that the camera looks at and turns around; the middle of the tank when left out.",
         .unit = "m",
         .min = -far,
         .max = far,
         .has_default = false},
        camera.target);
    visitor.number({.key = "distance",
                    .help = "From the camera to its target; 0 steps back until the whole tank is in view.",
                    .unit = "m",
                    .max = 10.0 * far},
                   camera.distance);
    visitor.number({.key = "yaw",
                    .help = "Turns the camera around the vertical: 0 looks along +x, 90 along +y.",
                    .unit = "degrees",
                    .min = -360.0,
                    .max = 360.0},
                   camera.yaw);
    visitor.number({.key = "pitch",
                    .help = "How steeply the camera looks down: 0 is level, 89 from above.",
                    .unit = "degrees",
                    .min = -89.0,
                    .max = 89.0},
                   camera.pitch);
}

/// A choice among the modules of a family.
template <class Module>
void describe_module(FieldVisitor& visitor, const Field& field, std::span<const Module> family, std::string& module) {
    std::vector<std::string> names;
    for (const Module& known : family) names.emplace_back(known.name);
    auto index = static_cast<std::size_t>(std::ranges::find(names, module) - names.begin());
    visitor.choice(field, index, names);
    module = names.at(index);
}

void describe(FieldVisitor& visitor, spatial::SearchSettings& search) {
    describe_integer(
        visitor,
        {.key = "table_size",
         .help = "Buckets of a hash table; 0 chooses by the number of particles. Few take less memory and collide "
                 "more often, which costs time; many spread over more memory than the caches hold.",
         .unit = "buckets",
         .max = largest_table,
         .live = true},
        search.table_size);
    describe_integer(
        visitor,
        {.key = "subdivision",
         .help = "Cells along a reach, for searches with cells smaller than a reach: more fit the sphere of "
                 "neighbours closer and test fewer pairs, but there are more cells to look up and to keep. 0 = "
                 "the search chooses.",
         .unit = "cells",
         .max = 4.0,
         .live = true},
        search.subdivision);
    visitor.number({.key = "skin",
                    .help = "Searches that much further, and searches again only once a particle has moved half of it; "
                            "0 searches in every step. Calm fluid then skips most searches, while every step tests "
                            "more pairs and the search holds more memory.",
                    .unit = "reaches",
                    .max = 1.0,
                    .live = true},
                   search.skin);
    visitor.flag({.key = "unbounded_table",
                  .help = "Hierarchical hash only: a map that grows with the cells there are, instead of a table of "
                          "fixed length. It has no collisions and looks up slower.",
                  .live = true},
                 search.unbounded_table);
}

void describe(FieldVisitor& visitor, spatial::BroadSettings& broad) {
    visitor.number({.key = "cell_size",
                    .help = "Uniform hash: the length of a cell; 0 = chosen from the solids. Smaller cells have fewer "
                            "strangers in them and hold every large solid more often.",
                    .unit = "m",
                    .max = farthest_place,
                    .live = true},
                   broad.cell_size);
    describe_integer(visitor,
                     {.key = "table_size",
                      .help = "Hashes of several levels: entries of the table; 0 = as many as it takes, with keys "
                              "compared. Few entries put strangers into one place, which costs tests and loses nobody.",
                      .unit = "entries",
                      .max = largest_table,
                      .live = true},
                     broad.table_size);
    visitor.flag({.key = "table_per_class",
                  .help = "Multilevel hash: a table for each class of sizes instead of one for all.",
                  .live = true},
                 broad.table_per_class);
    visitor.number({.key = "factor",
                    .help = "Hash grids: cells of one grid are this many times as long as those of the next finer one. "
                            "Less fits solids of many sizes closer and makes more grids to ask.",
                    .min = double{spatial::least_factor},
                    .max = double{spatial::most_factor},
                    .live = true},
                   broad.factor);
    visitor.flag({.key = "rebuild",
                  .help = "Hash grids: forget all solids and insert them anew at every change, instead of moving only "
                          "those that changed cells.",
                  .live = true},
                 broad.rebuild);
}

}  // namespace

void describe(FieldVisitor& visitor, Scene& scene) {
    std::string unread;
    visitor.text({.key = "$schema", .help = "Where editors find the schema of this file; Weir does not look at it."},
                 unread);
    visitor.text({.key = "name", .help = "Short, for menus; the file's name when left out.", .has_default = false},
                 scene.name);
    visitor.text({.key = "watch", .help = "What to watch in this scene, in one sentence."}, scene.watch);
    visitor.object({.key = "domain", .help = "The tank: a box closed by six walls.", .required = true},
                   [&] { describe(visitor, scene.domain); });
    visitor.vector({.key = "gravity",
                    .help = "Pull on everything. Tilt it and the tank sloshes, weaken it and waves rise high and slow.",
                    .unit = "m/s²",
                    .min = -1000.0,
                    .max = 1000.0,
                    .live = true},
                   scene.gravity);
    visitor.object({.key = "attraction", .help = "A centre that pulls on everything, beside gravity."},
                   [&] { describe(visitor, scene.attraction); });
    visitor.object({.key = "shaking", .help = "The tank is moved to and fro, and the fluid sloshes in it."},
                   [&] { describe(visitor, scene.shaking); });
    visitor.number({.key = "spacing",
                    .help = "Distance between neighbouring particles at the start. Half of it shows twice the detail, "
                            "with eight times the particles and about sixteen times the work a second; or give a "
                            "smaller one to some volumes only.",
                    .unit = "m",
                    .min = 1e-4,
                    .max = 10.0,
                    .required = true},
                   scene.spacing);
    visitor.number({.key = "support",
                    .help = "How far a particle feels others of its spacing. Over 2, a packing under pressure resists "
                            "shear like a weak solid, and waves run too fast; over 3 it hardly does, at about the same "
                            "cost of a simulated second, as steps are longer. Many small particles, tension and mixed "
                            "spacings want 2.",
                    .unit = "spacings",
                    .min = 1.2,
                    .max = 5.0},
                   scene.support);
    visitor.number(
        {.key = "shifting",
         .help = "How fast particles within the fluid move on from where they crowd to where they are sparse, beside "
                 "their velocity, in proportion to how the fluid around them is deformed; 0 = not at all. At 0.3 slow "
                 "shear meets a third of the false resistance and a drop is drawn out as far as it should be; a step "
                 "takes a tenth longer. Not with individual steps, nor with mixed spacings.",
         .max = 0.5,
         .live = true},
        scene.shifting);
    visitor.number(
        {.key = "isotropy",
         .help =
             "How much is taken off of what a packing of particles makes pressure differ from direction to "
             "direction, by which it resists shear like a weak solid; 0 = nothing. With all of it vortices and ripples "
             "are right within a percent or two where they would be off by ten; a step takes an eighth longer. Not with "
             "individual steps, nor with mixed spacings.",
         .max = 1.0,
         .live = true},
        scene.isotropy);

    scene.fluids.resize(1);  // a scene that names none is about water
    const auto part = [](FieldVisitor& part_visitor, auto& entry) { describe(part_visitor, entry); };
    describe_list(visitor,
                  {.key = "fluids", .help = "What the tank holds; water when left out.", .min = 1.0, .max = 255.0},
                  scene.fluids, part);
    visitor.object({.key = "tension", .help = "How interface tension is found, for fluids that have some."},
                   [&] { describe(visitor, scene.tension); });
    describe_list(
        visitor,
        {.key = "volumes",
         .help = "Bodies of fluid at the start, filled with particles on a lattice. A scene with emitters may "
                 "begin without any.",
         .max = 10000.0},
        scene.volumes, part);
    describe(visitor, scene.solids);
    describe(visitor, scene.emitters, scene.drains);
    describe_particle_limit(visitor, scene);
    describe(visitor, scene.probes, scene.domain);

    visitor.object({.key = "time", .help = "How fast time passes, and in how many steps."}, [&] {
        visitor.number({.key = "frame",
                        .help = "Simulated time between two pictures: 1/60 s is life's pace on most screens, less is "
                                "slow motion.",
                        .unit = "s",
                        .min = 1e-5,
                        .max = 1.0},
                       scene.frame);
        visitor.number(
            {.key = "courant",
             .help = "Share of the stability limit used for the time step. Lower it when fluid bursts apart; "
                     "half of it takes twice as many steps.",
             .min = 0.01,
             .max = 1.0,
             .live = true},
            scene.courant);
        visitor.flag({.key = "real_time",
                      .help = "For the impatient: slows sound down until the fluid is compressed as far as "
                              "density_error allows, and takes longer steps. The flow stays; the fluid gets springier.",
                      .live = true},
                     scene.real_time.on);
        visitor.number({.key = "density_error",
                        .help = "How far real_time lets the fluid be compressed on the mean over its particles: at "
                                "0.05 by a twentieth, for a fifth of the steps. Single particles, "
                                "where jets meet, are compressed up to ten times as much.",
                        .min = 0.001,
                        .max = 0.2,
                        .live = true},
                       scene.real_time.density_error);
        describe_steps(visitor, scene);
    });
    visitor.object({.key = "modules", .help = "The algorithms that a scene starts with."}, [&] {
        describe_module(
            visitor,
            {.key = "neighbours",
             .help = "The search that finds each particle's neighbours. It changes the time a step takes, never "
                     "the picture.",
             .live = true},
            spatial::neighbour_modules(), scene.neighbours);
        visitor.object({.key = "search",
                        .help = "Settings of the neighbour search. They change the time and memory it "
                                "takes, never the neighbours it finds; each search has a use for some."},
                       [&] { describe(visitor, scene.search); });
        describe_module(
            visitor,
            {.key = "broadphase",
             .help = "What finds the solids that fluid may hit in a step, and the solids that may hit each other. It "
                     "changes the time a step takes, never the picture.",
             .live = true},
            spatial::broad_phase_modules(), scene.broadphase);
        visitor.object({.key = "broad",
                        .help = "Settings of the broad phase. They change the time and memory it takes, never what it "
                                "finds; each has a use for some."},
                       [&] { describe(visitor, scene.broad); });
        describe_choice(
            visitor,
            {.key = "solid_queries",
             .help =
                 "How the fluid asks which solids it may hit: particle by particle, or by cells of particles, which "
                 "is fewer questions, and then each particle about the few solids near its cell. It changes the "
                 "time a step takes, never the picture.",
             .live = true},
            scene.solid_queries, solid_queries_names);
    });

    scene.camera.target = 0.5f * (scene.domain.min + scene.domain.max);
    visitor.object({.key = "camera", .help = "Where the window looks from at first."},
                   [&] { describe(visitor, scene.camera); });
    visitor.object({.key = "look", .help = "How the picture is drawn at first."}, [&] {
        describe_choice(
            visitor,
            {.key = "colour",
             .help =
                 "What the colour of a particle shows: its speed, density, compression (how much denser it is than at "
                 "rest), pressure, how many neighbours it has within its support, its time level (how often the "
                 "longest step was halved for it; all are at 0 where steps are global), or which fluid it is.",
             .live = true},
            scene.colouring, colouring_names);
    });
}

}  // namespace sim
