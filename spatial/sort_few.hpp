// Sorting a few dozen things by number, as a search does for every block: quicker than std::sort, which guesses wrong
// at every other comparison of numbers that hashing has scattered.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "spatial/points.hpp"

namespace spatial {

/// Sorts at most `Most` items by counting, for each, those with a lower number(item): no branch depends on the order,
/// and the counting is done by SIMD. False, and nothing is done, when two have the same number.
template <std::size_t Most, class T, class Number>
bool sort_by_counting(std::span<T> items, Number number) {
    std::array<std::int32_t, Most> key, rank{};  // signed, because that is what SSE2 compares
    std::array<T, Most> unsorted;
    key.fill(std::numeric_limits<std::int32_t>::max());
    for (std::size_t i = 0; i < items.size(); ++i) {
        unsorted[i] = items[i];
        key[i] = static_cast<std::int32_t>(number(items[i]) ^ 0x8000'0000u);
    }
    for (std::size_t other = 0; other < items.size(); ++other)
        for (std::size_t i = 0; i < Most; ++i) rank[i] += key[i] > key[other] ? 1 : 0;
    const std::size_t sum = std::accumulate(rank.begin(), rank.begin() + items.size(), std::size_t{0});
    if (sum != items.size() * (items.size() - 1) / 2) return false;
    for (std::size_t i = 0; i < items.size(); ++i) items[rank[i]] = unsorted[i];
    return true;
}

/// Ascending by number(item), an Index. Items with the same number end up in any order.
template <class T, class Number>
void sort_few(std::span<T> items, Number number) {
    const auto is_before = [&](const T& a, const T& b) { return number(a) < number(b); };
    if (std::is_sorted(items.begin(), items.end(), is_before)) return;
    if (items.size() <= 32 && sort_by_counting<32>(items, number)) return;
    if (items.size() > 32 && items.size() <= 64 && sort_by_counting<64>(items, number)) return;
    std::sort(items.begin(), items.end(), is_before);
}

}  // namespace spatial
