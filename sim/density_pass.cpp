#include "sim/density_pass.hpp"

#include <algorithm>

#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/density_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SIM_DENSITY_PASS
#define WEIR_SIM_DENSITY_PASS
namespace sim {

/// The queries of a block and the columns they are summed over.
struct DensityBlock {
    const float *x, *y, *z;                   // particle arrays
    std::span<const spatial::Index> queries;  // slots
    const float *xs, *ys, *zs;                // columns of Candidates, padded
    std::size_t padded;
    float support;
    float poly6_factor, spiky_factor;            // of a sum over neighbours, against that of the lattice
    float viscous_factor;                        // likewise
    float *poly6_sum, *spiky_sum, *viscous_sum;  // by query
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// Two queries at a time share the loads of a candidate. What is below zero is out of reach and counts as zero, so
/// that no mask is needed. Returns how many were in reach, when asked to.
template <bool Count, bool Viscous>
std::uint64_t sum_densities(const DensityBlock& b) {
    constexpr std::size_t at_once = 2;
    const Floats d;
    const auto h = hn::Set(d, b.support), h2 = hn::Mul(h, h);
    const auto zero = hn::Zero(d);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const float *const xs = b.xs, *const ys = b.ys, *const zs = b.zs;
    const std::size_t padded = b.padded;
    std::uint64_t in_reach = 0;
    for (std::size_t k = 0; k < b.queries.size(); k += at_once) {
        // The last portion may be short: its query is then summed twice, and written once more.
        const std::size_t next = std::min(k + 1, b.queries.size() - 1);
        const spatial::Index first = b.queries[k], second = b.queries[next];
        const auto x0 = hn::Set(d, b.x[first]), y0 = hn::Set(d, b.y[first]), z0 = hn::Set(d, b.z[first]);
        const auto x1 = hn::Set(d, b.x[second]), y1 = hn::Set(d, b.y[second]), z1 = hn::Set(d, b.z[second]);
        auto poly6_0 = zero, poly6_1 = zero, spiky_0 = zero, spiky_1 = zero;
        [[maybe_unused]] auto viscous_0 = zero, viscous_1 = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto xj = hn::Load(d, xs + at), yj = hn::Load(d, ys + at), zj = hn::Load(d, zs + at);
            const auto add = [&](auto xi, auto yi, auto zi, auto& poly6, auto& spiky, [[maybe_unused]] auto& viscous,
                                 bool counts) HWY_ATTR {
                const auto dx = hn::Sub(xi, xj), dy = hn::Sub(yi, yj), dz = hn::Sub(zi, zj);
                const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
                const auto below = hn::Sub(h2, squared);
                if constexpr (Count)
                    if (counts) in_reach += hn::CountTrue(d, hn::Ge(below, zero));
                const auto p = hn::Max(below, zero);
                poly6 = hn::MulAdd(hn::Mul(p, p), p, poly6);
                const auto s = hn::Max(hn::Sub(h, hn::Sqrt(squared)), zero);
                spiky = hn::MulAdd(hn::Mul(s, s), s, spiky);
                if constexpr (Viscous) viscous = hn::MulAdd(s, squared, viscous);
            };
            add(x0, y0, z0, poly6_0, spiky_0, viscous_0, true);
            add(x1, y1, z1, poly6_1, spiky_1, viscous_1, second != first);
        }
        const auto write = [&](std::size_t query, auto poly6, auto spiky, [[maybe_unused]] auto viscous) HWY_ATTR {
            b.poly6_sum[query] = b.poly6_factor * hn::GetLane(hn::SumOfLanes(d, poly6));
            b.spiky_sum[query] = b.spiky_factor * hn::GetLane(hn::SumOfLanes(d, spiky));
            if constexpr (Viscous) b.viscous_sum[query] = b.viscous_factor * hn::GetLane(hn::SumOfLanes(d, viscous));
        };
        write(k, poly6_0, spiky_0, viscous_0);
        write(next, poly6_1, spiky_1, viscous_1);
    }
    return in_reach;
}

template <bool Count>
std::uint64_t sum_as(const DensityBlock& b) {
    return b.viscous_sum != nullptr ? sum_densities<Count, true>(b) : sum_densities<Count, false>(b);
}

std::uint64_t sum_only(const DensityBlock& b) { return sum_as<false>(b); }
std::uint64_t sum_and_count(const DensityBlock& b) { return sum_as<true>(b); }

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_only);
HWY_EXPORT(sum_and_count);

template <bool Count>
PairCount DensityPass::walk(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, Particles& p,
                            PairTerms& terms, spatial::Queries active, const SolidSights* solids) {
    const Calibration& lattice = medium.lattice;
    const float poly6_factor = Poly6(medium.support).factor / lattice.poly6_sum;
    const float spiky_factor = Spiky(medium.support).factor / lattice.spiky_sum;
    const float viscous_factor =
        Viscosity(medium.support).laplacian_factor * lattice.cell_volume / (6.0f * lattice.viscous_virial);
    const bool viscous = medium.evens_viscosity();
    terms.resize(p.size(), viscous);
    scratch_.prepare();
    scratch_.for_each([](Scratch& s) { s.count = {}; });
    search.for_each_block(active, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        Scratch& s = scratch_.mine();
        s.active.find(active, block, p.x.data(), p.y.data(), p.z.data());
        const std::span<const spatial::Index> queries = s.active.slots();
        s.columns.gather_near(ranges, {p.x.data(), p.y.data(), p.z.data()}, p.size(), {s.active.box(), medium.support},
                              {spatial::out_of_reach, spatial::out_of_reach, spatial::out_of_reach});
        s.crowding.reserve(queries.size());
        const DensityBlock b{p.x.data(),
                             p.y.data(),
                             p.z.data(),
                             queries,
                             s.columns.column(0),
                             s.columns.column(1),
                             s.columns.column(2),
                             s.columns.padded(),
                             medium.support,
                             poly6_factor,
                             spiky_factor,
                             viscous_factor,
                             s.crowding.poly6(),
                             s.crowding.spiky(),
                             viscous ? s.crowding.viscous() : nullptr};
        if constexpr (Count) {
            s.count.candidates += queries.size() * spatial::size_of(ranges);
            s.count.pairs += HWY_DYNAMIC_DISPATCH(sum_and_count)(b) - queries.size();
        } else {
            HWY_DYNAMIC_DISPATCH(sum_only)(b);
        }
        s.crowding.settle(queries, s.active.box(), medium, tank, solids, p, terms);
    });
    PairCount all;
    scratch_.for_each([&](const Scratch& s) {
        all.candidates += s.count.candidates;
        all.pairs += s.count.pairs;
    });
    return all;
}

void DensityPass::run(const spatial::BlockSource& search, const Medium& medium, const Tank& tank, Particles& particles,
                      PairTerms& terms, spatial::Queries queries, const SolidSights* solids) {
    walk<false>(search, medium, tank, particles, terms, queries, solids);
}

PairCount DensityPass::run_and_count(const spatial::BlockSource& search, const Medium& medium, const Tank& tank,
                                     Particles& particles, PairTerms& terms, spatial::Queries queries,
                                     const SolidSights* solids) {
    return walk<true>(search, medium, tank, particles, terms, queries, solids);
}

std::size_t DensityPass::bytes() {
    std::size_t sum = 0;
    scratch_.for_each([&](const Scratch& s) { sum += s.columns.bytes(); });
    return sum;
}

}  // namespace sim
#endif
