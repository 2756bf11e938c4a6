#include "spatial/all_pairs.hpp"

#include <algorithm>
#include <numeric>

#include "spatial/gather_near.hpp"

namespace spatial {

void AllPairs::build(const Points& points) {
    check(points);
    order_.resize(points.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    if (points.size() > 0)
        box_ = box_around(points.x.data(), points.y.data(), points.z.data(), {0, static_cast<Index>(points.size())});
}

void AllPairs::for_each_block(Queries queries, BlockVisitor visit) const {
    const auto n = static_cast<Index>(order_.size());
    const Range everybody{0, n};
#pragma omp parallel for schedule(dynamic, 1)
    for (Index begin = 0; begin < n; begin += block_size) {
        const Range block{begin, std::min(begin + block_size, n)};
        if (queries.any_in(block)) visit(block, {&everybody, 1});
    }
}

SearchCounters AllPairs::counters() const {
    return {.blocks = (order_.size() + block_size - 1) / block_size, .cells = order_.empty() ? 0u : 1u};
}

void AllPairs::for_each_cell(CellVisitor visit) const {
    if (!order_.empty()) visit({box_, {0, static_cast<Index>(order_.size())}, 0});
}

}  // namespace spatial
