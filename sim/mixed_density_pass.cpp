#include "sim/mixed_density_pass.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "sim/solid_sights.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/mixed_density_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/density_sums-inl.hpp"

#ifndef WEIR_SIM_MIXED_DENSITY_PASS
#define WEIR_SIM_MIXED_DENSITY_PASS
namespace sim {

/// What particles of each size are to the queries of one.
struct DensityWeights {
    std::size_t count;
    std::array<float, most_grains> support;       // of the other, m
    std::array<float, most_grains> poly6, spiky;  // weight * volume * kernel's factor / lattice sum
};

/// Columns beside those of a DensityBlock, whose queries are all of one size.
struct DensityColumns {
    const float* supports;                 // of Candidates, padded
    float *pair_supports, *poly6, *spiky;  // to be made
    float support;                         // of the queries
    const DensityWeights& weights;
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// A candidate's size is known by its support. Padding has none, and no weight.
void make_columns(const DensityColumns& c, std::size_t padded) {
    const Floats d;
    const auto own = hn::Set(d, c.support), half = hn::Set(d, 0.5f);
    for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
        const auto support = hn::Load(d, c.supports + at);
        auto poly6 = hn::Zero(d), spiky = hn::Zero(d);
        for (std::size_t g = 0; g < c.weights.count; ++g) {
            const auto is_it = hn::Eq(support, hn::Set(d, c.weights.support[g]));
            poly6 = hn::IfThenElse(is_it, hn::Set(d, c.weights.poly6[g]), poly6);
            spiky = hn::IfThenElse(is_it, hn::Set(d, c.weights.spiky[g]), spiky);
        }
        hn::Store(hn::Mul(half, hn::Add(own, support)), d, c.pair_supports + at);
        hn::Store(poly6, d, c.poly6 + at);
        hn::Store(spiky, d, c.spiky + at);
    }
}

/// Each pair with a support of its own, and with weights.
struct SupportsOfPairs {
    const float *supports, *poly6, *spiky;

    template <class F>
    HWY_INLINE void with(std::size_t at, F f) const {
        const Floats d;
        const auto h = hn::Load(d, supports + at);
        const auto poly6_weight = hn::Load(d, poly6 + at), spiky_weight = hn::Load(d, spiky + at);
        f(
            h, hn::Mul(h, h), [&](auto of_kernel) HWY_ATTR { return hn::Mul(of_kernel, poly6_weight); },
            [&](auto of_kernel) HWY_ATTR { return hn::Mul(of_kernel, spiky_weight); });
    }
};

template <bool Count>
std::uint64_t sum_mixed_as(const DensityBlock& b, const DensityColumns& c) {
    make_columns(c, b.padded);
    return sum_densities<Count, false>(b, SupportsOfPairs{c.pair_supports, c.poly6, c.spiky});
}

std::uint64_t sum_mixed(const DensityBlock& b, const DensityColumns& c) { return sum_mixed_as<false>(b, c); }
std::uint64_t sum_mixed_and_count(const DensityBlock& b, const DensityColumns& c) { return sum_mixed_as<true>(b, c); }

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
            // The weights are factors of their own.
            const DensityBlock b{p.x.data(),
                                 p.y.data(),
                                 p.z.data(),
                                 queries,
                                 s.candidates.column(0),
                                 s.candidates.column(1),
                                 s.candidates.column(2),
                                 s.candidates.padded(),
                                 1.0f,
                                 1.0f,
                                 1.0f,
                                 s.crowding.poly6(),
                                 s.crowding.spiky(),
                                 nullptr};
            const DensityColumns columns{s.candidates.column(3), s.columns.column(0), s.columns.column(1),
                                         s.columns.column(2),    medium.support,      weights[g]};
            if constexpr (Count) {
                s.count.candidates += queries.size() * spatial::size_of(ranges);
                s.count.pairs += HWY_DYNAMIC_DISPATCH(sum_mixed_and_count)(b, columns) - queries.size();
            } else {
                HWY_DYNAMIC_DISPATCH(sum_mixed)(b, columns);
            }
            s.crowding.settle(queries, s.queries.box(), medium, tank, solids, p, terms);
        }
    });
    PairCount all;
    scratch_.for_each([&](const Scratch& s) { all += s.count; });
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
