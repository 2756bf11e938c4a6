#include "spatial/all_pairs.hpp"

#include <algorithm>
#include <numeric>

namespace spatial {

void AllPairs::build(const Points& points) {
    check(points);
    order_.resize(points.size());
    std::iota(order_.begin(), order_.end(), Index{0});
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

SearchCounters AllPairs::counters() const { return {.blocks = (order_.size() + block_size - 1) / block_size}; }

}  // namespace spatial
