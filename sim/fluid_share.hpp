// Where the fluid is and what it presses with, from particles near a place.
//
// The share of fluid at a point is 1 inside, 0 outside, and one half where the surface is:
//
//   share(x) = sum V W(|x - x_j|) / (1 - share of W behind the walls and in solids)      W = poly6, two spacings wide
//
// Beside a wall the fluid's half of the kernel counts for all of it. The pressure at a point is what forces transmit
// there (fluid_stress.hpp), the mean of the three directions, and within a support of a wall or a solid what presses
// towards it: along the surface there is less to transmit, as pairs with what it mirrors push across it only. What a
// surface carries at a point is what it pushes the particles away with (force_pass.hpp), spread over a square of two
// spacings to each side.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "sim/fluid_stress.hpp"
#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/near_solids.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "spatial/neighbour_search.hpp"

namespace sim {

/// Who is near a place: slots, ascending.
using Slots = std::span<const spatial::Index>;

/// A part of a wall: the two axes that lie in it, and between which coordinates.
struct Patch {
    Side side;
    int first, second;
    glm::dvec3 min, max;  // m
};
[[nodiscard]] Patch patch_of(Side side, const glm::vec3& min, const glm::vec3& max);

class NearFluid {
public:
    NearFluid(const Scene& scene, const Medium& medium, const Tank& tank, const Grains& grains, const Solids& solids,
              const Particles& particles)
        : scene_(scene), medium_(medium), tank_(tank), grains_(grains), solids_(solids), p_(particles) {}

    /// What the fluid is to a particle of its size.
    [[nodiscard]] const Medium& medium_of(std::size_t slot) const noexcept {
        return grains_.mixed() ? grains_[p_.grain[slot]].medium : medium_;
    }
    /// And the tank.
    [[nodiscard]] const Tank& tank_of(std::size_t slot) const noexcept {
        return grains_.mixed() ? grains_[p_.grain[slot]].tank : tank_;
    }

    /// How far from a place the particles are that it needs, m.
    [[nodiscard]] static double reach(float spacing) noexcept { return 2.0 * double{spacing}; }
    /// From a wall, m: whom it pushes.
    [[nodiscard]] static double wall_range(const Medium& medium) noexcept {
        return double{medium.lattice.walls.spiky.range()};
    }

    /// Share of fluid at each of the places that are `step` apart, upwards from the floor at (x, y).
    void shares_above(double x, double y, double step, Slots near, std::vector<double>& shares) const;

    /// Where the surface is at (x, y): z in m. Water begins on the floor, or where it is thicker than `reach`, and goes
    /// on over gaps thinner than that, and above a solid in it where it is thicker there; what flies higher does not
    /// count, nor do drops on what swims. The floor itself where there is none.
    [[nodiscard]] double level(double x, double y, Slots near, std::vector<double>& scratch) const;

    /// In the fluid, Pa; 0 in the air and in solids. Within half a spacing of a solid it is what that carries there,
    /// `contact` of it by particles that run into it: a force, by the weights of SurfaceSquare, N. In a fluid of mixed
    /// sizes the mean of the particles' own over the kernel.
    [[nodiscard]] double pressure(const glm::dvec3& place, Slots near, double contact,
                                  std::vector<Pusher>& scratch) const;
    /// How far from a place it needs particles, m; along a periodic axis all, as their images may be near.
    [[nodiscard]] double reach_of_pressure() const noexcept { return reach(scene_.spacing) + double{medium_.support}; }

    /// The wall of the tank that a place is on, or within half a spacing of: the nearest, of several the first; none
    /// where a solid is nearer.
    [[nodiscard]] std::optional<Side> wall_at(const glm::dvec3& place) const;

    /// What a wall carries at a point of it, Pa.
    [[nodiscard]] double wall_pressure(Side side, const glm::dvec3& place, Slots near) const;

    /// What a patch of a wall carries, N.
    [[nodiscard]] double wall_force(const Patch& patch, Slots near) const;

    /// Whether a particle is in the midst of others: the share of fluid at its place that others than itself make up is
    /// at least a half. Drops and jets of single particles are not.
    [[nodiscard]] bool is_bulk(spatial::Index slot) const;

private:
    [[nodiscard]] double spacing_of(std::size_t slot) const noexcept {  // m
        return double{grains_.mixed() ? grains_[p_.grain[slot]].spacing : scene_.spacing};
    }
    /// What a particle counts, against one of the scene's spacing.
    [[nodiscard]] double part_of(std::size_t slot) const noexcept {
        return double{medium_of(slot).lattice.cell_volume} / double{medium_.lattice.cell_volume};
    }
    /// Of the kernel. Beyond a periodic side there are images.
    [[nodiscard]] double inside(const glm::dvec3& place) const;
    /// Calls f(distance) for a particle and its images that are, along an axis, within reach of a place, m.
    template <class F>
    void for_each_image(int axis, double distance, double reach, F f) const;
    [[nodiscard]] bool is_wall(std::size_t side) const noexcept {
        return !scene_.domain.periodic[side / 2] && !scene_.domain.open[side];
    }
    [[nodiscard]] double place_of_wall(std::size_t side) const noexcept {  // along its axis, m
        const int axis = static_cast<int>(side / 2);
        return double{side % 2 == 0 ? scene_.domain.min[axis] : scene_.domain.max[axis]};
    }
    /// How much of the way up at (x, y) lies in solids, by samples `step` apart; m.
    [[nodiscard]] double in_solids(double x, double y, double from, double to, double step) const;
    [[nodiscard]] double mean_pressure(const glm::dvec3& place, Slots near) const;
    void find_pushers(const glm::dvec3& place, Slots near, std::vector<Pusher>& pushers) const;
    /// What solids carry on a square of their surface, Pa.
    [[nodiscard]] double pressure_on(const NearSolids& solids, const SurfaceSquare& square, double contact,
                                     std::span<const Pusher> pushers) const;
    /// What one of the solids pushes away, N.
    [[nodiscard]] glm::dvec3 push_of_solid(const NearSolids& solids, const NearSolids::One& solid,
                                           const Pusher& pusher) const;
    [[nodiscard]] double push_term(spatial::Index slot) const;
    /// What a wall pushes a particle away with as far as solids leave it, N.
    [[nodiscard]] double push_of_wall(Side side, spatial::Index slot, const NearSolids& solids) const;
    /// The solids that may take something of what walls push these particles with.
    [[nodiscard]] NearSolids solids_about(Slots near) const;

    const Scene& scene_;
    const Medium& medium_;
    const Tank& tank_;
    const Grains& grains_;
    const Solids& solids_;
    const Particles& p_;
};

}  // namespace sim
