// What the probes of a scene (probe.hpp) say of the fluid as it is now. One sweep over the particles finds who is near
// the places of all probes; each then sums its own few, in the order of the slots: the same for every number of
// threads.
//
// A force is a mean: what a solid got from the fluid since the sample before, per time. So is, of the pressure on a
// solid, the part that particles bring which run into it.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <span>
#include <string>
#include <vector>

#include "sim/fluid_impulses.hpp"
#include "sim/fluid_share.hpp"
#include "sim/observation.hpp"
#include "sim/scene.hpp"

namespace sim {

class World;

/// A number that a probe gives; some give several.
struct ProbeColumn {
    std::string name;   // "front.x_m", "p1.pressure_Pa"
    std::string label;  // "front", "energy kinetic"
    std::string unit;   // "m", "Pa"
};
[[nodiscard]] std::vector<ProbeColumn> probe_columns(std::span<const Probe> probes);

class Probes {
public:
    /// What they look at: between two steps.
    struct Moment {
        const Scene& scene;
        const Medium& medium;
        const Tank& tank;
        const Grains& grains;
        const Solids& solids;
        const Particles& particles;
        const Impulses& impulses;  // since the last sample
        double time;               // since then, s
    };

    /// Values in the order of probe_columns().
    void read(const Moment& moment, std::vector<double>& values);

private:
    struct Place {
        glm::vec3 min, max;  // who is in there is asked, m
    };
    struct Chunk {
        std::vector<std::vector<spatial::Index>> near;  // of each probe
        std::vector<double> front;                      // likewise: how far the foremost bulk has come, m
        double elastic_energy = 0.0;                    // J
    };
    void find_places(const Moment& moment);
    void sweep(const Moment& moment);
    void look_at(const Moment& moment, std::size_t chunk);
    [[nodiscard]] Slots near(std::size_t probe);

    std::vector<Place> places_;
    std::vector<Chunk> chunks_;
    std::vector<spatial::Index> near_;
    std::vector<double> shares_;
    std::vector<Pusher> pushers_;
};

/// Reads the probes of a world whenever it is asked to, for samples that are no frames: FrameReport has those. Of a
/// world that keeps its probes (World::set_probes()).
class ProbeReader {
public:
    explicit ProbeReader(const World& world);

    /// In the order of probe_columns(), until the next reading. Between two steps.
    [[nodiscard]] std::span<const double> read(const World& world);

private:
    Probes probes_;
    Impulses before_, since_;
    double time_;  // of the last reading, s
    std::vector<double> values_;
};

}  // namespace sim
