// What the particles of a cell see of a box, all at once: sight_of() (solid_sights.hpp) by vectors, the same to the
// last bit.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "sim/solid_cells.hpp"
#include "sim/walls.hpp"
#include "spatial/boxes/box.hpp"

namespace sim {

template <class T>
using CellColumn = std::array<T, most_in_solid_cell>;

/// The particles of a cell, and how each sees walls. Beyond `count` columns hold anything finite.
struct Onlookers {
    std::size_t count = 0;
    alignas(64) CellColumn<float> x{}, y{}, z{};
    alignas(64) CellColumn<float> poly6_offset{}, poly6_slope{}, spiky_offset{}, spiky_slope{}, range{};

    void see(std::size_t onlooker, const WallSights& walls) noexcept;

    // Where some of them are that follow one another.
    static constexpr std::size_t some = 16;
    std::array<spatial::Box, most_in_solid_cell / some> places{};
    /// To be called when everybody's place is known.
    void find_places() noexcept;
    [[nodiscard]] bool any_in(const spatial::Box& box) const noexcept {
        bool any = false;
        for (std::size_t at = 0; at < count; at += some) any = any || spatial::overlap(places[at / some], box);
        return any;
    }
};

/// What they see of one solid, and minus the gradient of the spiky share, 1/m. Of those alone who see something: that
/// is said by a bit for each, from the lowest on.
struct CellSights {
    alignas(64) CellColumn<float> poly6{}, spiky{}, push_x{}, push_y{}, push_z{};
};
static_assert(most_in_solid_cell <= 64);

/// Less than this of both kernels makes nothing, and joined with others it could be rounded away.
inline constexpr float least_sight = 1e-6f;

/// The way into the frame of a solid.
struct LocalFrame {
    glm::dvec3 position{0.0};
    glm::dmat3 to_scene{1.0};
};

/// `around` holds everybody who sees the box.
[[nodiscard]] std::uint64_t look_at_box(const Onlookers& onlookers, const glm::vec3& half, const LocalFrame& frame,
                                        const spatial::Box& around, CellSights& seen);

}  // namespace sim
