#include "sim/isotropy_pass.hpp"

#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/isotropy_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/inverse_distance-inl.hpp"

#ifndef WEIR_SIM_ISOTROPY_PASS
#define WEIR_SIM_ISOTROPY_PASS
namespace sim {

/// The queries of a block and the columns they are summed over. Columns and particle arrays alike: x y z, and in the
/// second go S D.
struct IsotropyBlock {
    const std::array<const float*, 8>& particles;
    std::span<const spatial::Index> queries;  // slots
    const float* columns;                     // of Candidates, padded; the next is so many numbers further
    std::size_t to_next_column;
    std::size_t padded;
    float support;
    float factor;                  // from sums over d d^T to B
    std::array<float*, 5> uneven;  // by slot
    glm::vec3* sums;               // by query
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// Calls f(dx, dy, dz, (h - r)² / r, at) for the vectors of candidates some of which are in reach; as in the force
/// pass.
template <class F>
HWY_INLINE void for_each_pair(const IsotropyBlock& b, spatial::Index slot, F f) {
    const Floats d;
    const auto h = hn::Set(d, b.support), h2 = hn::Mul(h, h), zero = hn::Zero(d);
    const auto closest_squared = hn::Set(d, 1e-12f * b.support * b.support);
    const float *const xs = b.columns, *const ys = xs + b.to_next_column, *const zs = ys + b.to_next_column;
    const std::size_t padded = b.padded;
    const auto x = hn::Set(d, b.particles[0][slot]), y = hn::Set(d, b.particles[1][slot]),
               z = hn::Set(d, b.particles[2][slot]);
    for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
        const auto dx = hn::Sub(x, hn::Load(d, xs + at)), dy = hn::Sub(y, hn::Load(d, ys + at)),
                   dz = hn::Sub(z, hn::Load(d, zs + at));
        const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        if (hn::AllFalse(d, hn::Lt(squared, h2))) continue;
        const auto safe = hn::Max(squared, closest_squared);
        const auto inverse = inverse_distance(safe);
        const auto inside = hn::Max(hn::NegMulAdd(safe, inverse, h), zero);
        f(dx, dy, dz, hn::Mul(hn::Mul(inside, inside), inverse), at);
    }
}

/// D: what of B has no trace.
void sum_unevenness(const IsotropyBlock& b) {
    const Floats d;
    for (const spatial::Index slot : b.queries) {
        auto xx = hn::Zero(d), yy = xx, zz = xx, xy = xx, yz = xx, zx = xx;
        for_each_pair(b, slot, [&](auto dx, auto dy, auto dz, auto slope, std::size_t) HWY_ATTR {
            const auto sx = hn::Mul(slope, dx), sy = hn::Mul(slope, dy), sz = hn::Mul(slope, dz);
            xx = hn::MulAdd(sx, dx, xx);
            yy = hn::MulAdd(sy, dy, yy);
            zz = hn::MulAdd(sz, dz, zz);
            xy = hn::MulAdd(sx, dy, xy);
            yz = hn::MulAdd(sy, dz, yz);
            zx = hn::MulAdd(sz, dx, zx);
        });
        const auto third = hn::Mul(hn::Add(hn::Add(xx, yy), zz), hn::Set(d, 1.0f / 3.0f));
        const auto write = [&](std::size_t k, auto sum)
                               HWY_ATTR { b.uneven[k][slot] = b.factor * hn::GetLane(hn::SumOfLanes(d, sum)); };
        write(0, hn::Sub(xx, third));
        write(1, hn::Sub(yy, third));
        write(2, xy);
        write(3, yz);
        write(4, zx);
    }
}

/// The sum in the header.
void sum_forces(const IsotropyBlock& b) {
    const Floats d;
    const float* const own_columns = b.columns + 3 * b.to_next_column;
    const std::size_t to_next_column = b.to_next_column;
    for (std::size_t query = 0; query < b.queries.size(); ++query) {
        const spatial::Index slot = b.queries[query];
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, b.particles[3 + k][slot]); };
        const auto own_xx = self(0), own_yy = self(1), own_xy = self(2), own_yz = self(3), own_zx = self(4);
        auto x = hn::Zero(d), y = x, z = x;
        for_each_pair(b, slot, [&](auto dx, auto dy, auto dz, auto slope, std::size_t at) HWY_ATTR {
            const auto both = [&](auto own, std::size_t k)
                                  HWY_ATTR { return hn::Add(own, hn::Load(d, own_columns + k * to_next_column + at)); };
            const auto xx = both(own_xx, 0), yy = both(own_yy, 1), xy = both(own_xy, 2), yz = both(own_yz, 3),
                       zx = both(own_zx, 4);
            const auto zz = hn::Neg(hn::Add(xx, yy));
            x = hn::MulAdd(slope, hn::MulAdd(xx, dx, hn::MulAdd(xy, dy, hn::Mul(zx, dz))), x);
            y = hn::MulAdd(slope, hn::MulAdd(xy, dx, hn::MulAdd(yy, dy, hn::Mul(yz, dz))), y);
            z = hn::MulAdd(slope, hn::MulAdd(zx, dx, hn::MulAdd(yz, dy, hn::Mul(zz, dz))), z);
        });
        b.sums[query] = {hn::GetLane(hn::SumOfLanes(d, x)), hn::GetLane(hn::SumOfLanes(d, y)),
                         hn::GetLane(hn::SumOfLanes(d, z))};
    }
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_unevenness);
HWY_EXPORT(sum_forces);

void IsotropyPass::run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
                       const Images& images, const PairTerms& terms, const SolidSights* solids, Particles& p) {
    for (auto& values : uneven_) values.resize(p.size());
    auto& [xx, yy, xy, yz, zx] = uneven_;
    const std::array<const float*, columns> sources = {p.x.data(), p.y.data(), p.z.data(), xx.data(),
                                                       yy.data(),  xy.data(),  yz.data(),  zx.data()};
    constexpr std::array<float, columns> padding = {spatial::out_of_reach, spatial::out_of_reach,
                                                    spatial::out_of_reach};
    const Calibration& lattice = medium.lattice;
    const float slope_factor = -Spiky(medium.support).slope_factor;
    const float push_factor = slope_factor * lattice.cell_volume * lattice.cell_volume / lattice.spiky_virial;
    const spatial::Queries queries = images.queries();
    const auto stream = [&](std::size_t used, auto sum) {
        scratch_.prepare();
        search.for_each_block(queries, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
            auto& [candidates, active, sums] = scratch_.mine();
            active.find(queries, block, p.x.data(), p.y.data(), p.z.data());
            candidates.gather_near(ranges, sources, p.size(), {active.box(), medium.support}, padding, used);
            if (sums.size() < active.slots().size()) sums.resize(active.slots().size());
            sum(IsotropyBlock{sources,
                              active.slots(),
                              candidates.column(0),
                              candidates.to_next_column(),
                              candidates.padded(),
                              medium.support,
                              push_factor / lattice.cell_volume,
                              {xx.data(), yy.data(), xy.data(), yz.data(), zx.data()},
                              sums.data()});
        });
    };
    stream(3, [&](const IsotropyBlock& b) {
        HWY_DYNAMIC_DISPATCH(sum_unevenness)(b);
        for (const spatial::Index slot : b.queries) {
            const bool goes_without = tank.is_near({p.x[slot], p.y[slot], p.z[slot]}, lattice.walls.spiky.range()) ||
                                      sight_at(solids, slot) != nullptr;
            const float share = goes_without ? 0.0f : medium.isotropy * terms.push[slot];
            for (auto& values : uneven_) values[slot] *= share;
        }
    });
    if (images.any())
        for (auto& values : uneven_) images.share(values);
    const float times = static_cast<float>(steps_an_isotropy);
    stream(columns, [&](const IsotropyBlock& b) {
        HWY_DYNAMIC_DISPATCH(sum_forces)(b);
        for (std::size_t query = 0; query < b.queries.size(); ++query) {
            const spatial::Index slot = b.queries[query];
            const glm::vec3 a = -times * push_factor * medium.phases[p.fluid[slot]].inverse_mass * b.sums[query];
            p.ax[slot] += a.x;
            p.ay[slot] += a.y;
            p.az[slot] += a.z;
        }
    });
}

std::size_t IsotropyPass::bytes() {
    std::size_t sum = 0;
    for (const auto& values : uneven_) sum += values.capacity() * sizeof(float);
    scratch_.for_each([&](const Scratch& s) { sum += s.candidates.bytes() + s.sums.capacity() * sizeof(glm::vec3); });
    return sum;
}

}  // namespace sim
#endif
