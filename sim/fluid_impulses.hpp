// What solids get from the fluid, added up for the probes that ask for it: by solid all of it, and about each pressure
// probe on a surface what particles that run into it bring (solid_contact.hpp). In front of a jet that is half of what
// the surface carries; the other half pressure tells at any moment (fluid_share.hpp).
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "sim/scene.hpp"
#include "sim/solids.hpp"
#include "sim/surface_square.hpp"

namespace sim {

struct Impulses {
    std::vector<glm::dvec3> to_entries;  // by the scene's list of solids, N s
    std::vector<double> on_probes;       // by its list of probes: towards the surface, by the weights of SurfaceSquare
};

class FluidImpulses {
public:
    /// Adds up what the probes of the scene ask for; the rest costs nothing.
    explicit FluidImpulses(const Scene& scene);

    [[nodiscard]] bool any() const noexcept { return !sums_.to_entries.empty(); }

    /// Sums begin anew with every frame, so that they are the same in a run that is resumed.
    void begin_frame();
    void add(const SolidState& solid, const glm::dvec3& impulse);
    /// The solids are where those run into them of whom is told next.
    void look_at(const Solids& solids);
    /// By a particle that runs into a solid at a place.
    void add_contact(const Solids& solids, std::uint32_t solid, const glm::dvec3& place, const glm::dvec3& impulse);

    [[nodiscard]] const Impulses& in_frame() const noexcept { return sums_; }
    /// Since the beginning.
    void all(Impulses& sums) const;

private:
    struct Tap {
        std::size_t probe;
        glm::dvec3 place;
        std::optional<SurfaceSquare> square;  // none where no surface is
    };
    float spacing_;
    std::vector<Tap> taps_;
    Impulses before_, sums_;  // until this frame began, and in it; empty where nobody asks
};

}  // namespace sim
