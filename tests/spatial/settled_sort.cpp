// The sort of keys that come nearly sorted: it ends as std::sort does, however far from sorted they are, and knows when
// to leave the work to the radix sort.
#include "spatial/settled_sort.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <functional>
#include <random>

using spatial::SettledSort;
using Keys = std::vector<std::uint64_t>;

namespace {

constexpr int index_bits = 20;

/// A cell number a key, made unique by the place it comes at, as those of particles.
Keys keys_of(const std::vector<std::uint64_t>& cells) {
    Keys keys(cells.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = cells[i] << index_bits | i;
    return keys;
}

/// Cells of eight, ascending, of which `change` has made something else.
Keys settled(std::size_t n, const std::function<void(std::vector<std::uint64_t>&)>& change) {
    std::vector<std::uint64_t> cells(n);
    for (std::size_t i = 0; i < n; ++i) cells[i] = 1'000'000 + i / 8;
    change(cells);
    return keys_of(cells);
}

void expect_sorted(SettledSort& sort, Keys keys, const std::string& what) {
    Keys truth = keys;
    std::sort(truth.begin(), truth.end());
    for (const int threads : {1, 2, 3, 7}) {
        const int before = omp_get_max_threads();
        omp_set_num_threads(threads);
        Keys sorted = keys;
        sort.sort(sorted, index_bits, 64);
        EXPECT_TRUE(sorted == truth) << what << ", " << keys.size() << " keys, " << threads << " threads";
        omp_set_num_threads(before);
    }
}

/// Some particles go to the next cell, row or plane, to either side.
void move_some(std::vector<std::uint64_t>& cells, double share, unsigned seed) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    constexpr std::uint64_t steps[] = {1, 100, 10'000};
    for (std::uint64_t& cell : cells)
        if (unit(rng) < share) cell += (rng() % 2 == 0 ? 1 : -1) * steps[rng() % 3];
}

}  // namespace

TEST(SettledSort, SortsWhateverComesAsStdSortDoes) {
    SettledSort sort;
    for (const std::size_t n : {0u, 1u, 2u, 3u, 9u, 100u, 4'095u, 65'537u, 200'000u}) {
        for (const double share : {0.0, 0.001, 0.02, 0.1, 0.5, 1.0})
            expect_sorted(sort, settled(n, [&](auto& cells) { move_some(cells, share, 11); }), "some moved");
        expect_sorted(sort, settled(n, [](auto& cells) { std::ranges::reverse(cells); }), "falling");
        expect_sorted(sort, settled(n, [](auto& cells) { std::ranges::shuffle(cells, std::mt19937(5)); }), "shuffled");
        expect_sorted(sort, settled(n, [](auto& cells) { std::ranges::fill(cells, 7); }), "all in one cell");
    }
}

TEST(SettledSort, ClosesTheSeamsBetweenPortions) {
    SettledSort sort;
    constexpr std::size_t n = 100'000;
    for (const std::size_t threads : {2u, 3u, 7u}) {
        const std::size_t seam = n / threads;
        expect_sorted(sort, settled(n, [&](auto& cells) { cells[seam - 1] = 5'000'000; }), "the last far too high");
        expect_sorted(sort, settled(n, [&](auto& cells) { cells[seam] = 0; }), "the first far too low");
        expect_sorted(sort, settled(n, [&](auto& cells) { std::swap(cells[seam - 3], cells[seam + 40]); }), "crossed");
        expect_sorted(sort,
                      settled(n,
                              [&](auto& cells) {
                                  std::rotate(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(seam),
                                              cells.end());
                              }),
                      "portions exchanged");
    }
}

// A key that comes too early would push out all that follow, were it not taken out itself; and so would many in a row.
TEST(SettledSort, TakesOutOnlyWhoIsOutOfPlace) {
    SettledSort sort;
    for (const std::size_t together : {1u, 2u, 8u, 30u})
        for (const std::uint64_t to : {0u, 900'000u, 5'000'000u}) {
            Keys keys = settled(20'000, [&](auto& cells) { std::fill_n(cells.begin() + 5'000, together, to); });
            sort.sort(keys, index_bits, 64);
            EXPECT_TRUE(std::ranges::is_sorted(keys));
            EXPECT_GE(sort.out_of_place(), together);
            EXPECT_LE(sort.out_of_place(), together + 8) << together << " moved to cell " << to;
        }
    Keys keys = settled(20'000, [](auto& cells) { std::ranges::shuffle(cells, std::mt19937(5)); });
    sort.sort(keys, index_bits, 64);
    EXPECT_EQ(sort.out_of_place(), keys.size()) << "left to the radix sort";
    keys = settled(20'000, [](auto&) {});
    sort.sort(keys, index_bits, 64);
    EXPECT_EQ(sort.out_of_place(), 0u);
}

TEST(SettledSort, NeedsNoMoreMemoryForWhatMovesAtTheNextTime) {
    SettledSort sort;
    std::size_t bytes = 0;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        Keys keys = settled(50'000, [&](auto& cells) { move_some(cells, 0.03, seed); });
        sort.sort(keys, index_bits, 64);
        if (seed == 1) bytes = sort.bytes();
    }
    EXPECT_EQ(sort.bytes(), bytes);
    EXPECT_LE(bytes, 50'000 * 14u);
}
