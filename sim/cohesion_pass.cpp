#include "sim/cohesion_pass.hpp"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/cohesion_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SIM_COHESION_PASS
#define WEIR_SIM_COHESION_PASS
namespace sim {

/// The queries of a block and the columns they are summed over. Columns and particle arrays alike: x y z q, and with
/// several fluids fluid.
struct CohesionBlock {
    std::array<const float*, 5> particles;
    spatial::Range queries;
    std::array<const float*, 5> columns;  // of Candidates, padded
    std::size_t padded;
    float inverse_squared_reach;
    float closest;                 // u0
    float *sum_x, *sum_y, *sum_z;  // by slot; the filling needs the first only
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// v = 1 - u; where it is below zero it is out of reach and counts as zero, and so do other fluids.
template <bool OneFluid>
void sum_filling_as(const CohesionBlock& b) {
    const Floats d;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), scale = hn::Set(d, b.inverse_squared_reach);
    const auto factor = hn::Set(d, 4.0f / 3.0f * (1.0f - b.closest));
    const auto columns = b.columns;
    const std::size_t padded = b.padded;
    for (spatial::Index slot = b.queries.begin; slot < b.queries.end; ++slot) {
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, b.particles[k][slot]); };
        const auto x = self(0), y = self(1), z = self(2);
        auto fluid = zero;
        if constexpr (!OneFluid) fluid = self(4);
        auto sum = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns[k] + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            auto v = hn::Max(hn::NegMulAdd(squared, scale, one), zero);
            if constexpr (!OneFluid) v = hn::IfThenElseZero(hn::Eq(fluid, other(4)), v);
            sum = hn::MulAdd(hn::Mul(hn::Mul(v, v), v), hn::Sub(factor, v), sum);
        }
        b.sum_x[slot] = hn::GetLane(hn::SumOfLanes(d, sum));
    }
}

/// sum_j (q_i + q_j) (1 - u)² (u - u0) d.
template <bool OneFluid>
void sum_pulls_as(const CohesionBlock& b) {
    const Floats d;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), scale = hn::Set(d, b.inverse_squared_reach);
    const auto turn = hn::Set(d, 1.0f - b.closest);  // u - u0 = turn - v
    const auto columns = b.columns;
    const std::size_t padded = b.padded;
    for (spatial::Index slot = b.queries.begin; slot < b.queries.end; ++slot) {
        const auto self = [&](std::size_t k) HWY_ATTR { return hn::Set(d, b.particles[k][slot]); };
        const auto x = self(0), y = self(1), z = self(2), lack = self(3);
        auto fluid = zero;
        if constexpr (!OneFluid) fluid = self(4);
        auto sum_x = zero, sum_y = zero, sum_z = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns[k] + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            auto v = hn::Max(hn::NegMulAdd(squared, scale, one), zero);
            if constexpr (!OneFluid) v = hn::IfThenElseZero(hn::Eq(fluid, other(4)), v);
            const auto pull = hn::Mul(hn::Mul(hn::Mul(v, v), hn::Sub(turn, v)), hn::Add(lack, other(3)));
            sum_x = hn::MulAdd(pull, dx, sum_x);
            sum_y = hn::MulAdd(pull, dy, sum_y);
            sum_z = hn::MulAdd(pull, dz, sum_z);
        }
        b.sum_x[slot] = hn::GetLane(hn::SumOfLanes(d, sum_x));
        b.sum_y[slot] = hn::GetLane(hn::SumOfLanes(d, sum_y));
        b.sum_z[slot] = hn::GetLane(hn::SumOfLanes(d, sum_z));
    }
}

void sum_filling_of_one(const CohesionBlock& block) { sum_filling_as<true>(block); }
void sum_filling_of_several(const CohesionBlock& block) { sum_filling_as<false>(block); }
void sum_pulls_of_one(const CohesionBlock& block) { sum_pulls_as<true>(block); }
void sum_pulls_of_several(const CohesionBlock& block) { sum_pulls_as<false>(block); }

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_filling_of_one);
HWY_EXPORT(sum_filling_of_several);
HWY_EXPORT(sum_pulls_of_one);
HWY_EXPORT(sum_pulls_of_several);

void CohesionPass::run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
                       const Images& images, Particles& p) {
    const Cohesion& cohesion = medium.cohesion;
    const bool one = medium.phases.size() == 1;
    for (auto* values : {&lack_, &fill_, &sum_x_, &sum_y_, &sum_z_}) values->resize(p.size());
    if (!one) fluid_.assign(p.fluid.begin(), p.fluid.end());
    const std::array<const float*, columns> sources = {p.x.data(), p.y.data(), p.z.data(), lack_.data(), fluid_.data()};
    // No fluid has the padding's number.
    constexpr std::array<float, columns> padding = {spatial::out_of_reach, spatial::out_of_reach, spatial::out_of_reach,
                                                    0.0f, -1.0f};
    const std::size_t used = one ? columns - 1 : columns;
    const float pull = -8.0f * medium.lattice.cell_volume / (cohesion.reach * cohesion.reach * cohesion.sum);

    const auto stream = [&](auto sum, auto finish) {
        scratch_.prepare();
        search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
            auto& candidates = scratch_.mine();
            const spatial::Box queries = spatial::box_around(p.x.data(), p.y.data(), p.z.data(), block);
            candidates.gather_near(ranges, sources, p.size(), {queries, cohesion.reach}, padding, used);
            CohesionBlock b{sources,
                            block,
                            {},
                            candidates.padded(),
                            1.0f / (cohesion.reach * cohesion.reach),
                            cohesion.closest,
                            sum_x_.data(),
                            sum_y_.data(),
                            sum_z_.data()};
            for (std::size_t k = 0; k < columns; ++k) b.columns[k] = candidates.column(k);
            sum(b);
            for (spatial::Index slot = block.begin; slot < block.end; ++slot) finish(slot);
        });
    };
    stream(
        [&](const CohesionBlock& b) {
            one ? HWY_DYNAMIC_DISPATCH(sum_filling_of_one)(b) : HWY_DYNAMIC_DISPATCH(sum_filling_of_several)(b);
        },
        [&](spatial::Index slot) {
            const float left = 1.0f - tank.share_behind(cohesion, cohesion.wall, {p.x[slot], p.y[slot], p.z[slot]});
            fill_[slot] = sum_x_[slot] / (cohesion.sum * left);
            lack_[slot] = medium.phases[p.fluid[slot]].cohesion * cohesion.lack(fill_[slot]) / left;
        });
    if (images.any()) images.share(lack_);
    stream(
        [&](const CohesionBlock& b) {
            one ? HWY_DYNAMIC_DISPATCH(sum_pulls_of_one)(b) : HWY_DYNAMIC_DISPATCH(sum_pulls_of_several)(b);
        },
        [&](spatial::Index slot) {
            const glm::vec3 push = tank.push(cohesion, cohesion.wall, {p.x[slot], p.y[slot], p.z[slot]});
            const glm::vec3 sum{sum_x_[slot], sum_y_[slot], sum_z_[slot]};
            const float wall_pull = medium.lattice.cell_volume * lack_[slot] * fill_[slot];
            const glm::vec3 a = (pull * sum - wall_pull * push) / medium.phases[p.fluid[slot]].mass;
            p.ax[slot] += a.x;
            p.ay[slot] += a.y;
            p.az[slot] += a.z;
        });
}

double CohesionPass::energy(const Medium& medium, const Particles& p) const {
    assert(fill_.size() == p.size());  // in periodic tanks images have gone since
    double sum = 0.0;
    for (std::size_t slot = 0; slot < fill_.size(); ++slot)
        sum += double{medium.phases[p.fluid[slot]].cohesion * medium.lattice.cell_volume} *
               double{Cohesion::energy(fill_[slot])};
    return sum;
}

std::size_t CohesionPass::bytes() {
    std::size_t sum = 0;
    for (const auto* values : {&lack_, &fill_, &fluid_, &sum_x_, &sum_y_, &sum_z_})
        sum += values->capacity() * sizeof(float);
    scratch_.for_each([&](const auto& s) { sum += s.bytes(); });
    return sum;
}

}  // namespace sim
#endif
