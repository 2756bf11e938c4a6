#include "sim/force_pass.hpp"

#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/force_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SIM_FORCE_PASS
#define WEIR_SIM_FORCE_PASS
namespace sim {

/// The queries of a block and the columns they are summed over. Columns and particle arrays alike: x y z vx vy vz
/// volume push, and with several phases viscosity damping.
struct ForceBlock {
    std::array<const float*, 10> particles;
    spatial::Range queries;
    std::array<const float*, 10> columns;  // of Candidates, padded
    std::size_t padded;
    float support;
    float push_factor;             // V0² / virial
    float viscosity, damping;      // of a pair, where there is one phase only
    float *sum_x, *sum_y, *sum_z;  // by slot
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// The sum in the header, without k. (h - r) below zero is out of reach and counts as zero,
/// and the particle itself has d = 0 and no velocity against itself: no masks.
template <bool OnePhase>
void sum_forces_as(const ForceBlock& b) {
    const Floats d;
    const float half_support = 0.5f * b.support;
    const auto h = hn::Set(d, b.support), h2 = hn::Mul(h, h);
    const auto softening = hn::Set(d, 0.01f * half_support * half_support);
    // Two particles at one place have no direction to be pushed in; this keeps 1 / r finite there.
    const auto closest = hn::Set(d, 1e-6f * b.support);
    const auto push_factor = hn::Set(d, b.push_factor);
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const auto columns = b.columns;
    const auto particles = b.particles;
    const std::size_t padded = b.padded;
    for (spatial::Index slot = b.queries.begin; slot < b.queries.end; ++slot) {
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, particles[k][slot]); };
        const auto x = self(0), y = self(1), z = self(2), vx = self(3), vy = self(4), vz = self(5), volume = self(6),
                   push = self(7);
        auto viscosity = hn::Set(d, b.viscosity), damping = hn::Set(d, b.damping);
        if constexpr (!OnePhase) {
            viscosity = self(8);
            damping = self(9);
        }
        auto sum_x = zero, sum_y = zero, sum_z = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns[k] + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            // Many candidates are out of reach, and they come in runs: what costs most is left out for those vectors.
            if (hn::AllFalse(d, hn::Lt(squared, h2))) continue;
            const auto r = hn::Max(hn::Sqrt(squared), closest);
            const auto inside = hn::Max(hn::Sub(h, r), zero);

            const auto dvx = hn::Sub(vx, other(3)), dvy = hn::Sub(vy, other(4)), dvz = hn::Sub(vz, other(5));
            const auto approach = hn::Max(zero, hn::Neg(hn::MulAdd(dvx, dx, hn::MulAdd(dvy, dy, hn::Mul(dvz, dz)))));

            // One division for both 1 / r and 1 / (r² + softening).
            const auto softened = hn::Add(squared, softening);
            const auto inverse = hn::Div(one, hn::Mul(r, softened));
            auto pair_damping = damping, pair_viscosity = viscosity;
            if constexpr (!OnePhase) {
                pair_damping = hn::Add(damping, other(9));
                pair_viscosity = hn::Add(viscosity, other(8));
            }
            const auto q_ij = hn::Mul(hn::Mul(pair_damping, approach), hn::Mul(r, inverse));

            const auto apart = hn::Mul(hn::Mul(hn::Mul(push_factor, inside), hn::Mul(softened, inverse)),
                                       hn::Mul(inside, hn::Add(hn::Add(push, other(7)), q_ij)));
            const auto drag = hn::Mul(hn::Mul(volume, other(6)), hn::Mul(inside, pair_viscosity));
            sum_x = hn::NegMulAdd(drag, dvx, hn::MulAdd(apart, dx, sum_x));
            sum_y = hn::NegMulAdd(drag, dvy, hn::MulAdd(apart, dy, sum_y));
            sum_z = hn::NegMulAdd(drag, dvz, hn::MulAdd(apart, dz, sum_z));
        }
        b.sum_x[slot] = hn::GetLane(hn::SumOfLanes(d, sum_x));
        b.sum_y[slot] = hn::GetLane(hn::SumOfLanes(d, sum_y));
        b.sum_z[slot] = hn::GetLane(hn::SumOfLanes(d, sum_z));
    }
}

void sum_forces_of_one_phase(const ForceBlock& block) { sum_forces_as<true>(block); }
void sum_forces_of_phases(const ForceBlock& block) { sum_forces_as<false>(block); }

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

// Below this many particles a second thread costs more than it brings.
constexpr std::size_t worth_a_team = 32768;

HWY_EXPORT(sum_forces_of_one_phase);
HWY_EXPORT(sum_forces_of_phases);

void ForcePass::run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
                    const std::optional<Brush>& brush, const PairTerms& terms, Particles& p) {
    const Spiky spiky(medium.support);
    const bool one_phase = medium.phases.size() == 1;
    if (!one_phase) spread_phases(medium, p);
    const std::array<const float*, columns> sources = {
        p.x.data(),  p.y.data(),          p.z.data(),        p.vx.data(),       p.vy.data(),
        p.vz.data(), terms.volume.data(), terms.push.data(), viscosity_.data(), damping_.data()};
    const Calibration& lattice = medium.lattice;
    const float push_factor = lattice.cell_volume * lattice.cell_volume / lattice.spiky_virial;
    const float wall_factor = push_factor * lattice.spiky_sum;  // what the lattice's sum of pairs is to a wall's share
    constexpr float far = 1e15f;                                // as in the density pass
    constexpr std::array<float, columns> padding = {far, far, far};

    scratch_.prepare();
    search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        auto& candidates = scratch_.mine();
        const spatial::Box queries = spatial::box_around(p.x.data(), p.y.data(), p.z.data(), block);
        candidates.gather_near(ranges, sources, p.size(), {queries, medium.support}, padding,
                               one_phase ? columns - 2 : columns);
        ForceBlock b{sources,
                     block,
                     {},
                     candidates.padded(),
                     medium.support,
                     push_factor,
                     medium.phases[0].viscosity,
                     medium.phases[0].damping,
                     p.ax.data(),
                     p.ay.data(),
                     p.az.data()};
        for (std::size_t k = 0; k < columns; ++k) b.columns[k] = candidates.column(k);
        if (one_phase)
            HWY_DYNAMIC_DISPATCH(sum_forces_of_one_phase)(b);
        else
            HWY_DYNAMIC_DISPATCH(sum_forces_of_phases)(b);

        for (spatial::Index slot = block.begin; slot < block.end; ++slot) {
            const glm::vec3 place{p.x[slot], p.y[slot], p.z[slot]}, sum{p.ax[slot], p.ay[slot], p.az[slot]};
            const glm::vec3 force = -spiky.slope_factor * sum + wall_factor * terms.push[slot] * tank.push(place);
            glm::vec3 a = force / medium.phases[p.fluid[slot]].mass;
            a += medium.gravity;
            if (brush) a += brush->acceleration(place, {p.vx[slot], p.vy[slot], p.vz[slot]});
            p.ax[slot] = a.x;
            p.ay[slot] = a.y;
            p.az[slot] = a.z;
        }
    });
}

void ForcePass::spread_phases(const Medium& medium, const Particles& p) {
    viscosity_.resize(p.size());
    damping_.resize(p.size());
#pragma omp parallel for schedule(static) if (p.size() > worth_a_team)
    for (std::size_t slot = 0; slot < p.size(); ++slot) {
        viscosity_[slot] = 0.5f * medium.phases[p.fluid[slot]].viscosity;
        damping_[slot] = 0.5f * medium.phases[p.fluid[slot]].damping;
    }
}

std::size_t ForcePass::bytes() {
    std::size_t sum = (viscosity_.capacity() + damping_.capacity()) * sizeof(float);
    scratch_.for_each([&](const auto& s) { sum += s.bytes(); });
    return sum;
}

}  // namespace sim
#endif
