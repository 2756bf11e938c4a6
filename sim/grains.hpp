// A fluid of mixed sizes. Volumes may be filled with particles closer together than the scene's spacing; each of the
// sizes that occur is a grain, with a support, calibration and walls of its own, as if it were alone. What particles of
// two sizes a and b are to each other is a matter of pairs:
//
//   h_ab = (h_a + h_b) / 2                       the support of the pair, the same from both sides
//   compression_i = sum_j w_ab V_b W(r, h_ab) / N,   N = V sum W over the lattice, the same for all sizes
//
// w_aa = 1. Of two sizes, w_ab is chosen such that where a lattice of a ends at a plane and one of b begins, the
// outermost layer of a is at rest density, on average over the places that the b can have beside it. Without these
// weights the finer side starts 3.8 % too dense and the coarser 3.6 % too thin at 1:2, 6.9 and 6.0 % at 1:4: at ten
// times the speed of the flow, an explosion. With them what is left is how lumpy coarse neighbours are to a fine
// particle: in a full tank the most compressed one starts at 1.1 % at 1:2, 2.9 % at 1:4 and 8.6 % at 1:8, where one
// size alone has 0.5 %, and the coarser side at 1.0, 1.8 and 2.2 % (a support of two spacings; tests/sim/grains.cpp).
// And a single coarse particle in the midst of fine ones, for which nothing was chosen, is within 10 % of rest density.
//
// Forces are the derivative of the energy that compression stores, so that what i gets from j, j gets from i, though
// w_ab and w_ba differ (mixed_force_pass.hpp). The usual mean of both kernels, (W(h_a) + W(h_b)) / 2, reaches as far as
// the coarser of the two: four times as many pairs at an interface of 1:4, and fine particles feel coarse ones as
// needles, by the kernel of their own width.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/courant.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/scene.hpp"
#include "sim/walls.hpp"

namespace sim {

/// Sizes that there may be in a scene: how many, and the finest against the scene's own spacing.
inline constexpr std::size_t most_grains = 8;
inline constexpr float finest_grain = 0.125f;

/// The lattice of a volume, m.
[[nodiscard]] inline float spacing_of(const Scene& scene, const Volume& volume) noexcept {
    return volume.spacing > 0.0f ? volume.spacing : scene.spacing;
}
/// Of all volumes, the coarsest first, each once.
[[nodiscard]] std::vector<float> spacings_of(const Scene& scene);

/// Whether some volume has not the scene's spacing.
[[nodiscard]] bool is_mixed(const Scene& scene) noexcept;

/// What particles of one size are by themselves.
struct Grain {
    float spacing;  // m
    Medium medium;
    Tank tank;
};

/// What particles of a size a, which are summed for, get from one of size b.
struct GrainPair {
    float support;                     // h_ab, m
    float poly6_weight, spiky_weight;  // w_ab
    [[nodiscard]] bool operator==(const GrainPair&) const = default;
};
[[nodiscard]] GrainPair pair_of(float spacing_a, float spacing_b, float support_in_spacings);

class Grains {
public:
    /// None where all volumes have the scene's spacing.
    explicit Grains(const Scene& scene);

    [[nodiscard]] bool mixed() const noexcept { return !grains_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return grains_.size(); }
    [[nodiscard]] const Grain& operator[](std::size_t grain) const noexcept { return grains_[grain]; }
    [[nodiscard]] const GrainPair& pair(std::size_t a, std::size_t b) const noexcept {
        return pairs_[a * grains_.size() + b];
    }

    /// As Medium::limit_sound().
    void limit_sound(const Scene& scene, const SlowSound& sound);

    /// The support of every particle, by slot.
    void spread_supports(const Particles& particles, std::vector<float>& supports) const;

    /// As courant_limit(), each size by its own fastest and its own support, s. An empty list = everybody is at rest.
    [[nodiscard]] double step_limit(std::span<const Pace> paces, float courant) const;
    /// Of each size.
    void find_paces(const Particles& particles, std::vector<Pace>& paces) const;

private:
    std::vector<Grain> grains_;
    std::vector<GrainPair> pairs_;
};

/// The grain of particles in a volume: an index into spacings_of(scene).
[[nodiscard]] std::size_t grain_of(std::span<const float> spacings, float spacing) noexcept;

}  // namespace sim
