#include "spatial/counting_sort.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <numeric>
#include <random>

using spatial::Index;

namespace {

/// Sorts with 1..4 threads and compares with std::stable_sort.
void expect_sorted(const std::vector<std::uint32_t>& keys, std::uint32_t key_count, spatial::CountingSort& sort) {
    std::vector<Index> truth(keys.size());
    std::iota(truth.begin(), truth.end(), Index{0});
    std::stable_sort(truth.begin(), truth.end(), [&](Index a, Index b) { return keys[a] < keys[b]; });

    const int threads_before = omp_get_max_threads();
    for (const int threads : {1, 2, 3, 4}) {
        omp_set_num_threads(threads);
        std::vector<Index> order, first;
        sort.sort(keys, key_count, order, first);
        EXPECT_EQ(order, truth) << keys.size() << " points, " << key_count << " keys, " << threads << " threads";
        ASSERT_EQ(first.size(), key_count + 1u);
        EXPECT_EQ(first.front(), 0u);
        EXPECT_EQ(first.back(), keys.size());
        for (std::uint32_t key = 0; key < key_count; ++key) {
            ASSERT_LE(first[key], first[key + 1]);
            for (Index slot = first[key]; slot < first[key + 1]; ++slot) ASSERT_EQ(keys[order[slot]], key);
        }
    }
    omp_set_num_threads(threads_before);
}

}  // namespace

TEST(CountingSort, SortsAsAStableSortDoesWhateverTheThreads) {
    spatial::CountingSort sort;  // one for all, so that nothing of a sort may linger
    std::mt19937 rng(1);
    for (const std::size_t n : {1u, 2u, 100u, 4'095u, 4'096u, 20'000u, 5u})
        for (const std::uint32_t key_count : {1u, 2u, 3u, 1'000u, 40'000u}) {
            std::vector<std::uint32_t> keys(n);
            for (auto& key : keys) key = static_cast<std::uint32_t>(rng() % key_count);
            expect_sorted(keys, key_count, sort);
        }
}

TEST(CountingSort, TakesNoPointsAndNoKeys) {
    spatial::CountingSort sort;
    expect_sorted({}, 1, sort);
    expect_sorted({}, 1'000, sort);
    expect_sorted({}, 0, sort);
}

TEST(CountingSort, TakesPointsThatAllHaveTheLastKey) {
    spatial::CountingSort sort;
    expect_sorted(std::vector<std::uint32_t>(10'000, 999), 1'000, sort);
}
