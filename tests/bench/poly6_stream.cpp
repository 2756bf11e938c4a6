#include "tests/bench/poly6_stream.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/poly6_stream.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Queries side by side in the lanes of a vector: a cell of eight fills it, and every candidate is asked by all at once.
using Floats = hn::CappedTag<float, 8>;

void sum_block(const spatial::Points& p, spatial::Range block, std::span<const spatial::Range> ranges, float* sums) {
    const Floats d;
    const auto lanes = static_cast<spatial::Index>(hn::Lanes(d));
    const auto h2 = hn::Set(d, p.reach[0] * p.reach[0]), zero = hn::Zero(d);
    const float *const xs = p.x.data(), *const ys = p.y.data(), *const zs = p.z.data();
    for (spatial::Index query = block.begin; query < block.end; query += lanes) {
        const std::size_t count = std::min(lanes, block.end - query);
        const auto load = [&](const float* from) HWY_ATTR {
            HWY_ALIGN float own[8] = {};
            std::copy_n(from + query, count, own);
            return hn::Load(d, own);
        };
        const auto x = load(xs), y = load(ys), z = load(zs);
        auto even = zero, odd = zero;  // two sums, so that one need not wait for the other
        const auto add = [&](spatial::Index j, auto& sum) HWY_ATTR {
            const auto dx = hn::Sub(x, hn::Set(d, xs[j])), dy = hn::Sub(y, hn::Set(d, ys[j])),
                       dz = hn::Sub(z, hn::Set(d, zs[j]));
            const auto below = hn::NegMulAdd(dz, dz, hn::NegMulAdd(dy, dy, hn::NegMulAdd(dx, dx, h2)));
            const auto near = hn::Max(below, zero);
            sum = hn::MulAdd(hn::Mul(near, near), near, sum);
        };
        for (const spatial::Range range : ranges) {
            spatial::Index j = range.begin;
            for (; j + 2 <= range.end; j += 2) add(j, even), add(j + 1, odd);
            if (j < range.end) add(j, even);
        }
        HWY_ALIGN float all[8];
        hn::Store(hn::Add(even, odd), d, all);
        std::copy_n(all, count, sums + query);
    }
}

}  // namespace bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {

HWY_EXPORT(sum_block);

void stream_poly6(const spatial::NeighbourSearch& search, const spatial::Points& ordered, std::vector<float>& sums) {
    sums.resize(ordered.size());
    search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        HWY_DYNAMIC_DISPATCH(sum_block)(ordered, block, ranges, sums.data());
    });
}

}  // namespace bench
#endif
