#include "tests/bench/poly6_stream.hpp"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/poly6_stream.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Queries side by side in the lanes of a vector: a cell of eight fills that of AVX2. In one twice as wide each query
// has two lanes, and two candidates are asked at a time:
//
//   queries       p p q q r r ...
//   candidates    a b a b a b ...      one load brings both to all lanes
using Floats = hn::CappedTag<float, 16>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t candidates_at_once = lanes > 8 ? 2 : 1, queries_at_once = lanes / candidates_at_once;

using Vector = hn::Vec<Floats>;

HWY_INLINE Vector spread_candidates(const float* from) {
    const Floats d;
    if constexpr (candidates_at_once == 1) {
        return hn::Set(d, *from);
    } else {
        double both;
        std::memcpy(&both, from, sizeof both);
        return hn::BitCast(d, hn::Set(hn::Repartition<double, Floats>(), both));
    }
}

/// The first lanes of a vector, each in as many lanes as a query has.
HWY_INLINE Vector spread_queries(Vector v) {
    if constexpr (candidates_at_once == 1) {
        return v;
    } else {
        const auto query = hn::ShiftRight<1>(hn::Iota(hn::RebindToUnsigned<Floats>(), 0));
        return hn::TableLookupLanes(v, hn::IndicesFromVec(Floats(), query));
    }
}

void sum_block(const spatial::Points& p, spatial::Range block, std::span<const spatial::Range> ranges, float* sums) {
    const Floats d;
    const auto h2 = hn::Set(d, p.reach[0] * p.reach[0]), zero = hn::Zero(d);
    const float *const xs = p.x.data(), *const ys = p.y.data(), *const zs = p.z.data();
    for (std::size_t query = block.begin; query < block.end; query += queries_at_once) {
        const std::size_t count = std::min(queries_at_once, block.end - query);
        const auto load = [&](const float* from) HWY_ATTR {
            if (query + lanes <= p.size()) return spread_queries(hn::LoadU(d, from + query));
            HWY_ALIGN float last[lanes] = {};
            std::copy_n(from + query, count, last);
            return spread_queries(hn::Load(d, last));
        };
        const auto x = load(xs), y = load(ys), z = load(zs);
        auto even = zero, odd = zero;  // two sums, so that one need not wait for the other
        const auto add = [&](Vector xj, Vector yj, Vector zj, Vector& sum) HWY_ATTR {
            const auto dx = hn::Sub(x, xj), dy = hn::Sub(y, yj), dz = hn::Sub(z, zj);
            const auto below = hn::NegMulAdd(dz, dz, hn::NegMulAdd(dy, dy, hn::NegMulAdd(dx, dx, h2)));
            const auto near = hn::Max(below, zero);
            sum = hn::MulAdd(hn::Mul(near, near), near, sum);
        };
        const auto add_from = [&](std::size_t j, Vector& sum) HWY_ATTR {
            add(spread_candidates(xs + j), spread_candidates(ys + j), spread_candidates(zs + j), sum);
        };
        for (const spatial::Range range : ranges) {
            std::size_t j = range.begin;
            // What the next block of the row adds to this run is behind it.
            for (const float* const values : {xs, ys, zs}) hwy::Prefetch(values + range.end + 16);
            for (; j + 2 * candidates_at_once <= range.end; j += 2 * candidates_at_once) {
                add_from(j, even);
                add_from(j + candidates_at_once, odd);
            }
            if (j + candidates_at_once <= range.end) {
                add_from(j, even);
                j += candidates_at_once;
            }
            if constexpr (candidates_at_once > 1) {
                const auto nobody = hn::Set(d, 1e15f);  // in the lanes of the second candidate
                if (j < range.end)
                    add(hn::OddEven(nobody, hn::Set(d, xs[j])), hn::Set(d, ys[j]), hn::Set(d, zs[j]), odd);
            }
        }
        HWY_ALIGN float all[lanes];
        hn::Store(hn::Add(even, odd), d, all);
        if constexpr (candidates_at_once > 1)
            for (std::size_t k = 0; k < queries_at_once; ++k) all[k] = all[2 * k] + all[2 * k + 1];
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
