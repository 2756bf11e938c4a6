#include "sim/colour_field_pass.hpp"

#include <glm/geometric.hpp>

#include "sim/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/colour_field_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SIM_COLOUR_FIELD_PASS
#define WEIR_SIM_COLOUR_FIELD_PASS
namespace sim {

/// The queries of a block and the columns they are summed over: x y z colour.
struct ColourBlock {
    const float *x, *y, *z;  // particle arrays
    spatial::Range queries;
    std::array<const float*, 4> columns;  // of Candidates, padded
    std::size_t padded;
    float inverse_squared_support;
    float *sum, *sum_x, *sum_y, *sum_z, *curve;  // by slot
};

}  // namespace sim
#endif

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;

/// With v = 1 - r²/h², below zero out of reach and counted as zero, and the kernel poly6 = k h^6 v³:
/// sums of v³, of v² d for the gradient -6 k h^4 v² d, and of v (7 v - 4) for the Laplacian -6 k h^4 v (7 v - 4).
void sum_colours(const ColourBlock& b) {
    const Floats d;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), scale = hn::Set(d, b.inverse_squared_support);
    const auto seven = hn::Set(d, 7.0f), four = hn::Set(d, 4.0f);
    const auto columns = b.columns;
    const std::size_t padded = b.padded;
    for (spatial::Index slot = b.queries.begin; slot < b.queries.end; ++slot) {
        const auto x = hn::Set(d, b.x[slot]), y = hn::Set(d, b.y[slot]), z = hn::Set(d, b.z[slot]);
        auto sum = zero, sum_x = zero, sum_y = zero, sum_z = zero, curve = zero;
        for (std::size_t at = 0; at < padded; at += hn::Lanes(d)) {
            const auto other = [&](std::size_t k) HWY_ATTR { return hn::Load(d, columns[k] + at); };
            const auto dx = hn::Sub(x, other(0)), dy = hn::Sub(y, other(1)), dz = hn::Sub(z, other(2));
            const auto squared = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            const auto v = hn::Max(hn::NegMulAdd(squared, scale, one), zero);
            const auto once = hn::Mul(other(3), v), twice = hn::Mul(once, v);
            sum = hn::MulAdd(twice, v, sum);
            sum_x = hn::MulAdd(twice, dx, sum_x);
            sum_y = hn::MulAdd(twice, dy, sum_y);
            sum_z = hn::MulAdd(twice, dz, sum_z);
            curve = hn::MulAdd(once, hn::MulSub(seven, v, four), curve);
        }
        b.sum[slot] = hn::GetLane(hn::SumOfLanes(d, sum));
        b.sum_x[slot] = hn::GetLane(hn::SumOfLanes(d, sum_x));
        b.sum_y[slot] = hn::GetLane(hn::SumOfLanes(d, sum_y));
        b.sum_z[slot] = hn::GetLane(hn::SumOfLanes(d, sum_z));
        b.curve[slot] = hn::GetLane(hn::SumOfLanes(d, curve));
    }
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(sum_colours);

void ColourFieldPass::run(const spatial::NeighbourSearch& search, const Medium& medium, const Tank& tank,
                          const std::vector<float>& volumes, Particles& p) {
    for (auto* values : {&colour_, &sum_, &sum_x_, &sum_y_, &sum_z_, &curve_}) values->resize(p.size());
    for (std::size_t slot = 0; slot < p.size(); ++slot)
        colour_[slot] = medium.phases[p.fluid[slot]].interface_colour * volumes[slot];
    const std::array<const float*, columns> sources = {p.x.data(), p.y.data(), p.z.data(), colour_.data()};
    constexpr std::array<float, columns> padding = {spatial::out_of_reach, spatial::out_of_reach,
                                                    spatial::out_of_reach};
    const float h2 = medium.support * medium.support;
    const float weight = Poly6(medium.support).factor * h2 * h2 * h2, slope = -6.0f * weight / h2;

    scratch_.prepare();
    search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        auto& candidates = scratch_.mine();
        const spatial::Box queries = spatial::box_around(p.x.data(), p.y.data(), p.z.data(), block);
        candidates.gather_near(ranges, sources, p.size(), {queries, medium.support}, padding);
        ColourBlock b{p.x.data(),          p.y.data(),   p.z.data(),  block,         {},
                      candidates.padded(), 1.0f / h2,    sum_.data(), sum_x_.data(), sum_y_.data(),
                      sum_z_.data(),       curve_.data()};
        for (std::size_t k = 0; k < columns; ++k) b.columns[k] = candidates.column(k);
        HWY_DYNAMIC_DISPATCH(sum_colours)(b);

        for (spatial::Index slot = block.begin; slot < block.end; ++slot) {
            const Medium::Phase& phase = medium.phases[p.fluid[slot]];
            const glm::vec3 place{p.x[slot], p.y[slot], p.z[slot]};
            const WallSight& sight = medium.lattice.walls.poly6;
            // As in cohesion.hpp, what is not behind walls counts for all.
            const float left = 1.0f - tank.share_behind(Poly6HalfSpace{}, sight, place);
            const glm::vec3 sum{sum_x_[slot], sum_y_[slot], sum_z_[slot]};
            const glm::vec3 gradient =
                (slope * sum - weight * sum_[slot] / left * tank.push(Poly6HalfSpace{}, sight, place)) / left;
            const float steepness = glm::length(gradient);
            if (steepness <= medium.least_colour_slope) continue;
            const float laplacian = slope * curve_[slot] / left;
            const glm::vec3 a = -phase.tension * laplacian / (steepness * p.density[slot]) * gradient;
            p.ax[slot] += a.x;
            p.ay[slot] += a.y;
            p.az[slot] += a.z;
        }
    });
}

std::size_t ColourFieldPass::bytes() {
    std::size_t sum = 0;
    for (const auto* values : {&colour_, &sum_, &sum_x_, &sum_y_, &sum_z_, &curve_})
        sum += values->capacity() * sizeof(float);
    scratch_.for_each([&](const auto& s) { sum += s.bytes(); });
    return sum;
}

}  // namespace sim
#endif
