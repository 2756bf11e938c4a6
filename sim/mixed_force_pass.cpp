#include "sim/mixed_force_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "sim/boundary.hpp"
#include "spatial/blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/mixed_force_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/inverse_distance-inl.hpp"

#ifndef WEIR_SIM_MIXED_FORCE_PASS
#define WEIR_SIM_MIXED_FORCE_PASS
namespace sim {

/// What particles of each size are to the queries of one; k is that of the pair, w as in the header.
struct ForceWeights {
    std::size_t count;
    std::array<float, most_grains> support;    // of the other, m
    std::array<float, most_grains> own_push;   // k V_j w_ij
    std::array<float, most_grains> push;       // k V_j w_ji
    std::array<float, most_grains> damping;    // k V_j w, times half of D_i + D_j where there is one phase
    std::array<float, most_grains> drag;       // k w
    std::array<float, most_grains> stiffness;  // of StepClues, by (h - r)^4
};

/// The queries of a block, all of one size, and the columns they are summed over. Columns and particle arrays alike:
/// x y z support vx vy vz volume push, with several phases viscosity damping, and with clues the level.
struct MixedForceBlock {
    std::array<const float*, 12> particles;
    std::span<const spatial::Index> queries;  // slots
    std::array<const float*, 12> columns;     // of Candidates, padded
    std::array<float*, 7> made;               // to be made: support own_push push damping drag steepest stiffness
    std::size_t padded;
    float support;   // of the queries
    float smallest;  // of all supports
    const ForceWeights& weights;
    float viscosity;               // of a pair, where there is one phase only, / virial'
    float drag_factor;             // virial / V_i
    float *sum_x, *sum_y, *sum_z;  // by slot
    StepClues* clues;
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// What does not depend on the query. Padding has no support, and no weight.
template <bool WithClues>
void make_columns(const MixedForceBlock& b) {
    const Floats d;
    const auto zero = hn::Zero(d), own_support = hn::Set(d, b.support), half = hn::Set(d, 0.5f);
    for (std::size_t at = 0; at < b.padded; at += hn::Lanes(d)) {
        const auto support = hn::Load(d, b.columns[3] + at);
        auto own_push = zero, push = zero, damping = zero, drag = zero, stiffness = zero;
        for (std::size_t g = 0; g < b.weights.count; ++g) {
            const auto is_it = hn::Eq(support, hn::Set(d, b.weights.support[g]));
            const auto choose = [&](auto& value, const auto& table)
                                    HWY_ATTR { value = hn::IfThenElse(is_it, hn::Set(d, table[g]), value); };
            choose(own_push, b.weights.own_push);
            choose(push, b.weights.push);
            choose(damping, b.weights.damping);
            choose(drag, b.weights.drag);
            if constexpr (WithClues) choose(stiffness, b.weights.stiffness);
        }
        const auto h = hn::Mul(half, hn::Add(own_support, support));
        const auto pushed = hn::Load(d, b.columns[8] + at);
        hn::Store(h, d, b.made[0] + at);
        hn::Store(own_push, d, b.made[1] + at);
        hn::Store(hn::Mul(push, pushed), d, b.made[2] + at);
        hn::Store(damping, d, b.made[3] + at);
        hn::Store(hn::Mul(drag, hn::Load(d, b.columns[7] + at)), d, b.made[4] + at);
        hn::Store(hn::Div(hn::Set(d, 400.0f), hn::Mul(h, h)), d, b.made[5] + at);  // 1 / (0.01 (h/2)²)
        if constexpr (WithClues) hn::Store(hn::IfThenElseZero(hn::Ne(pushed, zero), stiffness), d, b.made[6] + at);
    }
}

/// The sum in the header, divided by V_i / virial; as sum_forces_as() of the force pass.
template <bool OnePhase, bool WithClues>
void sum_mixed_forces_as(const MixedForceBlock& b) {
    make_columns<WithClues>(b);
    const Floats d;
    const auto closest_squared = hn::Set(d, 1e-12f * b.smallest * b.smallest);
    const auto zero = hn::Zero(d);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const auto columns = b.columns;
    const auto made = b.made;
    const auto particles = b.particles;
    const std::size_t padded = b.padded;
    for (const spatial::Index slot : b.queries) {
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, particles[k][slot]); };
        const auto x = self(0), y = self(1), z = self(2), vx = self(4), vy = self(5), vz = self(6), push = self(8);
        const auto drag_factor = hn::Mul(self(7), hn::Set(d, b.drag_factor));
        const auto one_drag_factor = hn::Mul(drag_factor, hn::Set(d, b.viscosity));
        auto viscosity = zero, damping = zero;
        if constexpr (!OnePhase) {
            viscosity = self(9);
            damping = self(10);
        }
        auto sum_x = zero, sum_y = zero, sum_z = zero;
        [[maybe_unused]] auto viscous = zero, closing = zero, stiffness = zero, deepest = zero, shallowest = zero;
        if constexpr (WithClues) shallowest = hn::Set(d, b.clues->level[slot]);
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns[k] + at); };
            const auto pair = [&](std::size_t k) HWY_ATTR { return hn::Load(d, made[k] + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            const auto h = pair(0);
            if (hn::AllFalse(d, hn::Lt(squared, hn::Mul(h, h)))) continue;
            const auto safe = hn::Max(squared, closest_squared);
            const auto inverse = inverse_distance(safe);
            const auto inside = hn::Max(hn::NegMulAdd(safe, inverse, h), zero), inside2 = hn::Mul(inside, inside);

            const auto dvx = hn::Sub(vx, other(4)), dvy = hn::Sub(vy, other(5)), dvz = hn::Sub(vz, other(6));
            const auto approach = hn::Max(zero, hn::Neg(hn::MulAdd(dvx, dx, hn::MulAdd(dvy, dy, hn::Mul(dvz, dz)))));

            auto pair_damping = pair(3), pair_drag = one_drag_factor;
            if constexpr (!OnePhase) {
                pair_damping = hn::Mul(pair_damping, hn::Add(damping, other(10)));
                pair_drag = hn::Mul(drag_factor, hn::Add(viscosity, other(9)));
            }
            const auto pressing =
                hn::MulAdd(hn::Mul(pair_damping, approach), hn::Min(hn::Mul(inverse, inverse), pair(5)),
                           hn::MulAdd(push, pair(1), pair(2)));
            const auto apart = hn::Mul(hn::Mul(inside2, inverse), pressing);
            const auto drag = hn::Mul(hn::Mul(pair_drag, pair(4)), inside);
            if constexpr (WithClues) {
                const auto level = other(OnePhase ? 9 : 11);
                const auto in_reach = hn::Gt(inside, zero);
                viscous = hn::Add(viscous, drag);
                closing = hn::MulAdd(hn::Mul(pair(1), inside2), hn::Mul(approach, inverse), closing);
                stiffness = hn::MulAdd(pair(6), hn::Mul(inside2, inside2), stiffness);
                deepest = hn::Max(deepest, hn::IfThenElseZero(in_reach, level));
                shallowest = hn::Min(shallowest, hn::IfThenElse(in_reach, level, shallowest));
            }
            sum_x = hn::NegMulAdd(drag, dvx, hn::MulAdd(apart, dx, sum_x));
            sum_y = hn::NegMulAdd(drag, dvy, hn::MulAdd(apart, dy, sum_y));
            sum_z = hn::NegMulAdd(drag, dvz, hn::MulAdd(apart, dz, sum_z));
        }
        b.sum_x[slot] = hn::GetLane(hn::SumOfLanes(d, sum_x));
        b.sum_y[slot] = hn::GetLane(hn::SumOfLanes(d, sum_y));
        b.sum_z[slot] = hn::GetLane(hn::SumOfLanes(d, sum_z));
        if constexpr (WithClues) {
            b.clues->viscous[slot] = hn::GetLane(hn::SumOfLanes(d, viscous));
            b.clues->closing[slot] = hn::GetLane(hn::SumOfLanes(d, closing));
            b.clues->stiffness[slot] = hn::GetLane(hn::SumOfLanes(d, stiffness));
            b.clues->deepest[slot] = hn::GetLane(hn::MaxOfLanes(d, deepest));
            b.clues->shallowest[slot] = hn::GetLane(hn::MinOfLanes(d, shallowest));
        }
    }
}

void sum_mixed_of_one_phase(const MixedForceBlock& block) {
    block.clues == nullptr ? sum_mixed_forces_as<true, false>(block) : sum_mixed_forces_as<true, true>(block);
}
void sum_mixed_of_phases(const MixedForceBlock& block) {
    block.clues == nullptr ? sum_mixed_forces_as<false, false>(block) : sum_mixed_forces_as<false, true>(block);
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_mixed_of_one_phase);
HWY_EXPORT(sum_mixed_of_phases);

namespace {

ForceWeights weights_of(const Grains& grains, std::size_t own, bool one_phase) {
    ForceWeights weights{};
    weights.count = grains.size();
    const Medium& medium = grains[own].medium;
    const double own_h3 = std::pow(double{medium.support}, 3.0);
    for (std::size_t g = 0; g < grains.size(); ++g) {
        const Medium& other = grains[g].medium;
        const double there = double{grains.pair(own, g).spiky_weight}, back = double{grains.pair(g, own).spiky_weight};
        const double h = double{grains.pair(own, g).support}, h3 = h * h * h;
        const double volume = double{other.lattice.cell_volume}, k = 45.0 / (std::numbers::pi * h3) / h3;
        const double damping =
            one_phase ? 0.5 * (double{medium.phases[0].damping} + double{other.phases[0].damping}) : 1.0;
        weights.support[g] = other.support;
        weights.own_push[g] = static_cast<float>(k * volume * there);
        weights.push[g] = static_cast<float>(k * volume * back);
        weights.damping[g] = static_cast<float>(k * volume * 0.5 * (there + back) * damping);
        weights.drag[g] = static_cast<float>(k * 0.5 * (there + back));
        weights.stiffness[g] =
            static_cast<float>(there * (volume / h3) / (double{medium.lattice.cell_volume} / own_h3) / (h3 * h));
    }
    return weights;
}

}  // namespace

void MixedForcePass::run(const spatial::BlockSource& search, const Grains& grains, std::span<const float> supports,
                         const Pull::Now& pull, const std::optional<Brush>& brush, const PairTerms& terms, Particles& p,
                         spatial::Queries active, StepClues* clues, const SolidSights* solids) {
    const Medium& coarsest = grains[0].medium;
    const bool one_phase = coarsest.phases.size() == 1;
    if (!one_phase)
        phases_.fill(p, {}, [&](std::size_t slot) -> const Medium& { return grains[p.grain[slot]].medium; });
    std::array<const float*, columns> sources = {p.x.data(),      p.y.data(),          p.z.data(),
                                                 supports.data(), p.vx.data(),         p.vy.data(),
                                                 p.vz.data(),     terms.volume.data(), terms.push.data()};
    std::size_t used = columns - 3;
    if (!one_phase) {
        sources[used++] = phases_.viscosity.data();
        sources[used++] = phases_.damping.data();
    }
    if (clues != nullptr) sources[used++] = clues->level.data();
    constexpr std::array<float, columns> padding = {spatial::out_of_reach, spatial::out_of_reach,
                                                    spatial::out_of_reach};
    std::array<ForceWeights, most_grains> weights;
    for (std::size_t g = 0; g < grains.size(); ++g) weights[g] = weights_of(grains, g, one_phase);

    scratch_.prepare();
    search.for_each_block(active, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        auto& [candidates, made, queries] = scratch_.mine();
        for (std::size_t g = 0; g < grains.size(); ++g) {
            const auto of_size = [&](spatial::Index slot) { return p.grain[slot] == g; };
            if (!queries.find(active, block, p.x.data(), p.y.data(), p.z.data(), of_size)) continue;
            const auto& [spacing, medium, tank] = grains[g];
            const Calibration& lattice = medium.lattice;
            const float factor = lattice.cell_volume / lattice.spiky_virial;  // V_i / virial
            candidates.gather_near(ranges, sources, p.size(), {queries.box(), medium.support, supports.data(), true},
                                   padding, used);
            made.reserve(candidates.padded());
            MixedForceBlock b{sources,
                              queries.slots(),
                              {},
                              {},
                              candidates.padded(),
                              medium.support,
                              grains[grains.size() - 1].medium.support,
                              weights[g],
                              medium.phases[0].viscosity / lattice.viscous_virial,
                              1.0f / factor,
                              p.ax.data(),
                              p.ay.data(),
                              p.az.data(),
                              clues};
            for (std::size_t k = 0; k < used; ++k) b.columns[k] = candidates.column(k);
            for (std::size_t k = 0; k < b.made.size(); ++k) b.made[k] = made.column(k);
            if (one_phase)
                HWY_DYNAMIC_DISPATCH(sum_mixed_of_one_phase)(b);
            else
                HWY_DYNAMIC_DISPATCH(sum_mixed_of_phases)(b);

            const bool sees_a_wall = tank.is_seen_from(queries.box());
            const float of_lattice = lattice.cell_volume * lattice.spiky_sum;  // N
            const float wall_factor = factor * of_lattice, closing_factor = 1.0f / of_lattice;
            const float own_drag = weights[g].drag[g] * medium.support / lattice.viscous_virial;
            for (const spatial::Index slot : queries.slots()) {
                const glm::vec3 place{p.x[slot], p.y[slot], p.z[slot]}, sum{p.ax[slot], p.ay[slot], p.az[slot]};
                const glm::vec3 velocity{p.vx[slot], p.vy[slot], p.vz[slot]};
                const Medium::Phase& phase = medium.phases[p.fluid[slot]];
                glm::vec3 a = factor * phase.inverse_mass * sum + pull(place);
                const Boundary boundary(tank, sees_a_wall, sight_at(solids, slot), place, velocity);
                const float viscous = phase.viscosity * terms.volume[slot];
                if (boundary.any()) {
                    a += boundary.force(wall_factor * terms.push[slot], viscous) * phase.inverse_mass;
                    a += boundary.rub(phase.laminar_below, phase.rubbing);
                }
                if (brush) a += brush->acceleration(place, velocity);
                p.ax[slot] = a.x;
                p.ay[slot] = a.y;
                p.az[slot] = a.z;
                if (clues == nullptr) continue;
                // As in the force pass; of what was summed over (h - r), itself is taken out.
                const float own = own_drag * viscous * terms.volume[slot];
                clues->viscous[slot] = std::max(0.0f, factor * clues->viscous[slot] - own) * phase.inverse_mass;
                clues->closing[slot] *= closing_factor;
                boundary.add_to(*clues, slot, viscous * phase.inverse_mass, a, terms.compression[slot]);
            }
        }
    });
}

std::size_t MixedForcePass::bytes() {
    std::size_t sum = phases_.bytes();
    scratch_.for_each([&](const Scratch& s) { sum += s.candidates.bytes() + s.made.bytes(); });
    return sum;
}

}  // namespace sim
#endif
