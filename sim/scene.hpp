// What a scene file says, as plain values in SI units. z points up.
// The names, units, ranges, defaults and explanations of all of this are described once, in
// scene_description.cpp.
#pragma once

#include <array>
#include <glm/ext/vector_int3.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "sim/emitter.hpp"
#include "sim/probe.hpp"
#include "spatial/boxes/broad_settings.hpp"
#include "spatial/search_settings.hpp"

namespace sim {

/// How a wall treats a particle that runs into it.
struct Wall {
    float friction = 0.0f;  // wet friction: the share of the tangential speed lost in a hit, relative to the normal one
    float restitution = 0.0f;  // 0 = inelastic, 1 = bounces back with its whole normal speed
    bool no_slip = false;      // viscous fluid sticks to it; else it glides along
    float drag = 1.0f;         // where it glides: of what turbulent flow loses to a smooth wall
    glm::vec3 velocity{0.0f};  // m/s, in its own plane: a belt, a lid that is drawn over the fluid
    bool operator==(const Wall&) const = default;
};

enum class Side { x_min, x_max, y_min, y_max, z_min, z_max };
inline constexpr std::array<const char*, 6> side_names = {"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};

/// The tank: an axis-aligned box closed by six walls, but for open sides and the axes along which it is periodic.
struct Domain {
    glm::vec3 min{0.0f}, max{1.0f};  // m
    std::array<Wall, 6> walls;       // in the order of Side
    std::array<bool, 3> periodic{};  // along x, y, z: who leaves on one side enters on the other
    std::array<bool, 6> open{};      // no wall: who leaves is gone; in the order of Side

    /// Whether a place is inside, or beyond a periodic side only.
    [[nodiscard]] bool keeps(const glm::vec3& place) const noexcept {
        for (int k = 0; k < 3; ++k)
            if (!periodic[static_cast<std::size_t>(k)] && !(place[k] >= min[k] && place[k] <= max[k])) return false;
        return true;
    }
};

struct Fluid {
    std::string name = "water";
    float rest_density = 1000.0f;           // kg/m³
    float viscosity = 0.001f;               // Pa s
    float artificial_viscosity = 0.05f;     // Monaghan's alpha: damps approaching pairs only
    float sound_speed = 0.0f;               // m/s; 0 = ten times the flow to be expected (medium.hpp)
    float gamma = 7.0f;                     // exponent of the Tait equation, 1..7
    float tension = 0.0f;                   // of its surface, N/m; between two fluids the sum of both
    float interface_colour = 1.0f;          // in the colour field of the paper's tension
    bool negative_pressure = false;         // let a stretched fluid pull; false = free surfaces do not clump
    glm::vec3 colour{0.22f, 0.52f, 0.90f};  // display colour when coloured by fluid, linear RGB 0..1
};

enum class Shape { box, sphere, cylinder };
inline constexpr std::array<const char*, 3> shape_names = {"box", "sphere", "cylinder"};

/// uniform: everywhere the volume's velocity. strain: on top of that drawn out along x and squeezed along z. vortices:
/// rolls of Taylor and Green about y, each turning against its neighbours.
enum class FlowKind { uniform, strain, vortices };
inline constexpr std::array<const char*, 3> flow_names = {"uniform", "strain", "vortices"};

/// How a volume's fluid moves at the start, beside its velocity.
struct Flow {
    FlowKind kind = FlowKind::uniform;
    glm::vec3 centre{0.0f};   // strain: of the point at rest; vortices: of a corner where four of them meet; m
    float rate = 0.0f;        // strain, 1/s
    float speed = 0.0f;       // vortices: of the fastest point, m/s
    float wavelength = 0.0f;  // vortices: of two neighbours, m
};

/// A body of fluid at the start, filled with particles on a lattice.
struct Volume {
    std::string fluid;  // name of a fluid; empty = the first one
    Shape shape = Shape::box;
    glm::vec3 min{0.0f}, max{0.0f};  // box, m
    glm::vec3 centre{0.0f};          // sphere: centre; cylinder: centre of its foot; m
    float radius = 0.0f;             // sphere, cylinder; m
    float height = 0.0f;             // cylinder, along z; m
    glm::vec3 velocity{0.0f};        // at the start, m/s
    float spacing = 0.0f;            // of its lattice, m; 0 = the scene's
    Flow flow;
};

enum class SolidShape { plane, box, sphere, capsule, hull };
inline constexpr std::array<const char*, 5> solid_shape_names = {"plane", "box", "sphere", "capsule", "hull"};

/// fixed: stays; moving: goes its way whatever meets it; dynamic: a body with mass, moved by what pushes it.
enum class Motion { fixed, moving, dynamic };
inline constexpr std::array<const char*, 3> motion_names = {"fixed", "moving", "dynamic"};

/// Something solid in or around the tank, or many alike (repeat). Its own frame is turned by `rotation` about its own
/// origin, and then put at `position`.
struct Solid {
    std::string name;
    SolidShape shape = SolidShape::box;
    glm::vec3 position{0.0f};  // of the centre (plane: any point of it; hull: of the origin of its points), m
    glm::vec3 rotation{0.0f};  // about the x, then the y, then the z axis of the scene, degrees; not of a plane
    glm::vec3 size{0.0f};      // box: edges, m
    float radius = 0.0f;       // sphere, capsule; m
    float height = 0.0f;       // capsule: between the centres of its caps, along its own z; m
    glm::vec3 normal{0.0f, 0.0f, 1.0f};  // plane: points out, everything behind is solid; of any length but 0
    std::vector<glm::vec3> points;       // hull: the solid is their convex hull; in its own frame, m

    Motion motion = Motion::fixed;
    glm::vec3 velocity{0.0f};  // moving: always; dynamic: at the start; m/s
    glm::vec3 spin{0.0f};      // likewise, degrees/s about the axes of the scene

    /// moving: where it is when, relative to `position`; straight in between. Begins at time 0, ends where it begins,
    /// and then begins anew. Empty: `velocity` says.
    struct Waypoint {
        float time = 0.0f;  // s
        glm::vec3 position{0.0f};
    };
    std::vector<Waypoint> path;

    float density = 500.0f;    // dynamic, kg/m³
    float friction = 0.3f;     // as of a Wall
    float restitution = 0.0f;  // as of a Wall
    glm::vec3 colour{0.62f, 0.60f, 0.56f};

    /// Copies in rows, the first of them at `position`.
    struct Repeat {
        glm::ivec3 count{1};   // along x, y, z
        glm::vec3 step{0.0f};  // from one to the next, m
        float jitter = 0.0f;   // each is shifted by up to this much along each axis, at random and always alike; m
    };
    Repeat repeat;

    [[nodiscard]] double copies() const noexcept {
        return static_cast<double>(repeat.count.x) * repeat.count.y * repeat.count.z;
    }
};

/// How the fluid asks a broad phase about solids: by the box of each particle's way in a step, or by cells of particles
/// that are side by side in memory and space, and then each of them about the few solids that its cell meets.
enum class SolidQueries { particles, cells };
inline constexpr std::array<const char*, 2> solid_queries_names = {"particles", "cells"};

/// For the impatient: sound no faster than it takes to keep the fluid's density within an error (slow_sound.hpp). The
/// time step grows as sound slows down.
struct RealTime {
    bool on = false;
    float density_error = 0.05f;  // compression, the mean over the particles
    bool operator==(const RealTime&) const = default;
};

/// global: one step for everybody, as short as the fastest particle needs it. individual: each as long as it may
/// itself, where that pays (time_steps.hpp).
enum class Steps { global, individual };
inline constexpr std::array<const char*, 2> steps_names = {"global", "individual"};

/// cohesion: cohesion.hpp; colour_field: (9) of Onderik, Durikovic 2007, colour_field_pass.hpp.
enum class TensionModel { cohesion, colour_field };
inline constexpr std::array<const char*, 2> tension_model_names = {"cohesion", "colour-field"};

/// How interface tension is found, for fluids that have some.
struct Tension {
    TensionModel model = TensionModel::cohesion;
    float threshold = 0.2f;  // of the colour field's gradient, relative to that at a plane surface
    bool operator==(const Tension&) const = default;
};

/// Everything that may be changed while a scene runs.
struct Parameters {
    glm::vec3 gravity{0.0f, 0.0f, -9.81f};  // m/s²
    float courant = 0.7f;                   // share of the stability limit used for the time step
    RealTime real_time;
    std::vector<Fluid> fluids;
    std::array<Wall, 6> walls;
    Steps steps = Steps::global;
    int deepest_level = 6;  // of individual steps: none is shorter than the longest / 2^this
    Tension tension;
    std::vector<EmitterControl> emitters;
    std::vector<DrainControl> drains;
    float shifting = 0.3f;
    float isotropy = 1.0f;
};

/// A centre that pulls on everything in proportion to the distance from it.
struct Attraction {
    glm::vec3 centre{0.0f};  // m
    glm::vec3 rate{0.0f};    // along each axis, of somebody who swings about the centre: rad/s
};

/// The tank is moved to and fro.
struct Shaking {
    glm::vec3 amplitude{0.0f};  // m
    float period = 1.0f;        // s
};

struct Camera {
    glm::vec3 target{0.0f};  // looks at this point, m
    float distance = 0.0f;   // from there, m; 0 = such that the whole tank is in view
    float yaw = 60.0f;       // degrees around z: 0 looks along +x
    float pitch = 22.0f;     // degrees above the horizon
};

/// What the colour of a particle shows. neighbours: how many it has within its support; time_level: how often the
/// longest step was halved for it (time_steps.hpp).
enum class Colouring { speed, density, compression, pressure, neighbours, time_level, fluid };
inline constexpr std::array<const char*, 7> colouring_names = {"speed",      "density",    "compression", "pressure",
                                                               "neighbours", "time-level", "fluid"};

struct Scene {
    std::string name;   // short, for menus; the file's stem when not given
    std::string watch;  // one sentence: what to watch
    Domain domain;
    glm::vec3 gravity{0.0f, 0.0f, -9.81f};
    Attraction attraction;
    Shaking shaking;
    float spacing = 0.02f;  // of the starting lattice, m; no volume has a coarser one
    float support = 3.0f;   // kernel support, in spacings
    float shifting = 0.3f;  // how fast particles even out their packing (shifting.hpp); 0 = not
    float isotropy = 1.0f;  // how much of what packings make pressure differ by direction is taken off: 0 to 1
    std::vector<Fluid> fluids;
    Tension tension;
    std::vector<Volume> volumes;
    std::vector<Solid> solids;
    std::vector<Emitter> emitters;
    std::vector<Drain> drains;
    std::int64_t particle_limit = 0;  // in the tank; 0 = a million more than at the start
    std::vector<Probe> probes;
    float frame = 1.0f / 60.0f;  // simulated seconds between two frames
    float courant = 0.7f;
    RealTime real_time;
    Steps steps = Steps::global;
    int deepest_level = 6;
    std::string neighbours = "compact-grid";
    spatial::SearchSettings search;
    std::string broadphase = "compact-grid";  // of fluid against solids and of solids against each other
    spatial::BroadSettings broad;
    SolidQueries solid_queries = SolidQueries::cells;
    Camera camera;
    Colouring colouring = Colouring::speed;

    [[nodiscard]] Parameters parameters() const {
        Parameters p{.gravity = gravity,
                     .courant = courant,
                     .real_time = real_time,
                     .fluids = fluids,
                     .walls = domain.walls,
                     .steps = steps,
                     .deepest_level = deepest_level,
                     .tension = tension,
                     .emitters = {},
                     .drains = {},
                     .shifting = shifting,
                     .isotropy = isotropy};
        for (const Emitter& e : emitters) p.emitters.push_back({e.speed, e.flow, e.on});
        for (const Drain& d : drains) p.drains.push_back({d.flow, d.on});
        return p;
    }
    void take(const Parameters& p) {
        gravity = p.gravity;
        courant = p.courant;
        real_time = p.real_time;
        fluids = p.fluids;
        domain.walls = p.walls;
        steps = p.steps;
        deepest_level = p.deepest_level;
        tension = p.tension;
        shifting = p.shifting;
        isotropy = p.isotropy;
        for (std::size_t i = 0; i < emitters.size(); ++i) {
            emitters[i].speed = p.emitters[i].speed;
            emitters[i].flow = p.emitters[i].flow;
            emitters[i].on = p.emitters[i].on;
        }
        for (std::size_t i = 0; i < drains.size(); ++i) {
            drains[i].flow = p.drains[i].flow;
            drains[i].on = p.drains[i].on;
        }
    }
};

/// More than this is refused before memory is asked for: at about 150 bytes a particle it is 3 GB.
inline constexpr double max_particles = 20e6;

/// Likewise: at about a kilobyte a body, 1 GB.
inline constexpr double max_solids = 1e6;

}  // namespace sim
