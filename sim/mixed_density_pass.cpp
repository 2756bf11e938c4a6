#include "sim/mixed_density_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sim/solid_sights.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/mixed_density_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SIM_MIXED_DENSITY_PASS
#define WEIR_SIM_MIXED_DENSITY_PASS
namespace sim {

/// What particles of each size are to the queries of one.
struct DensityWeights {
    std::size_t count;
    std::array<float, most_grains> support;       // of the other, m
    std::array<float, most_grains> poly6, spiky;  // weight * volume * kernel's factor / lattice sum
};

/// The queries of a block, all of one size, and the columns they are summed over.
struct MixedDensityBlock {
    const float *x, *y, *z;                   // particle arrays
    std::span<const spatial::Index> queries;  // slots
    const float *xs, *ys, *zs, *supports;     // columns of Candidates, padded
    float *pair_supports, *poly6, *spiky;     // to be made
    std::size_t padded;
    float support;  // of the queries
    const DensityWeights& weights;
    float *poly6_sum, *spiky_sum;  // by query
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// A candidate's size is known by its support. Padding has none, and no weight.
void make_columns(const MixedDensityBlock& b) {
    const Floats d;
    const auto own = hn::Set(d, b.support), half = hn::Set(d, 0.5f);
    for (std::size_t at = 0; at < b.padded; at += hn::Lanes(d)) {
        const auto support = hn::Load(d, b.supports + at);
        auto poly6 = hn::Zero(d), spiky = hn::Zero(d);
        for (std::size_t g = 0; g < b.weights.count; ++g) {
            const auto is_it = hn::Eq(support, hn::Set(d, b.weights.support[g]));
            poly6 = hn::IfThenElse(is_it, hn::Set(d, b.weights.poly6[g]), poly6);
            spiky = hn::IfThenElse(is_it, hn::Set(d, b.weights.spiky[g]), spiky);
        }
        hn::Store(hn::Mul(half, hn::Add(own, support)), d, b.pair_supports + at);
        hn::Store(poly6, d, b.poly6 + at);
        hn::Store(spiky, d, b.spiky + at);
    }
}

/// As sum_densities() of the density pass, each pair with a support of its own.
template <bool Count>
std::uint64_t sum_mixed_densities(const MixedDensityBlock& b) {
    make_columns(b);
    constexpr std::size_t at_once = 2;
    const Floats d;
    const auto zero = hn::Zero(d);
    // Copies: for all the compiler knows, writing sums could change where the columns are.
    const float *const xs = b.xs, *const ys = b.ys, *const zs = b.zs, *const hs = b.pair_supports,
                       *const poly6s = b.poly6, *const spikys = b.spiky;
    const std::size_t padded = b.padded;
    std::uint64_t in_reach = 0;
    for (std::size_t k = 0; k < b.queries.size(); k += at_once) {
        const std::size_t next = std::min(k + 1, b.queries.size() - 1);
        const spatial::Index first = b.queries[k], second = b.queries[next];
        const auto x0 = hn::Set(d, b.x[first]), y0 = hn::Set(d, b.y[first]), z0 = hn::Set(d, b.z[first]);
        const auto x1 = hn::Set(d, b.x[second]), y1 = hn::Set(d, b.y[second]), z1 = hn::Set(d, b.z[second]);
        auto poly6_0 = zero, poly6_1 = zero, spiky_0 = zero, spiky_1 = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto xj = hn::Load(d, xs + at), yj = hn::Load(d, ys + at), zj = hn::Load(d, zs + at);
            const auto h = hn::Load(d, hs + at), h2 = hn::Mul(h, h);
            const auto poly6_weight = hn::Load(d, poly6s + at), spiky_weight = hn::Load(d, spikys + at);
            const auto add = [&](auto xi, auto yi, auto zi, auto& poly6, auto& spiky, bool counts) HWY_ATTR {
                const auto dx = hn::Sub(xi, xj), dy = hn::Sub(yi, yj), dz = hn::Sub(zi, zj);
                const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
                const auto below = hn::Sub(h2, squared);
                if constexpr (Count)
                    if (counts) in_reach += hn::CountTrue(d, hn::Ge(below, zero));
                const auto p = hn::Max(below, zero);
                poly6 = hn::MulAdd(hn::Mul(p, p), hn::Mul(p, poly6_weight), poly6);
                const auto s = hn::Max(hn::Sub(h, hn::Sqrt(squared)), zero);
                spiky = hn::MulAdd(hn::Mul(s, s), hn::Mul(s, spiky_weight), spiky);
            };
            add(x0, y0, z0, poly6_0, spiky_0, true);
            add(x1, y1, z1, poly6_1, spiky_1, second != first);
        }
        const auto write = [&](std::size_t query, auto poly6, auto spiky) HWY_ATTR {
            b.poly6_sum[query] = hn::GetLane(hn::SumOfLanes(d, poly6));
            b.spiky_sum[query] = hn::GetLane(hn::SumOfLanes(d, spiky));
        };
        write(k, poly6_0, spiky_0);
        write(next, poly6_1, spiky_1);
    }
    return in_reach;
}

std::uint64_t sum_mixed(const MixedDensityBlock& b) { return sum_mixed_densities<false>(b); }
std::uint64_t sum_mixed_and_count(const MixedDensityBlock& b) { return sum_mixed_densities<true>(b); }

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_mixed);
HWY_EXPORT(sum_mixed_and_count);

namespace {

/// In double: the ninth power of a support is at the end of floats.
DensityWeights weights_of(const Grains& grains, std::size_t own) {
    DensityWeights weights{};
    weights.count = grains.size();
    const Calibration& lattice = grains[own].medium.lattice;
    const double volume_of_own = double{lattice.cell_volume};
    for (std::size_t g = 0; g < grains.size(); ++g) {
        const GrainPair& pair = grains.pair(own, g);
        const double h3 = std::pow(double{pair.support}, 3.0), volume = double{grains[g].medium.lattice.cell_volume};
        weights.support[g] = grains[g].medium.support;
        weights.poly6[g] = static_cast<float>(double{pair.poly6_weight} * 315.0 / (64.0 * std::numbers::pi * h3 * h3) *
                                              (volume / h3) / (double{lattice.poly6_sum} * volume_of_own));
        weights.spiky[g] = static_cast<float>(double{pair.spiky_weight} * 15.0 / (std::numbers::pi * h3) *
                                              (volume / h3) / (double{lattice.spiky_sum} * volume_of_own));
    }
    return weights;
}

}  // namespace

template <bool Count>
PairCount MixedDensityPass::walk(const spatial::BlockSource& search, const Grains& grains,
                                 std::span<const float> supports, Particles& p, PairTerms& terms,
                                 spatial::Queries active, const SolidSights* solids) {
    std::array<DensityWeights, most_grains> weights;
    for (std::size_t g = 0; g < grains.size(); ++g) weights[g] = weights_of(grains, g);
    terms.resize(p.size());
    scratch_.prepare();
    scratch_.for_each([](Scratch& s) { s.count = {}; });
    search.for_each_block(active, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        Scratch& s = scratch_.mine();
        for (std::size_t g = 0; g < grains.size(); ++g) {
            const auto of_size = [&](spatial::Index slot) { return p.grain[slot] == g; };
            if (!s.queries.find(active, block, p.x.data(), p.y.data(), p.z.data(), of_size)) continue;
            const auto& [spacing, medium, tank] = grains[g];
            const std::span<const spatial::Index> queries = s.queries.slots();
            s.candidates.gather_near(ranges, {p.x.data(), p.y.data(), p.z.data(), supports.data()}, p.size(),
                                     {s.queries.box(), medium.support, supports.data(), true},
                                     {spatial::out_of_reach, spatial::out_of_reach, spatial::out_of_reach, 0.0f});
            s.columns.reserve(s.candidates.padded());
            s.crowding.reserve(queries.size());
            const MixedDensityBlock b{p.x.data(),
                                      p.y.data(),
                                      p.z.data(),
                                      queries,
                                      s.candidates.column(0),
                                      s.candidates.column(1),
                                      s.candidates.column(2),
                                      s.candidates.column(3),
                                      s.columns.column(0),
                                      s.columns.column(1),
                                      s.columns.column(2),
                                      s.candidates.padded(),
                                      medium.support,
                                      weights[g],
                                      s.crowding.poly6(),
                                      s.crowding.spiky()};
            if constexpr (Count) {
                s.count.candidates += queries.size() * spatial::size_of(ranges);
                s.count.pairs += HWY_DYNAMIC_DISPATCH(sum_mixed_and_count)(b) - queries.size();
            } else {
                HWY_DYNAMIC_DISPATCH(sum_mixed)(b);
            }
            s.crowding.settle(queries, s.queries.box(), medium, tank, solids, p, terms);
        }
    });
    PairCount all;
    scratch_.for_each([&](const Scratch& s) {
        all.candidates += s.count.candidates;
        all.pairs += s.count.pairs;
    });
    return all;
}

void MixedDensityPass::run(const spatial::BlockSource& search, const Grains& grains, std::span<const float> supports,
                           Particles& particles, PairTerms& terms, spatial::Queries queries,
                           const SolidSights* solids) {
    walk<false>(search, grains, supports, particles, terms, queries, solids);
}

PairCount MixedDensityPass::run_and_count(const spatial::BlockSource& search, const Grains& grains,
                                          std::span<const float> supports, Particles& particles, PairTerms& terms,
                                          spatial::Queries queries, const SolidSights* solids) {
    return walk<true>(search, grains, supports, particles, terms, queries, solids);
}

std::size_t MixedDensityPass::bytes() {
    std::size_t sum = 0;
    scratch_.for_each([&](const Scratch& s) { sum += s.candidates.bytes() + s.columns.bytes(); });
    return sum;
}

}  // namespace sim
#endif
