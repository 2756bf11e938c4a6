#include "sim/density_pass.hpp"

#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/density_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/density_sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One support for all.
struct OneSupport {
    float support;

    template <class F>
    HWY_INLINE void with(std::size_t, F f) const {
        const auto h = hn::Set(hn::CappedTag<float, 16>(), support);
        const auto as_it_is = [](auto of_kernel) HWY_ATTR { return of_kernel; };
        f(h, hn::Mul(h, h), as_it_is, as_it_is);
    }
};

template <bool Count>
std::uint64_t sum_as(const DensityBlock& b, float support) {
    const OneSupport supports{support};
    return b.viscous_sum != nullptr ? sum_densities<Count, true>(b, supports)
                                    : sum_densities<Count, false>(b, supports);
}

std::uint64_t sum_only(const DensityBlock& b, float support) { return sum_as<false>(b, support); }
std::uint64_t sum_and_count(const DensityBlock& b, float support) { return sum_as<true>(b, support); }

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
        const DensityBlock b{p.x.data(),          p.y.data(),
                             p.z.data(),          queries,
                             s.columns.column(0), s.columns.column(1),
                             s.columns.column(2), s.columns.padded(),
                             poly6_factor,        spiky_factor,
                             viscous_factor,      s.crowding.poly6(),
                             s.crowding.spiky(),  viscous ? s.crowding.viscous() : nullptr};
        if constexpr (Count) {
            s.count.candidates += queries.size() * spatial::size_of(ranges);
            s.count.pairs += HWY_DYNAMIC_DISPATCH(sum_and_count)(b, medium.support) - queries.size();
        } else {
            HWY_DYNAMIC_DISPATCH(sum_only)(b, medium.support);
        }
        s.crowding.settle(queries, s.active.box(), medium, tank, solids, p, terms);
    });
    PairCount all;
    scratch_.for_each([&](const Scratch& s) { all += s.count; });
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
