#include "spatial/boxes/broad_phase.hpp"

#include <algorithm>

namespace spatial {

BroadCounters& BroadCounters::operator+=(const BroadCounters& other) noexcept {
    lookups += other.lookups;
    cells += other.cells;
    candidates += other.candidates;
    pairs += other.pairs;
    collisions += other.collisions;
    return *this;
}

void BroadPhase::put(std::span<const Index> numbers, std::span<const Box> boxes) {
    if (boxes.empty() && numbers.empty()) return;
    changes_.clear();
    changed(store_.put(numbers, boxes, changes_));
}

void BroadPhase::put(std::span<const Box> boxes) { put({}, boxes); }

void BroadPhase::remove(std::span<const Index> numbers) {
    changes_.clear();
    changed(store_.remove(numbers, changes_));
}

void BroadPhase::changed(bool anything) {
    if (!anything) return;
    pairs_are_found_ = false;
    if (!changes_.none()) change(changes_);
}

std::span<const BoxPair> BroadPhase::pairs() {
    if (pairs_are_found_) {
        counters_ = pairs_counters_;
        return pairs_;
    }
    pairs_.clear();
    pairs_counters_ = find_pairs(pairs_);
    const auto unbounded = store_.unbounded();
    for (const Index u : unbounded)
        for (Index other = 0; other < store_.end(); ++other) {
            const bool unbounded_later =
                !store_.is_finite(other) && other > u && std::ranges::count(unbounded, other) > 0;
            if (!store_.is_finite(other) && !unbounded_later) continue;
            ++pairs_counters_.candidates;
            if (!overlap(store_[u], store_[other])) continue;
            ++pairs_counters_.pairs;
            pairs_.push_back({std::min(u, other), std::max(u, other)});
        }
    pairs_are_found_ = true;
    counters_ = pairs_counters_;
    return pairs_;
}

void BroadPhase::touching(std::span<const Box> queries, TouchVisitor visit) {
    check(queries, Infinite::refused);
    const auto unbounded = store_.unbounded();
    if (unbounded.empty()) {
        counters_ = find_touching(queries, visit);
        return;
    }
    // Unbounded boxes are added to what the module finds, and afterwards given to those for whom it found nothing.
    answered_.assign(queries.size(), 0);
    const auto add_unbounded = [&](Index query, std::span<const Index> finite) {
        thread_local std::vector<Index> all;
        all.assign(finite.begin(), finite.end());
        for (const Index u : unbounded)
            if (overlap(store_[u], queries[query])) all.push_back(u);
        answered_[query] = 1;
        if (!all.empty()) visit(query, all);
    };
    counters_ = find_touching(queries, add_unbounded);
#pragma omp parallel for schedule(static)
    for (std::size_t q = 0; q < queries.size(); ++q)
        if (answered_[q] == 0) add_unbounded(static_cast<Index>(q), {});
    counters_.candidates += unbounded.size() * queries.size();
}

std::size_t BroadPhase::bytes() const noexcept {
    const auto lists = changes_.inserted.capacity() + changes_.moved.capacity() + changes_.removed.capacity();
    return store_.bytes() + lists * sizeof(Index) + pairs_.capacity() * sizeof(BoxPair) + answered_.capacity() +
           structure_bytes();
}

}  // namespace spatial
