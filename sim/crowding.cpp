#include "sim/crowding.hpp"

#include <algorithm>
#include <cmath>

#include "sim/shifting.hpp"
#include "sim/solid_sights.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/crowding.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/query_lanes-inl.hpp"

#ifndef WEIR_SIM_CROWDING
#define WEIR_SIM_CROWDING
namespace sim {

/// Some queries of one phase.
struct CrowdedQueries {
    std::span<const spatial::Index> slots;
    const float *poly6, *spiky;  // by query, to be read by whole vectors
    const Medium::Phase& phase;
    float cell_volume;
    // By slot, to be written:
    float *density, *pressure, *volume, *push, *compression;
};

/// Some queries of whom is asked how viscous their neighbours make them.
struct ThickenedQueries {
    std::span<const spatial::Index> slots;
    const float *poly6, *viscous;  // by query, to be read by whole vectors
    float* thickening;             // by slot, to be written
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// compression^gamma. By multiplication where the exponent is whole: a library's pow may round differently from machine
/// to machine.
HWY_INLINE QueryLanes::Vector power(QueryLanes::Vector compression, const Medium::Phase& phase) {
    const QueryLanes::Floats d;
    if (phase.whole_gamma == 0) {
        HWY_ALIGN float lanes[most_query_lanes];
        hn::Store(compression, d, lanes);
        for (std::size_t k = 0; k < hn::Lanes(d); ++k) lanes[k] = std::pow(lanes[k], phase.gamma);
        return hn::Load(d, lanes);
    }
    auto product = compression;
    for (int i = 1; i < phase.whole_gamma; ++i) product = hn::Mul(product, compression);
    return product;
}

void write_states(const CrowdedQueries& q) {
    const QueryLanes::Floats d;
    const Medium::Phase& phase = q.phase;
    const auto rest_density = hn::Set(d, phase.rest_density), stiffness = hn::Set(d, phase.stiffness),
               lowest_pressure = hn::Set(d, phase.lowest_pressure), cell_volume = hn::Set(d, q.cell_volume),
               one = hn::Set(d, 1.0f);
    QueryLanes queries(q.slots);
    queries.for_each([&](std::size_t at) HWY_ATTR {
        const auto crowding = hn::LoadU(d, q.poly6 + at), compression = hn::LoadU(d, q.spiky + at);
        // P = B (compression^gamma - 1), floored.
        const auto pressure = hn::Max(lowest_pressure, hn::Mul(stiffness, hn::Sub(power(compression, phase), one)));
        queries.store(hn::Mul(rest_density, crowding), q.density);
        queries.store(pressure, q.pressure);
        queries.store(hn::Div(cell_volume, crowding), q.volume);
        queries.store(hn::Div(pressure, hn::Mul(compression, compression)), q.push);
        queries.store(compression, q.compression);
    });
}

void write_thickening(const ThickenedQueries& q) {
    const QueryLanes::Floats d;
    const auto one = hn::Set(d, 1.0f), enough = hn::Set(d, surrounded_from);
    QueryLanes queries(q.slots);
    queries.for_each([&](std::size_t at) HWY_ATTR {
        const auto crowding = hn::LoadU(d, q.poly6 + at), viscous = hn::LoadU(d, q.viscous + at);
        const auto surrounded = hn::And(hn::Ge(crowding, enough), hn::Gt(viscous, hn::Zero(d)));
        queries.store(hn::IfThenElse(surrounded, hn::Div(viscous, crowding), one), q.thickening);
    });
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(write_states);
HWY_EXPORT(write_thickening);

void Crowding::reserve(std::size_t queries) {
    const std::size_t needed = queries + most_query_lanes;
    if (poly6_.size() >= needed) return;
    poly6_.resize(needed);
    spiky_.resize(needed);
    viscous_.resize(needed);
}

void Crowding::settle(std::span<const spatial::Index> queries, const spatial::Box& box, const Medium& medium,
                      const Tank& tank, const SolidSights* solids, Particles& p, PairTerms& terms) {
    const bool sees_a_wall = tank.is_seen_from(box);
    if (sees_a_wall || solids != nullptr)
        for (std::size_t k = 0; k < queries.size(); ++k) {
            const spatial::Index slot = queries[k];
            const glm::vec3 place{p.x[slot], p.y[slot], p.z[slot]};
            Tank::Shares behind;
            if (sees_a_wall) behind = tank.shares_behind(place);
            // What lies before a wall speaks for what would lie behind it: its sums, each by the share that it is of.
            // (A thickening is viscous_ by poly6_ with the walls' share in it.)
            if (behind.poly6 > 0.0f && !terms.thickening.empty())
                viscous_[k] *= (1.0f - behind.poly6) / (1.0f - tank.laplacian_share_behind(place)) *
                               (1.0f + behind.poly6 / poly6_[k]);
            if (const Sight* const seen = sight_at(solids, slot)) {
                behind = {joined(behind.poly6, seen->poly6), joined(behind.spiky, seen->spiky)};
                viscous_[k] = 0.0f;  // half of them are a solid
            }
            poly6_[k] += behind.poly6;
            spiky_[k] += behind.spiky;
        }
    if (!terms.thickening.empty())
        HWY_DYNAMIC_DISPATCH(write_thickening)({queries, poly6_.data(), viscous_.data(), terms.thickening.data()});
    for_each_phase(queries, p, medium, [&](std::span<const spatial::Index> some, const Medium::Phase& phase) {
        const CrowdedQueries crowded{some,
                                     poly6_.data() + (some.data() - queries.data()),
                                     spiky_.data() + (some.data() - queries.data()),
                                     phase,
                                     medium.lattice.cell_volume,
                                     p.density.data(),
                                     p.pressure.data(),
                                     terms.volume.data(),
                                     terms.push.data(),
                                     terms.compression.data()};
        HWY_DYNAMIC_DISPATCH(write_states)(crowded);
    });
}

}  // namespace sim
#endif
