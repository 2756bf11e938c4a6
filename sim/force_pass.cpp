#include "sim/force_pass.hpp"

#include <algorithm>

#include "sim/boundary.hpp"
#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/force_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/inverse_distance-inl.hpp"
#include "sim/query_lanes-inl.hpp"

#ifndef WEIR_SIM_FORCE_PASS
#define WEIR_SIM_FORCE_PASS
namespace sim {

/// The queries of a block and the columns they are summed over. Columns and particle arrays alike: x y z vx vy vz
/// volume push, with several phases viscosity damping, and with clues the level.
struct ForceBlock {
    const std::array<const float*, 11>& particles;
    std::span<const spatial::Index> queries;  // slots
    const float* columns;                     // of Candidates, padded; the next is so many numbers further
    std::size_t to_next_column;
    std::size_t padded;
    float support;
    float push_factor;             // V0² / virial
    float viscosity, damping;      // of a pair, where there is one phase only
    float *sum_x, *sum_y, *sum_z;  // by slot
    StepClues* clues;
    Shifts* shifts;
};

/// Some queries of one phase, whose accelerations are still sums over their neighbours.
struct PulledQueries {
    std::span<const spatial::Index> slots;
    float factor;  // from such a sum to m/s²
    const Pull::Now& pull;
    std::array<const float*, 3> place;  // by slot
    std::array<float*, 3> acceleration;
};

/// Some queries of one phase, whose clues are still sums over their neighbours.
struct ClueQueries {
    std::span<const spatial::Index> slots;
    // What is multiplied with, and how much of its own viscosity a particle has in its sum, for its volume squared.
    float viscous, inverse_mass, closing, stiffness, own;
    const float *volume, *thickening;  // by slot; null where no fluid goes by its thickening
    StepClues& clues;
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// The sum in the header, without k. (h - r) below zero is out of reach and counts as zero,
/// and the particle itself has d = 0 and no velocity against itself: no masks.
template <bool OnePhase, bool WithClues, bool WithShifts>
void sum_forces_as(const ForceBlock& b) {
    const Floats d;
    const float half_support = 0.5f * b.support;
    const auto h = hn::Set(d, b.support), h2 = hn::Mul(h, h);
    const auto steepest = hn::Set(d, 1.0f / (0.01f * half_support * half_support));
    // Two particles at one place have no direction to be pushed in; this keeps 1 / r finite there.
    const auto closest_squared = hn::Set(d, 1e-12f * b.support * b.support);
    const auto zero = hn::Zero(d);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const float* const columns = b.columns;
    const std::size_t to_next_column = b.to_next_column;
    const auto particles = b.particles;
    const std::size_t padded = b.padded;
    for (const spatial::Index slot : b.queries) {
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, particles[k][slot]); };
        const auto x = self(0), y = self(1), z = self(2), vx = self(3), vy = self(4), vz = self(5), volume = self(6),
                   push = self(7);
        // What does not depend on the neighbour is multiplied in once.
        const auto drag_factor = hn::Mul(volume, hn::Set(d, 1.0f / b.push_factor));
        const auto one_drag_factor = hn::Mul(drag_factor, hn::Set(d, b.viscosity));
        auto viscosity = zero, damping = hn::Set(d, b.damping);
        if constexpr (!OnePhase) {
            viscosity = self(8);
            damping = self(9);
        }
        auto sum_x = zero, sum_y = zero, sum_z = zero;
        [[maybe_unused]] auto viscous = zero, closing = zero, stiffness = zero, deepest = zero, shallowest = zero;
        [[maybe_unused]] auto crowding_x = zero, crowding_y = zero, crowding_z = zero;
        if constexpr (WithClues) shallowest = hn::Set(d, b.clues->level[slot]);
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns + k * to_next_column + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            // Many candidates are out of reach, and they come in runs: what costs most is left out for those vectors.
            if (hn::AllFalse(d, hn::Lt(squared, h2))) continue;
            const auto safe = hn::Max(squared, closest_squared);
            const auto inverse = inverse_distance(safe);
            const auto inside = hn::Max(hn::NegMulAdd(safe, inverse, h), zero);

            const auto dvx = hn::Sub(vx, other(3)), dvy = hn::Sub(vy, other(4)), dvz = hn::Sub(vz, other(5));
            const auto approach = hn::Max(zero, hn::Neg(hn::MulAdd(dvx, dx, hn::MulAdd(dvy, dy, hn::Mul(dvz, dz)))));

            auto pair_damping = damping, pair_drag = one_drag_factor;
            if constexpr (!OnePhase) {
                pair_damping = hn::Add(damping, other(9));
                pair_drag = hn::Mul(drag_factor, hn::Add(viscosity, other(8)));
            }
            const auto pressing = hn::MulAdd(hn::Mul(pair_damping, approach),
                                             hn::Min(hn::Mul(inverse, inverse), steepest), hn::Add(push, other(7)));
            const auto inside2 = hn::Mul(inside, inside);
            const auto slope = hn::Mul(inside2, inverse);
            const auto apart = hn::Mul(slope, pressing);
            const auto drag = hn::Mul(hn::Mul(pair_drag, other(6)), inside);
            if constexpr (WithClues || WithShifts) closing = hn::MulAdd(inside2, hn::Mul(approach, inverse), closing);
            if constexpr (WithClues) {
                const auto level = other(OnePhase ? 8 : 10);
                const auto in_reach = hn::Gt(inside, zero);
                viscous = hn::Add(viscous, drag);
                stiffness = hn::Add(stiffness, hn::IfThenElseZero(hn::Ne(other(7), zero), hn::Mul(inside2, inside2)));
                deepest = hn::Max(deepest, hn::IfThenElseZero(in_reach, level));
                shallowest = hn::Min(shallowest, hn::IfThenElse(in_reach, level, shallowest));
            }
            if constexpr (WithShifts) {
                const auto weight = hn::Mul(slope, other(6));
                crowding_x = hn::MulAdd(weight, dx, crowding_x);
                crowding_y = hn::MulAdd(weight, dy, crowding_y);
                crowding_z = hn::MulAdd(weight, dz, crowding_z);
            }
            sum_x = hn::NegMulAdd(drag, dvx, hn::MulAdd(apart, dx, sum_x));
            sum_y = hn::NegMulAdd(drag, dvy, hn::MulAdd(apart, dy, sum_y));
            sum_z = hn::NegMulAdd(drag, dvz, hn::MulAdd(apart, dz, sum_z));
        }
        b.sum_x[slot] = b.push_factor * hn::GetLane(hn::SumOfLanes(d, sum_x));
        b.sum_y[slot] = b.push_factor * hn::GetLane(hn::SumOfLanes(d, sum_y));
        b.sum_z[slot] = b.push_factor * hn::GetLane(hn::SumOfLanes(d, sum_z));
        if constexpr (WithShifts) {
            b.shifts->closing[slot] = hn::GetLane(hn::SumOfLanes(d, closing));
            b.shifts->x[slot] = hn::GetLane(hn::SumOfLanes(d, crowding_x));
            b.shifts->y[slot] = hn::GetLane(hn::SumOfLanes(d, crowding_y));
            b.shifts->z[slot] = hn::GetLane(hn::SumOfLanes(d, crowding_z));
        }
        if constexpr (WithClues) {
            b.clues->viscous[slot] = b.push_factor * hn::GetLane(hn::SumOfLanes(d, viscous));
            b.clues->closing[slot] = hn::GetLane(hn::SumOfLanes(d, closing));
            b.clues->stiffness[slot] = hn::GetLane(hn::SumOfLanes(d, stiffness));
            b.clues->deepest[slot] = hn::GetLane(hn::MaxOfLanes(d, deepest));
            b.clues->shallowest[slot] = hn::GetLane(hn::MinOfLanes(d, shallowest));
        }
    }
}

void accelerate(const PulledQueries& q) {
    const QueryLanes::Floats d;
    QueryLanes queries(q.slots);
    queries.for_each([&](std::size_t) HWY_ATTR {
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t k = static_cast<std::size_t>(axis);
            const auto from_centre = hn::Sub(queries.load(q.place[k]), hn::Set(d, q.pull.centre[axis]));
            const auto pull =
                hn::NegMulAdd(hn::Set(d, q.pull.rate_squared[axis]), from_centre, hn::Set(d, q.pull.even[axis]));
            queries.store(hn::MulAdd(hn::Set(d, q.factor), queries.load(q.acceleration[k]), pull), q.acceleration[k]);
        }
    });
}

/// Of what was summed over (h - r): itself taken out, and in units of its own.
void settle_clues(const ClueQueries& q) {
    const QueryLanes::Floats d;
    const auto own = hn::Set(d, q.own), zero = hn::Zero(d);
    QueryLanes queries(q.slots);
    queries.for_each([&](std::size_t) HWY_ATTR {
        const auto scale = [&](float factor, std::vector<float>& values) HWY_ATTR {
            queries.store(hn::Mul(hn::Set(d, factor), queries.load(values.data())), values.data());
        };
        const auto volume = queries.load(q.volume);
        auto itself = hn::Mul(hn::Mul(volume, volume), own);
        if (q.thickening != nullptr) itself = hn::Div(itself, queries.load(q.thickening));
        const auto by_others = hn::Max(zero, hn::Sub(queries.load(q.clues.viscous.data()), itself));
        queries.store(hn::Mul(hn::Mul(hn::Set(d, q.viscous), by_others), hn::Set(d, q.inverse_mass)),
                      q.clues.viscous.data());
        scale(q.closing, q.clues.closing);
        scale(q.stiffness, q.clues.stiffness);
    });
}

/// Nobody asks for clues and shifts at a time.
template <bool OnePhase>
void sum_forces(const ForceBlock& block) {
    if (block.shifts != nullptr)
        sum_forces_as<OnePhase, false, true>(block);
    else if (block.clues != nullptr)
        sum_forces_as<OnePhase, true, false>(block);
    else
        sum_forces_as<OnePhase, false, false>(block);
}

void sum_forces_of_one_phase(const ForceBlock& block) { sum_forces<true>(block); }
void sum_forces_of_phases(const ForceBlock& block) { sum_forces<false>(block); }

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_forces_of_one_phase);
HWY_EXPORT(sum_forces_of_phases);
HWY_EXPORT(accelerate);
HWY_EXPORT(settle_clues);

void ForcePass::run(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, const Pull::Now& pull,
                    const std::optional<Brush>& brush, const PairTerms& terms, Particles& p, spatial::Queries active,
                    StepClues* clues, const SolidSights* solids, Shifts* shifts) {
    if (shifts != nullptr) shifts->resize(p.size());
    const Spiky spiky(medium.support);
    // Where particles differ in viscosity they go as several phases do.
    const bool one_phase = medium.phases.size() == 1 && terms.thickening.empty();
    if (!one_phase) phases_.fill(p, terms.thickening, [&](std::size_t) -> const Medium& { return medium; });
    std::array<const float*, columns> sources = {
        p.x.data(),          p.y.data(),        p.z.data(), p.vx.data(), p.vy.data(), p.vz.data(),
        terms.volume.data(), terms.push.data(), nullptr,    nullptr,     nullptr};
    std::size_t used = columns - 3;
    if (!one_phase) {
        sources[used++] = phases_.viscosity.data();
        sources[used++] = phases_.damping.data();
    }
    if (clues != nullptr) sources[used++] = clues->level.data();
    const Calibration& lattice = medium.lattice;
    const float push_factor = lattice.cell_volume * lattice.cell_volume / lattice.spiky_virial;
    const float crowding_factor = -spiky.slope_factor / (lattice.cell_volume * lattice.spiky_sum);
    const float wall_factor = push_factor * lattice.spiky_sum;  // what the lattice's sum of pairs is to a wall's share
    const float slope_factor = -spiky.slope_factor;
    // What clues are multiplied with.
    const float own_drag = medium.support / lattice.viscous_virial, closing_factor = slope_factor / lattice.spiky_sum;
    const float stiffness_factor = 1.0f / (medium.support * medium.support * medium.support * medium.support);
    constexpr std::array<float, columns> padding = {spatial::out_of_reach, spatial::out_of_reach,
                                                    spatial::out_of_reach};

    scratch_.prepare();
    search.for_each_block(active, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        auto& [candidates, queries] = scratch_.mine();
        queries.find(active, block, p.x.data(), p.y.data(), p.z.data());
        candidates.gather_near(ranges, sources, p.size(), {queries.box(), medium.support}, padding, used);
        const ForceBlock b{sources,
                           queries.slots(),
                           candidates.column(0),
                           candidates.to_next_column(),
                           candidates.padded(),
                           medium.support,
                           push_factor,
                           medium.phases[0].viscosity / lattice.viscous_virial,
                           medium.phases[0].damping,
                           p.ax.data(),
                           p.ay.data(),
                           p.az.data(),
                           clues,
                           shifts};
        if (one_phase)
            HWY_DYNAMIC_DISPATCH(sum_forces_of_one_phase)(b);
        else
            HWY_DYNAMIC_DISPATCH(sum_forces_of_phases)(b);

        for_each_phase(
            queries.slots(), p, medium, [&](std::span<const spatial::Index> some, const Medium::Phase& phase) {
                HWY_DYNAMIC_DISPATCH(accelerate)
                ({some,
                  slope_factor * phase.inverse_mass,
                  pull,
                  {p.x.data(), p.y.data(), p.z.data()},
                  {p.ax.data(), p.ay.data(), p.az.data()}});
                if (clues == nullptr) return;
                HWY_DYNAMIC_DISPATCH(settle_clues)
                ({some, slope_factor, phase.inverse_mass, closing_factor, stiffness_factor, own_drag * phase.viscosity,
                  terms.volume.data(), terms.thickening.empty() ? nullptr : terms.thickening.data(), *clues});
            });

        const bool sees_a_wall = tank.is_seen_from(queries.box());
        if (!sees_a_wall && solids == nullptr && !brush && shifts == nullptr) return;
        for (const spatial::Index slot : queries.slots()) {
            const glm::vec3 place{p.x[slot], p.y[slot], p.z[slot]}, velocity{p.vx[slot], p.vy[slot], p.vz[slot]};
            const Medium::Phase& phase = medium.phases[p.fluid[slot]];
            glm::vec3 a{p.ax[slot], p.ay[slot], p.az[slot]};
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
            if (shifts != nullptr) {
                const glm::vec3 near{shifts->x[slot], shifts->y[slot], shifts->z[slot]};
                glm::vec3 shift(0.0f);
                if (boundary.push() == glm::vec3(0.0f)) {
                    const float deformed = medium.shifting * medium.support * closing_factor * shifts->closing[slot];
                    shift = shift_of(medium.support * crowding_factor * near, p.density[slot] / phase.rest_density,
                                     std::min(deformed, fastest_shift * phase.sound_speed));
                }
                shifts->x[slot] = shift.x;
                shifts->y[slot] = shift.y;
                shifts->z[slot] = shift.z;
            }
            if (clues != nullptr)
                boundary.add_to(*clues, slot, viscous * phase.inverse_mass, a, terms.compression[slot]);
        }
    });
}

std::size_t ForcePass::bytes() {
    std::size_t sum = phases_.bytes();
    scratch_.for_each([&](const auto& s) { sum += s.candidates.bytes(); });
    return sum;
}

}  // namespace sim
#endif
