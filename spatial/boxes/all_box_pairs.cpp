#include "spatial/boxes/all_box_pairs.hpp"

namespace spatial {

void AllBoxPairs::collect() {
    if (up_to_date_) return;
    up_to_date_ = true;
    const std::span<Index> numbers = columns_.start(boxes().finite());
    std::size_t slot = 0;
    for (Index number = 0; number < boxes().end(); ++number)
        if (boxes().is_finite(number)) numbers[slot++] = number;
    columns_.fill(boxes());
}

BroadCounters AllBoxPairs::find_pairs(std::vector<BoxPair>& found) {
    collect();
    const std::size_t before = found.size(), n = columns_.size();
    const std::uint64_t tests = n < 2 ? 0 : n * (n - 1) / 2;
    ends_.assign(n, static_cast<Index>(n));
    append_pairs(columns_.view(), ends_, tests, pairs_, found);
    return {.candidates = tests, .pairs = found.size() - before};
}

BroadCounters AllBoxPairs::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    collect();
    touched_.prepare();
    const Range everybody{0, static_cast<Index>(columns_.size())};
    std::uint64_t pairs = 0;
#pragma omp parallel for schedule(static) reduction(+ : pairs)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        auto& touched = touched_.mine();
        touched.clear();
        append_touching(columns_.view(), everybody, queries[q], touched);
        pairs += touched.size();
        if (!touched.empty()) visit(static_cast<Index>(q), touched);
    }
    return {.candidates = queries.size() * columns_.size(), .pairs = pairs};
}

void AllBoxPairs::for_each_cell(BoxCellVisitor visit) {
    collect();
    if (columns_.size() == 0) return;
    const BoxColumnsView boxes = columns_.view();
    Box all = boxes[0];
    for (Index slot = 1; slot < columns_.size(); ++slot) {
        const Box b = boxes[slot];
        all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::min(all.min_z, b.min_z),
               std::max(all.max_x, b.max_x), std::max(all.max_y, b.max_y), std::max(all.max_z, b.max_z)};
    }
    visit({all, 0, static_cast<Index>(columns_.size()), false});
}

std::size_t AllBoxPairs::structure_bytes() const noexcept {
    std::size_t sum = columns_.bytes() + ends_.capacity() * sizeof(Index);
    for (const auto& pairs : pairs_) sum += pairs.capacity() * sizeof(BoxPair);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
