// From how crowded particles are to what the other passes want to know of them: density, pressure and the pair terms.
// The tail of both density passes (density_pass.hpp, mixed_density_pass.hpp).
#pragma once

#include <span>
#include <vector>

#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/walls.hpp"
#include "spatial/points.hpp"

namespace sim {

class SolidSights;

/// Calls f(queries, phase) for every run of queries of one phase.
template <class F>
void for_each_phase(std::span<const spatial::Index> queries, const Particles& particles, const Medium& medium, F f) {
    if (medium.phases.size() == 1) return f(queries, medium.phases[0]);
    for (std::size_t begin = 0, end = 0; begin < queries.size(); begin = end) {
        const std::uint8_t fluid = particles.fluid[queries[begin]];
        for (end = begin + 1; end < queries.size() && particles.fluid[queries[end]] == fluid;) ++end;
        f(queries.subspan(begin, end - begin), medium.phases[fluid]);
    }
}

/// What the force pass wants to know of a particle as somebody's neighbour.
struct PairTerms {
    std::vector<float> volume;       // m / rho, m³
    std::vector<float> push;         // P / compression², Pa
    std::vector<float> compression;  // against rest, as pressure sees it

    /// How viscous its neighbours make it, against the lattice; empty where no fluid goes by that
    /// (Medium::evens_viscosity).
    std::vector<float> thickening;

    void resize(std::size_t n, bool with_thickening = false) {
        for (auto* values : {&volume, &push, &compression}) values->resize(n);
        thickening.resize(with_thickening ? n : 0, 1.0f);
    }
    template <class F>
    void for_each_array(F f) {
        for (auto* values : {&volume, &push, &compression}) f(*values);
        if (!thickening.empty()) f(thickening);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return (volume.capacity() + push.capacity() + compression.capacity() + thickening.capacity()) * sizeof(float);
    }
};

/// The sums of both kernels over the neighbours of a block's queries, each against that of the starting lattice, and
/// where pair terms have thickenings that of viscosity's r² lap W. By query, not by slot, with room for whole vectors.
class Crowding {
public:
    void reserve(std::size_t queries);
    [[nodiscard]] float* poly6() noexcept { return poly6_.data(); }
    [[nodiscard]] float* spiky() noexcept { return spiky_.data(); }
    [[nodiscard]] float* viscous() noexcept { return viscous_.data(); }

    /// Adds what lies behind walls and in solids, and writes what follows. `box`: around the queries, all of one size.
    void settle(std::span<const spatial::Index> queries, const spatial::Box& box, const Medium& medium,
                const Tank& tank, const SolidSights* solids, Particles& particles, PairTerms& terms);

private:
    std::vector<float> poly6_, spiky_, viscous_;
};

}  // namespace sim
