// A fluid of particles that falls on spheres (Pouchol et al. 2009, 4.2): 2000 static ones of sizes 2^-4 .. 2^-2 in a
// box, and particles of 2^-6 that fly, bounce and come to rest. The paper says neither how large the box was nor how
// many particles there were; ours is 4 m wide.
//
// Particles do not see each other: the question is whom of the spheres each touches on its way. They are kept in space
// order, as those of a fluid are that looks for its neighbours.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "spatial/boxes/box.hpp"
#include "spatial/counting_sort.hpp"
#include "tests/bench/broadphase_peers.hpp"
#include "tests/bench/suites.hpp"

namespace bench {

struct Sphere {
    float x, y, z, radius;
};

/// Where particles are and where they go in a step, by axis.
struct Ways {
    static constexpr float radius = 0x1p-7f;  // of every particle, m

    std::array<std::vector<float>, 3> from, to;

    [[nodiscard]] std::size_t size() const noexcept { return from[0].size(); }
    /// The box of the whole way, the particle's own size included.
    [[nodiscard]] Box swept(std::size_t i) const noexcept;
    /// Whether the particle touches the sphere anywhere on its way.
    [[nodiscard]] bool touches(std::size_t i, const Sphere& sphere) const noexcept;
};

class FallingFluid {
public:
    static constexpr float width = 4.0f;  // m
    static constexpr std::size_t spheres_in_all = 2000;

    explicit FallingFluid(std::size_t particles);

    [[nodiscard]] const std::vector<Sphere>& spheres() const noexcept { return spheres_; }
    [[nodiscard]] const std::vector<Box>& sphere_boxes() const noexcept { return boxes_; }
    /// The ways of the step that is about to be taken.
    [[nodiscard]] const Ways& ways() const noexcept { return ways_; }
    [[nodiscard]] int steps() const noexcept { return steps_; }

    /// Takes it, as far as spheres and walls let everybody, and sets out for the next.
    void advance();

private:
    void sort();
    void set_out();
    void meet(std::size_t i, std::span<const spatial::Index> spheres);
    void stay_inside();

    std::vector<Sphere> spheres_;
    std::vector<Box> boxes_;
    Ways ways_;
    std::array<std::vector<float>, 3> velocity_;
    std::unique_ptr<Contestant> finder_;
    std::vector<Box> swept_;
    spatial::CountingSort counting_;
    int steps_ = 0;
};

/// Advances the fluid and keeps the ways of the steps asked for, ascending.
[[nodiscard]] std::vector<Ways> ways_at(FallingFluid& fluid, std::span<const int> steps, const Host& host);

}  // namespace bench
