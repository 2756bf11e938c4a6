// A tank that is periodic along an axis has no walls there: who leaves on one side enters on the other, and the fluid
// at one side feels the fluid at the other. A search knows nothing of that. It is shown images: copies of all particles
// within its reach of a periodic side, put beyond the opposite side (at an edge or a corner, several). Between the
// search and the end of the forces they are among the particles; then they are taken out again. What the density pass
// finds for an image is wrong, since half of its neighbours is not there, and is replaced by what it found for the
// particle itself.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/density_pass.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/shifting.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/points.hpp"

namespace sim {

class Images {
public:
    explicit Images(const Domain& domain);

    /// False for a tank with six walls: there is nothing to do then, ever.
    [[nodiscard]] bool any() const noexcept { return periodic_[0] || periodic_[1] || periodic_[2]; }

    /// Brings back in who has left.
    void bring_in(Particles& particles) const;

    /// The same, and adds the images behind all particles: of those within `reach` of a side, m.
    void append(Particles& particles, float reach);

    /// The particles have moved into this order.
    void follow(std::span<const spatial::Index> order);

    /// Whom to ask for: the particles, not their images.
    [[nodiscard]] spatial::Queries queries() const noexcept { return {is_real_}; }

    /// Gives the images what was found for the particles themselves, by slot.
    void share(std::vector<float>& values) const;
    void share(PairTerms& terms) const;

    /// Takes the images out, wherever they are; the others keep their order.
    void remove(Particles& particles, Shifts& shifts);

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    void append_along(std::size_t axis, float reach, Particles& particles);

    std::array<bool, 3> periodic_;
    std::array<float, 3> min_, max_;       // m
    std::size_t real_ = 0;                 // particles that are no images
    std::vector<spatial::Index> source_;   // of each image, in the order they were appended
    std::vector<spatial::Index> slot_of_;  // by place before the last order
    std::vector<std::uint8_t> is_real_;    // by slot; empty where there are no images
};

}  // namespace sim
