#include "spatial/boxes/all_box_pairs.hpp"

namespace spatial {

void AllBoxPairs::collect() {
    if (up_to_date_) return;
    number_.clear();
    box_.clear();
    for (Index number = 0; number < boxes().end(); ++number)
        if (boxes().is_finite(number)) {
            number_.push_back(number);
            box_.push_back(boxes()[number]);
        }
    up_to_date_ = true;
}

BroadCounters AllBoxPairs::find_pairs(std::vector<BoxPair>& found) {
    collect();
    const std::size_t before = found.size(), n = box_.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            if (overlap(box_[i], box_[j])) found.push_back({number_[i], number_[j]});
    return {.candidates = n < 2 ? 0 : n * (n - 1) / 2, .pairs = found.size() - before};
}

BroadCounters AllBoxPairs::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    collect();
    touched_.prepare();
    std::uint64_t pairs = 0;
#pragma omp parallel for schedule(static) reduction(+ : pairs)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        auto& touched = touched_.mine();
        touched.clear();
        for (std::size_t k = 0; k < box_.size(); ++k)
            if (overlap(queries[q], box_[k])) touched.push_back(number_[k]);
        pairs += touched.size();
        if (!touched.empty()) visit(static_cast<Index>(q), touched);
    }
    return {.candidates = queries.size() * box_.size(), .pairs = pairs};
}

void AllBoxPairs::for_each_cell(BoxCellVisitor visit) {
    collect();
    if (box_.empty()) return;
    Box all = box_.front();
    for (const Box& b : box_)
        all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::min(all.min_z, b.min_z),
               std::max(all.max_x, b.max_x), std::max(all.max_y, b.max_y), std::max(all.max_z, b.max_z)};
    visit({all, 0, static_cast<Index>(box_.size()), false});
}

std::size_t AllBoxPairs::structure_bytes() const noexcept {
    std::size_t sum = number_.capacity() * sizeof(Index) + box_.capacity() * sizeof(Box);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
