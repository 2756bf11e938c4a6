#include "spatial/counting_sort.hpp"

#include <omp.h>

#include <algorithm>

#include "spatial/blocks.hpp"
#include "spatial/keep_room.hpp"

namespace spatial {

void CountingSort::sort(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::vector<Index>& order,
                        std::vector<Index>& first) {
    const std::size_t n = keys.size(), k = key_count;
    order.resize(n);
    resize_with_room(first, k + 1);
    // Each portion of the points counts for itself: that is a row of counts for each, worth it while they are few.
    const std::size_t team = n < worth_a_team_for_little ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const std::size_t portions = std::clamp<std::size_t>(3 * n / (2 * (k + 1)), 1, team);
    resize_with_room(counts_, portions * k);
    sums_.resize(portions);
    const auto part = [&](std::size_t whole, std::size_t p) { return whole * p / portions; };

#pragma omp parallel num_threads(static_cast <int>(portions)) if (portions > 1)
    {
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index* const counts = counts_.data() + p * k;
            std::fill(counts, counts + k, Index{0});
            for (std::size_t i = part(n, p); i < part(n, p + 1); ++i) ++counts[keys[i]];
        }
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index sum = 0;
            for (std::size_t row = 0; row < portions; ++row)
                for (std::size_t key = part(k, p); key < part(k, p + 1); ++key) sum += counts_[row * k + key];
            sums_[p] = sum;
        }
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index slot = 0;
            for (std::size_t before = 0; before < p; ++before) slot += sums_[before];
            for (std::size_t key = part(k, p); key < part(k, p + 1); ++key) {
                first[key] = slot;
                for (std::size_t row = 0; row < portions; ++row) {
                    const Index count = counts_[row * k + key];
                    counts_[row * k + key] = slot;
                    slot += count;
                }
            }
        }
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index* const next = counts_.data() + p * k;
            for (std::size_t i = part(n, p); i < part(n, p + 1); ++i) order[next[keys[i]]++] = static_cast<Index>(i);
        }
    }
    first[k] = static_cast<Index>(n);
}

}  // namespace spatial
