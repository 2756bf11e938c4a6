// The radix sort sorts as std::stable_sort does, in passes that depend on the bits and not on the number of keys.
#include "spatial/radix_sort.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <random>

using spatial::RadixSort;
using Keys = std::vector<std::uint64_t>;

namespace {

Keys random_keys(std::size_t n, std::uint64_t mask, unsigned seed = 1) {
    std::mt19937_64 rng(seed);
    Keys keys(n);
    for (auto& key : keys) key = rng() & mask;
    return keys;
}

/// Ascending by the bits [low, high) and otherwise as they were.
Keys expected(Keys keys, int low, int high) {
    const auto part = [&](std::uint64_t key) {
        return high - low == 64 ? key : key >> low & ((1ull << (high - low)) - 1);
    };
    std::stable_sort(keys.begin(), keys.end(), [&](auto a, auto b) { return part(a) < part(b); });
    return keys;
}

}  // namespace

TEST(RadixSort, SortsAnyNumberOfKeysAsStdSortDoes) {
    RadixSort radix;
    for (const std::size_t n : {0u, 1u, 2u, 3u, 100u, 4'095u, 4'096u, 65'537u, 1'000'000u})
        for (const int threads : {1, 2, 3}) {
            const int before = omp_get_max_threads();
            omp_set_num_threads(threads);
            Keys keys = random_keys(n, ~0ull), truth = keys;
            radix.sort(keys, 0, 64);
            std::sort(truth.begin(), truth.end());
            EXPECT_EQ(keys, truth) << n << " keys, " << threads << " threads";
            omp_set_num_threads(before);
        }
}

TEST(RadixSort, LeavesAloneWhatIsNotToBeSortedBy) {
    RadixSort radix;
    for (const std::size_t n : {50u, 3'000u, 20'000u})
        for (const auto& [low, high] : {std::pair(0, 1), std::pair(17, 32), std::pair(5, 41), std::pair(63, 64)}) {
            Keys keys = random_keys(n, ~0ull, 2);
            const Keys truth = expected(keys, low, high);
            radix.sort(keys, low, high);
            EXPECT_EQ(keys, truth) << n << " keys by bits " << low << " to " << high;
        }
}

TEST(RadixSort, TakesNoPassOverKeysThatAscend) {
    RadixSort radix;
    Keys keys = expected(random_keys(10'000, ~0ull, 3), 20, 50);
    const Keys truth = keys;
    radix.sort(keys, 20, 50);
    EXPECT_EQ(radix.passes(), 0) << "bits above and below fall, those between do not";
    EXPECT_EQ(keys, truth);

    std::swap(keys[2'048], keys[2'049]);  // across the seam of the portions in which it looks
    radix.sort(keys, 20, 50);
    EXPECT_GT(radix.passes(), 0);
    EXPECT_EQ(keys, truth);

    radix.sort(keys, 7, 7);
    EXPECT_EQ(keys, truth) << "no bits at all";
}

TEST(RadixSort, TakesNoPassOverADigitThatAllKeysShare) {
    RadixSort radix;
    Keys keys = random_keys(10'000, 0x7ffull << 44 | 0x7ff, 4);
    for (auto& key : keys) key |= 0x155ull << 22;
    const Keys truth = expected(keys, 0, 55);
    radix.sort(keys, 0, 55);
    EXPECT_EQ(radix.passes(), 2) << "of five digits, three are the same everywhere";
    EXPECT_EQ(keys, truth);
}

TEST(RadixSort, TakesAsManyPassesForAMillionKeysAsForThousands) {
    RadixSort radix;
    for (const std::size_t n : {10'000u, 100'000u, 1'000'000u}) {
        Keys keys = random_keys(n, ~0ull, 5);
        radix.sort(keys, 20, 42);
        EXPECT_EQ(radix.passes(), 2) << n;
    }
}

TEST(RadixSort, NeedsNoMoreMemoryTheSecondTime) {
    RadixSort radix;
    Keys keys = random_keys(50'000, ~0ull, 6);
    radix.sort(keys, 0, 64);
    const std::size_t bytes = radix.bytes();
    EXPECT_GE(bytes, 50'000 * sizeof(std::uint64_t));
    keys = random_keys(50'000, ~0ull, 7);
    radix.sort(keys, 0, 64);
    EXPECT_EQ(radix.bytes(), bytes);
}
